import { Expression } from 'n8n-workflow';

/** When n8n evaluated an expression (ms), each time that it did so in the meantime. */
export async function evaluationsDuring(work: () => Promise<unknown>): Promise<number[]> {
	const times: number[] = [];
	const { resolveSimpleParameterValue } = Expression.prototype;
	const spy = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	spy.mockImplementation(function (this: Expression, ...values) {
		if (String(values[0]).startsWith('=')) times.push(Date.now());
		return resolveSimpleParameterValue.apply(this, values);
	});
	try {
		await work();
	} finally {
		spy.mockRestore();
	}
	return times;
}
