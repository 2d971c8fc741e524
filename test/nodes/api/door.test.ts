import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Door, hideIn, maskedIn } from '../../../nodes/BotMessaging/api/door';

const SECRET = 'AAaSecretOfABot';
const TOKEN = `12:${SECRET}`;
const SHOWN = '12:<token>';
const CREDENTIAL = { id: '', name: '', type: '', data: { botToken: TOKEN } };

/** A minimal n8n context for nodes of each kind; it records what it gets. */
class Context {
	readonly told: unknown[] = [];

	readonly kept: IDataObject = {};

	readonly logger = Object.fromEntries(
		['debug', 'info', 'warn', 'error'].map((level) => [
			level,
			(...words: unknown[]) => void this.told.push(...words),
		]),
	);

	readonly helpers = {
		prepareBinaryData: (...given: unknown[]) => void this.told.push(...given),
		httpRequest: (...given: unknown[]) => given,
	};

	emit(data: unknown, response?: unknown, done?: unknown, key?: unknown) {
		this.told.push(data, response, done, key);
	}

	emitError(error: Error) {
		this.told.push(error);
	}

	saveFailedExecution(error: Error) {
		this.told.push(error);
	}

	addExecutionHints(...hints: unknown[]) {
		this.told.push(...hints);
	}

	getContext(_kind: string) {
		return this.kept;
	}

	getWorkflowStaticData(_kind: string) {
		return this.kept;
	}
}

/** Runs a node's work through a door, and returns what n8n was told. */
async function toldBy(work: (context: Context) => unknown): Promise<unknown[]> {
	const context = new Context();
	await new Door(context).pass(async (inside) => {
		hideIn(inside, CREDENTIAL);
		work(inside);
	});
	return context.told;
}

const item = (text: string): INodeExecutionData => ({ json: { text } });

describe('the token is removed from', () => {
	test.each<[what: string, work: (context: Context) => unknown, told: unknown[]]>([
		...['debug', 'info', 'warn', 'error'].map(
			(level): [string, (context: Context) => unknown, unknown[]] => [
				`a line of the log, ${level}`,
				({ logger }) => logger[level](`at ${TOKEN}`, { url: TOKEN }),
				[`at ${SHOWN}`, { url: SHOWN }],
			],
		),
		[
			'an item that starts an execution',
			(context) => context.emit([[item(TOKEN)]], undefined, undefined, 'key'),
			[[[item(SHOWN)]], undefined, undefined, 'key'],
		],
		[
			'a hint',
			(context) => context.addExecutionHints({ message: TOKEN }, { message: 'b' }),
			[{ message: SHOWN }, { message: 'b' }],
		],
		[
			'the name and the type of a file',
			({ helpers }) => helpers.prepareBinaryData(Buffer.from(TOKEN), `${TOKEN}.txt`, TOKEN),
			[Buffer.from(TOKEN), `${SHOWN}.txt`, SHOWN],
		],
	])('%s', async (_what, work, told) => {
		expect(await toldBy(work)).toEqual(told);
	});

	test.each(['emitError', 'saveFailedExecution'] as const)('an error, %s', async (way) => {
		const cause = new Error(`because of ${TOKEN}`);
		const error = Object.assign(new Error(`at ${TOKEN}`, { cause }), {
			description: TOKEN,
			messages: [TOKEN],
			context: { data: { at: TOKEN } },
			node: { parameters: { text: TOKEN } },
		});
		const [told] = await toldBy((context) => context[way](error));
		expect(told).toBe(error);
		expect(error).toMatchObject({
			message: `at ${SHOWN}`,
			description: SHOWN,
			messages: [SHOWN],
			context: { data: { at: SHOWN } },
			cause: { message: `because of ${SHOWN}` },
			// The form is the user's own.
			node: { parameters: { text: TOKEN } },
		});
		expect(`${error.stack} ${cause.stack}`).not.toContain(SECRET);
	});

	test.each(['getContext', 'getWorkflowStaticData'] as const)(
		'from the answer, but not what %s needs of it',
		async (way) => {
			const context = new Context();
			await new Door(context).pass(async (inside) => {
				hideIn(inside, CREDENTIAL);
				const kept = inside[way]('node');
				Object.assign(kept, { list: [{ text: TOKEN }] });
				expect(kept.list).toEqual([{ text: SHOWN }]);
			});
			expect(context.kept).toEqual({ list: [{ text: SHOWN }] });
		},
	);
});

