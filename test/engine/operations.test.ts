import type { IDataObject } from 'n8n-workflow';

import { operations } from '../../nodes/BotMessaging/operations';
import { useBot } from '../support/bot';
import { cases } from './cases';
import type { Input } from './cases/case';

const { emulator, run } = useBot();

const JSON_BODY = 'application/json';

const table = cases.map((row) => [row.operation, row] as const);

async function runCase(operation: string, { prepare, parameters, credential, binary }: Input) {
	const json = (await prepare?.(emulator)) ?? {};
	return await run(operation, parameters, {
		credential,
		items: [{ json: json as IDataObject, binary }],
	});
}

describe('what the form asks for reaches the server, and its answer comes out', () => {
	test.each(table)('%s', async (operation, { valid }) => {
		const { outputs, error } = await runCase(operation, valid);
		expect(error).toBeUndefined();
		expect(outputs[0]).toEqual(valid.output.map((json) => ({ json, pairedItem: { item: 0 } })));
		const { wire, files, contentType } = { contentType: JSON_BODY, files: {}, ...valid };
		const calls = await emulator.calls(operation);
		expect(calls).toHaveLength(1);
		expect(calls[0].http_method).toBe('POST');
		expect(calls[0].content_type).toBe(contentType);
		expect(calls[0].params).toEqual(wire);
		expect(calls[0].files).toEqual(files);
		valid.effect?.(await emulator.state());
	});
});

describe('what is wrong in the form is not sent', () => {
	test.each(table)('%s', async (operation, { invalid }) => {
		const { error } = await runCase(operation, invalid);
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining(invalid.message),
			description: expect.stringContaining(invalid.hint),
			context: { itemIndex: 0 },
		});
		expect(await emulator.calls(operation)).toEqual([]);
	});
});

describe('what the server refuses is told with its words, its code and a next step', () => {
	test.each(table)('%s', async (operation, { refused }) => {
		const { error } = await runCase(operation, refused);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: expect.stringContaining(refused.message),
			description: expect.stringContaining(refused.hint),
			httpCode: String(refused.code),
			context: { itemIndex: 0 },
		});
		expect(await emulator.calls(operation)).toMatchObject([{ status: refused.code }]);
	});
});

describe('what an operation says of its effect is so', () => {
	test.each(table)('%s', async (operation, { valid }) => {
		const { effect, method } = operations.find(({ value }) => value === operation)!;
		await runCase(operation, valid);
		const before = await emulator.state();
		const [call] = await emulator.calls(method);
		// An upload cannot be sent again from what the emulator keeps of it.
		const again = Object.keys(call.files).length === 0;
		if (again) await emulator.api(method, call.params);
		else await runCase(operation, { ...valid, prepare: undefined });
		const after = await emulator.state();
		expect(after.messages.length > before.messages.length).toBe(effect === 'once');
		if (effect === 'read') expect(after).toEqual(before);
	});
});

test('every operation of the node has its three cases', () => {
	expect(cases.map(({ operation }) => operation).sort()).toEqual(
		operations.map(({ value }) => value).sort(),
	);
});
