import { Expression } from 'n8n-workflow';

/** Counts how often n8n evaluates an expression during `work`, which gets the current count. */
export async function evaluationsDuring(
	work: (soFar: () => number) => Promise<unknown>,
): Promise<number> {
	let count = 0;
	const { resolveSimpleParameterValue } = Expression.prototype;
	const spy = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	spy.mockImplementation(function (this: Expression, ...values) {
		if (String(values[0]).startsWith('=')) count++;
		return resolveSimpleParameterValue.apply(this, values);
	});
	try {
		await work(() => count);
	} finally {
		spy.mockRestore();
	}
	return count;
}