describe('the token is removed from what a node returns:', () => {
	const returned = async (value: unknown) =>
		await new Door(new Context()).pass(async (inside) => {
			hideIn(inside, CREDENTIAL);
			return value;
		});

	test('items, with the files of each as they are', async () => {
		const data = { data: `bytes${SECRET}`, fileName: `${TOKEN}.txt`, mimeType: 'text/plain' };
		const failed = { json: { error: TOKEN }, pairedItem: { item: 1 } };
		Object.defineProperty(failed, 'error', { value: new Error(TOKEN), writable: true });
		expect(await returned([[{ json: { at: TOKEN }, binary: { data } }], [failed], []])).toEqual([
			[{ json: { at: SHOWN }, binary: { data: { ...data, fileName: `${SHOWN}.txt` } } }],
			[{ json: { error: SHOWN }, pairedItem: { item: 1 } }],
			[],
		]);
		expect((failed as { error?: Error }).error?.message).toBe(SHOWN);
	});

	test('the answer to a webhook', async () => {
		const workflowData = [[item(TOKEN)]];
		expect(await returned({ webhookResponse: { say: TOKEN }, workflowData })).toEqual({
			webhookResponse: { say: SHOWN },
			workflowData: [[item(SHOWN)]],
		});
		expect(await returned({ noWebhookResponse: true })).toEqual({ noWebhookResponse: true });
	});

	test('a list for the editor', async () => {
		const results = [{ name: TOKEN, value: '1' }];
		expect(await returned({ results })).toEqual({ results: [{ name: SHOWN, value: '1' }] });
	});

	test('or an error that it throws', async () => {
		const failing = new Door(new Context()).pass(async (inside) => {
			hideIn(inside, CREDENTIAL);
			throw new Error(`at ${TOKEN}`);
		});
		await expect(failing).rejects.toThrow(`at ${SHOWN}`);
	});

	test('but a value without a token is returned as it is', async () => {
		const json = { list: [{ text: 'Hello' }] };
		const outputs = [[{ json }]];
		expect(await returned(outputs)).toBe(outputs);
		expect(outputs[0][0].json).toBe(json);
	});
});

test('the token of each credential that was read is hidden', async () => {
	const told = await toldBy((context) => {
		hideIn(context, { ...CREDENTIAL, data: { botToken: '34:AAnotherSecret' } });
		context.logger.warn(`${TOKEN} 34:AAnotherSecret`);
		expect(maskedIn(context, { at: '34:AAnotherSecret' })).toEqual({ at: '34:<token>' });
	});
	expect(told).toEqual([`${SHOWN} 34:<token>`]);
});

test('everything else of n8n stays as it was', async () => {
	const context = new Context();
	await new Door(context).pass(async (inside) => {
		hideIn(inside, CREDENTIAL);
		// A trigger detects n8n's features by the number of parameters.
		expect(inside.emit).toHaveLength(4);
		expect(inside.helpers.httpRequest(TOKEN)).toEqual([TOKEN]);
		expect(inside).toBeInstanceOf(Context);
	});
	const old = Object.create(context, { addExecutionHints: { value: undefined } }) as Context;
	await new Door(old).pass(async (inside) => expect(inside.addExecutionHints).toBeUndefined());
	expect(maskedIn(context, TOKEN)).toBe(TOKEN);
	hideIn(context, CREDENTIAL);
});

test('n8n can replace a function after the node has started, as it does in a test of a trigger', async () => {
	const context = new Context();
	const given: unknown[] = [];
	await new Door(context).pass(async (inside) => {
		hideIn(inside, CREDENTIAL);
		context.emit = (data) => void given.push(data);
		inside.emit([[{ json: { text: TOKEN } }]]);
		expect(inside.emit).toHaveLength(1);
	});
	expect(given).toEqual([[[{ json: { text: SHOWN } }]]]);
	expect(context.told).toEqual([]);
});
