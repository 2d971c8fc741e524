import { METHODS } from '../../../reference';
import { cases, validCases } from '../../cases';
import type { RefusedCase, ValidCase } from '../../cases/case';
import { forgetBots, useBot } from '../../support/bot';
import { itemOf } from '../../support/caseItem';
import {
	holds,
	readableOf,
	startPlantingServer,
	type PlantingServer,
} from '../../support/planting';

const { emulator, run } = useBot();

let server: PlantingServer;

beforeAll(async () => {
	server = await startPlantingServer(emulator.url);
});
afterAll(async () => {
	await server.close();
});

/** Where the token was planted, by method and place, and where <token> appeared. */
const found = new Map<string, string>();

/** Runs a case in a fresh world, with the token planted where the test wants it. */
async function runPlanted(
	operation: string,
	input: ValidCase | RefusedCase,
	isWanted: (at: string) => boolean,
) {
	await emulator.control('post', 'reset', {});
	forgetBots();
	server.isWanted = (method, place) => isWanted(`${method} ${place}`);
	server.planted.clear();
	const items = [await itemOf(input, emulator)];
	const botToken = ('credential' in input && input.credential?.botToken) || emulator.token;
	const credential = { botToken, baseUrl: server.url };
	const { trigger } = input as ValidCase;
	const result = await run(operation, input.parameters, { credential, items, trigger });
	expect(holds(readableOf(result), botToken)).toBe(false);
	return result;
}

const isMasked = (value: unknown) => (JSON.stringify(value) ?? '').includes('<token>');

describe('the token is hidden if the server puts it into its answer:', () => {
	// Those first that output the answer of the method that they are named by.
	const isOwn = ({ operation, method }: (typeof validCases)[number]) => operation === method;
	const inOrder = [...validCases].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));

	test.each(inOrder)('$name', async ({ operation, input }) => {
		server.seen.clear();
		await runPlanted(operation, input, () => false);
		const fresh = [...server.seen].filter((at) => !found.has(at));
		await runPlanted(operation, input, () => true);
		for (const at of fresh) {
			const { outputs, error } = await runPlanted(operation, input, (one) => one === at);
			expect([...server.planted]).toEqual([at]);
			const isTold = isMasked([error?.message, error?.description]);
			found.set(at, isMasked(outputs) ? 'item' : isTold ? 'error' : 'nowhere');
		}
	});
});

describe('the token is hidden if the server puts it into a refusal:', () => {
	const refusing = cases.flatMap(({ operation, refused }) =>
		refused ? [{ operation, refused }] : [],
	);

	test.each(refusing)('$operation', async ({ operation, refused }) => {
		const isDescription = (one: string) => one.endsWith(' description');
		const { error } = await runPlanted(operation, refused, isDescription);
		const [at] = server.planted;
		expect(error?.message).toContain('<token>');
		found.set(at, 'error');
	});
});

test('the tests put the token into the answers of every method', () => {
	const methods = new Set([...found.keys()].map((at) => at.split(' ')[0]));
	expect(Object.keys(METHODS).filter((method) => !methods.has(method))).toEqual([]);
	// Messages, people, files, addresses: most of them appear in an item.
	const places = [...found].filter(([, where]) => where === 'item').map(([at]) => at);
	expect(places).toEqual(
		expect.arrayContaining([
			'getWebhookInfo result.url',
			'getFile result.file_path',
			'sendMessage result.text',
			'getMe result.username',
		]),
	);
});

afterAll(() => {
	if (!process.env.PLANTED) return;
	const rows = [...found].map(([at, where]) => `| ${at.replace(' ', ' | ')} | ${where} |`);
	const head = ['| Method | Text of its answer | Shown with <token> in |', '| --- | --- | --- |'];
	process.stdout.write(`${[...head, ...rows.sort()].join('\n')}\n`);
});
