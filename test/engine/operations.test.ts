import path from 'node:path';

import type { Operation } from '../../nodes/BotMessaging/engine/define';
import { operations } from '../../nodes/BotMessaging/operations';
import { builderText } from '../../nodes/BotMessaging/operations/builderTexts';
import { cases, validCases } from '../cases';
import type { InvalidCase, RefusedCase, ValidCase } from '../cases/case';
import { expectDone } from '../cases/done';
import { ROOT, sources } from '../package/sources';
import { useBot } from '../support/bot';
import { itemOf } from '../support/caseItem';

const { emulator, run } = useBot();

const table = cases.map((row) => [row.operation, row] as const);

const operationOf = (name: string) => operations.find(({ value }) => value === name)!;

async function runCase(operation: string, input: ValidCase | InvalidCase | RefusedCase) {
	const credential = 'credential' in input ? input.credential : undefined;
	const items = [await itemOf(input, emulator)];
	return await run(operation, input.parameters, { credential, items, trigger: input.trigger });
}

/** How many messages, invite links and so on there are, and how many messages are pinned. */
const sizeOf = (state: Awaited<ReturnType<typeof emulator.state>>) =>
	`${Object.values(state).flat().length} ${state.messages.filter(({ pinned }) => pinned).length}`;

describe('the values of the form reach the server, its answer comes out, and the effect is as declared:', () => {
	test.each(validCases)('$name', async ({ operation, method, input }) => {
		const items = [await itemOf(input, emulator)];
		const { parameters, trigger, output, binary } = input;
		const before = await emulator.state();
		const { outputs, error } = await run(operation, parameters, { items, trigger });
		expect(error).toBeUndefined();
		expect(outputs[0]).toEqual(
			output.map((json) => ({ json, ...(binary && { binary }), pairedItem: { item: 0 } })),
		);
		await expectDone(emulator, method, input);

		const once = await emulator.state();
		await run(operation, parameters, { items, trigger });
		const twice = await emulator.state();
		const { effect } = operationOf(operation);
		expect(sizeOf(twice) === sizeOf(once)).toBe(effect !== 'once' || input.refusedAgain === true);
		if (effect === 'read') expect(twice).toEqual(before);
	});
});

describe('a mistake in the form is refused before anything is sent:', () => {
	test.each(table)('%s', async (operation, { method = operation, invalid }) => {
		const { error } = await runCase(operation, invalid);
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining(invalid.message),
			description: expect.stringContaining(invalid.hint),
			context: { itemIndex: 0 },
		});
		expect(await emulator.calls(method)).toEqual([]);
	});
});

describe('a refusal is reported with the server’s words, its code and a next step:', () => {
	const refusing = table.flatMap(([operation, { method = operation, refused }]) =>
		refused ? [[operation, method, refused] as const] : [],
	);

	test('every operation has one, except Check Setup', () => {
		const others = table.filter(([, { refused }]) => !refused);
		expect(others.map(([operation]) => operation)).toEqual(['checkSetup']);
	});

	test.each(refusing)('%s', async (operation, method, refused) => {
		const { error } = await runCase(operation, refused);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: expect.stringContaining(refused.message),
			description: expect.stringContaining(refused.hint),
			httpCode: String(refused.code),
			context: { itemIndex: 0 },
		});
		expect(await emulator.calls(method)).toMatchObject([{ status: refused.code }]);
	});
});

describe('the text of an operation for AI builders is true:', () => {
	test.each(table)('%s', async (operation, { valid }) => {
		const text = builderText(operationOf(operation));
		const named = [...text.matchAll(/`(\w+)`/g)].map(([, key]) => key);
		const keys = new Set<string>();
		for (const input of valid) {
			// Most operations output all of it in the first case.
			if (named.every((key) => keys.has(key))) break;
			const { json } = await runCase(operation, input);
			for (const key of json.flatMap(Object.keys)) keys.add(key);
		}
		expect([...keys]).toEqual(expect.arrayContaining(named));
		expect(text).toMatch(/\. (Changes nothing|A second run [a-z ]+)\. Outputs [^.]+\.$/);
	});
});

describe('a new operation needs four places:', () => {
	const FOLDER = path.join(ROOT, 'nodes/BotMessaging/operations');
	const files = sources(FOLDER, ['.']).map(({ file }) => file);

	const isOperation = (value: unknown): value is Operation =>
		typeof value === 'object' && value !== null && 'resource' in value && 'method' in value;

	test('a file, and its line in the list', async () => {
		const others = files.filter((file) => file !== 'index.ts');
		const found = others.flatMap((file) => {
			// eslint-disable-next-line @typescript-eslint/no-require-imports -- which ones there are is the question
			const defined = Object.values(require(path.join(FOLDER, file))).filter(isOperation);
			return defined.map((operation) => ({ file, operation }));
		});
		expect(found.map(({ operation }) => operation.value).sort()).toEqual(
			operations.map(({ value }) => value).sort(),
		);
		for (const { file, operation } of found) {
			const { resource, value } = operation;
			expect([`${resource}/${value}.ts`, `${resource}/${value}/index.ts`]).toContain(file);
		}
	});

	test('a method of the emulator', async () => {
		const unknown = (await emulator.api('noSuchMethod')).body.description;
		const named = operations.filter(({ method }) => method !== '');
		for (const { method } of named) {
			const { description } = (await emulator.api(method)).body;
			expect({ method, description }).not.toEqual({ method, description: unknown });
		}
	});

	test('a case', () => {
		const there = cases.map(({ resource, operation }) => `${resource} ${operation}`);
		const wanted = operations.map(({ resource, value }) => `${resource} ${value}`);
		const missing = wanted.filter((one) => !there.includes(one));
		expect(missing.map((one) => `${one}: add a case to a file of test/cases/`)).toEqual([]);
		expect(there.sort()).toEqual(wanted.sort());
	});
});
