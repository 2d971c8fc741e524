import axios from 'axios';
import { resolveWebhookDescriptionField, Workflow, type INode } from 'n8n-workflow';

import { BotMessagingTrigger } from '../../../nodes/BotMessaging/BotMessagingTrigger.node';
import { openChatList } from '../../support/chatList';
import { nodeTypesOf } from '../../support/engine';
import { updateOf, useWebhooks } from '../../support/webhookTests';

const { emulator, listen, listenBeside, say, info, secretSet, push, soon } = useWebhooks();
const { chats } = emulator.defaults;

/** A published workflow, and the secret that its pushes carry. */
async function publish(parameters: object = {}) {
	const trigger = await listen(parameters);
	await trigger.open();
	return { trigger, secret: await secretSet() };
}

const update = (id: number, text?: string) => updateOf(id, chats.demoGroup, text);

test('a push without the right secret gets 403 and starts nothing', async () => {
	const { trigger, secret } = await publish();
	for (const wrong of [undefined, '', 'guessed', `${secret}x`, secret.slice(1)]) {
		expect(await push(trigger, update(1), wrong)).toBe(403);
	}
	expect(trigger.started).toEqual([]);
	expect(await push(trigger, update(1), secret)).toBe(200);
	expect(trigger.started).toHaveLength(1);
});

const NESTED = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test.each<[string, unknown, string, string?]>([
	['an empty object', {}, 'has no update_id'],
	['a list', [update(1)], 'is no object'],
	['no number', { message: {} }, 'has no update_id'],
	['a number as text', { update_id: '7', message: {} }, 'update 7 (its update_id is no number)'],
	['a fraction', { update_id: 7.5, message: {} }, 'its update_id is no number'],
	['a bare word', '"hello"', 'is no object'],
	['null', 'null', 'cannot read an entry that is not an update'],
	['plain text', 'hello', 'is no object', 'text/plain'],
	['a form', 'update_id=7', 'its update_id is no number', 'application/x-www-form-urlencoded'],
	['8,000 lists', `{"update_id":7,"message":{"text":${NESTED(8000)}}}`, 'nested too deeply'],
])(
	'a push that can never be read is reported once, then accepted, and starts nothing: %s',
	async (_what, body, words, type = 'application/json') => {
		const { trigger, secret } = await publish({ updates: ['*'] });
		const statuses = [];
		for (let n = 0; n < 3; n++) statuses.push(await push(trigger, body, secret, type));
		expect(statuses).toEqual([500, 200, 200]);
		expect(trigger.server.failed.map(({ message }) => message)).toEqual([
			expect.stringContaining(words),
		]);
		expect(trigger.logged).toEqual([expect.stringContaining(words)]);
		expect(trigger.started).toEqual([]);
		expect(await push(trigger, update(9), secret)).toBe(200);
		expect(trigger.started).toHaveLength(1);
	},
);

test('only one of the workflows that share a webhook reports a push that can never be read', async () => {
	const { trigger } = await publish();
	const other = listenBeside(trigger, 'beside');
	await other.open();
	const { url } = await info();
	const headers = { 'X-Telegram-Bot-Api-Secret-Token': await secretSet() };
	const send = async () =>
		(await axios.post(url, { update_id: '7' }, { headers, validateStatus: () => true })).status;
	expect([await send(), await send()]).toEqual([500, 200]);
	expect(trigger.server.failed).toHaveLength(1);
});

test.each<[string, object]>([
	['only a number', { update_id: 7 }],
	['a kind that is no object', { update_id: 7, message: 'hello' }],
	['5 MB of junk', { update_id: 8, text: 'x'.repeat(5_000_000) }],
])('an update without a kind is accepted and starts nothing: %s', async (_what, body) => {
	const { trigger, secret } = await publish({ updates: ['*'] });
	expect(await push(trigger, body, secret)).toBe(200);
	expect([trigger.started, trigger.server.failed]).toEqual([[], []]);
});

describe('pushes that are refused', () => {
	afterEach(() => jest.restoreAllMocks());

	test('cause one line in the log every ten minutes, with what to do and without the secret', async () => {
		const { trigger, secret } = await publish();
		for (const wrong of ['guessed', undefined, 'guessed']) {
			expect(await push(trigger, update(1), wrong)).toBe(403);
		}
		expect(trigger.logged).toEqual([expect.stringMatching(/refused a push .* publish it again/)]);
		const later = performance.now() + 10 * 60_000;
		jest.spyOn(performance, 'now').mockImplementation(() => later);
		for (const wrong of ['guessed', 'again']) await push(trigger, update(1), wrong);
		expect(trigger.logged).toHaveLength(2);
		expect(trigger.logged[1]).toContain('refused 3 pushes');
		for (const hidden of [secret, 'guessed', emulator.token]) {
			expect(trigger.logged.join()).not.toContain(hidden);
		}
	});
});

test('a push that starts nothing still adds its chat to the list of chats', async () => {
	const { trigger, secret } = await publish({ filters: { commands: '/ban' } });
	expect(await push(trigger, updateOf(1, -4711), secret)).toBe(200);
	const { results } = await openChatList({ baseUrl: emulator.url, botToken: emulator.token });
	expect(results[0]).toEqual({ name: '-4711 (group, -4711)', value: '-4711' });
});

test('pushes that arrive at once share one read of the credential, which is not kept', async () => {
	const { trigger, secret } = await publish();
	const before = trigger.readings;
	let read = () => {};
	const held = new Promise<void>((resolve) => (read = resolve));
	trigger.beforeReading = async () => await held;
	const pushes = [1, 2, 3].map(async (id) => await push(trigger, update(id), secret));
	await soon('they have come', () => trigger.pushes === 3);
	read();
	expect(await Promise.all(pushes)).toEqual([200, 200, 200]);
	expect(trigger.readings - before).toBe(1);
	expect(trigger.started).toHaveLength(3);
	expect(await push(trigger, update(4), secret)).toBe(200);
	expect(trigger.readings - before).toBe(2);
});

test('a credential that n8n cannot read fails these pushes, and is read again for the next', async () => {
	const { trigger, secret } = await publish();
	trigger.beforeReading = async () => {
		throw new Error('The credential cannot be read');
	};
	expect(await push(trigger, update(1), secret)).toBe(500);
	trigger.beforeReading = async () => {};
	expect(await push(trigger, update(1), secret)).toBe(200);
	expect(trigger.started).toHaveLength(1);
});

test('a large update is accepted whole', async () => {
	const { trigger, secret } = await publish();
	expect(await push(trigger, update(1, 'x'.repeat(5_000_000)), secret)).toBe(200);
	expect(trigger.started[0].item.json.text).toHaveLength(5_000_000);
});

test('the same push again starts nothing', async () => {
	const { trigger, secret } = await publish();
	const statuses = await Promise.all(
		Array.from({ length: 5 }, async () => await push(trigger, update(5), secret)),
	);
	// Pushes that arrive before the answer is known must be repeated.
	expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([]);
	expect(await push(trigger, update(5), secret)).toBe(200);
	expect(trigger.started).toHaveLength(1);
});

test('another update with the same number counts as another update', async () => {
	const { trigger, secret } = await publish();
	await push(trigger, update(5, 'before the server lost its count'), secret);
	await push(trigger, update(5, 'after it'), secret);
	expect(trigger.started).toHaveLength(2);
});

test('a push that n8n could not start comes again, and starts then', async () => {
	const { trigger } = await publish();
	trigger.server.failures = 2;
	await say('hello');
	await soon('it has started', () => trigger.started.length === 1);
	const deliveries = await emulator.control('get', 'deliveries');
	expect(deliveries.map(({ status }: { status: number }) => status)).toEqual([500, 500, 200]);
});

test.each([
	[{}, 'onReceived'],
	[{ answerWhen: 'started' }, 'onReceived'],
	[{ answerWhen: 'finished' }, 'lastNode'],
])(
	'with the options %j, n8n answers a push %s, and evaluates no expression for it',
	(options, mode) => {
		const trigger = new BotMessagingTrigger();
		const [webhook] = trigger.description.webhooks!;
		const position: [number, number] = [0, 0];
		const node: INode = {
			...{ id: 'a', name: 'Trigger', type: 'trigger', typeVersion: 1.1, position },
			parameters: { options },
		};
		const nodeTypes = nodeTypesOf({ trigger });
		const workflow = new Workflow({ nodes: [node], connections: {}, active: true, nodeTypes });
		const own = workflow.getNode('Trigger')!;
		expect(resolveWebhookDescriptionField(own, webhook, 'responseMode')).toEqual({
			resolved: true,
			value: mode,
		});
		// An older n8n evaluates the text.
		const { expression } = workflow;
		expect(expression.getSimpleParameterValue(own, webhook.responseMode, 'internal', {})).toBe(
			mode,
		);
	},
);

describe('a push that is answered when the workflow has finished', () => {
	test('is requested again while the workflow runs, and not afterwards', async () => {
		const { trigger, secret } = await publish({ options: { answerWhen: 'finished' } });
		trigger.server.holdsAnswers = true;
		const first = push(trigger, update(5), secret);
		await soon('it has started', () => trigger.started.length === 1);
		expect(await push(trigger, update(5), secret)).toBe(503);
		trigger.server.answerAll();
		expect(await first).toBe(200);
		expect(await push(trigger, update(5), secret)).toBe(200);
		expect(trigger.started).toHaveLength(1);
	});

	test('does not start a failed workflow again', async () => {
		const { trigger, secret } = await publish({ options: { answerWhen: 'finished' } });
		trigger.server.holdsAnswers = true;
		const first = push(trigger, update(5), secret);
		await soon('it has started', () => trigger.started.length === 1);
		trigger.server.answerAll(500);
		expect(await first).toBe(500);
		expect(await push(trigger, update(5), secret)).toBe(200);
		expect(trigger.started).toHaveLength(1);
	});
});

describe('a workflow whose end n8n never reports', () => {
	afterEach(() => jest.restoreAllMocks());

	test('does not ask for its update again forever', async () => {
		const { trigger, secret } = await publish({ options: { answerWhen: 'finished' } });
		trigger.server.holdsAnswers = true;
		const first = push(trigger, update(5), secret).catch(() => 'given up');
		await soon('it has started', () => trigger.started.length === 1);
		trigger.server.cutAll();
		expect(await first).toBe('given up');
		expect(await push(trigger, update(5), secret)).toBe(503);
		const later = performance.now() + 10 * 60_000;
		jest.spyOn(performance, 'now').mockImplementation(() => later);
		expect(await push(trigger, update(5), secret)).toBe(200);
		expect(trigger.started).toHaveLength(1);
	});
});

test('ids beyond 2^53 arrive unrounded', async () => {
	const { trigger, secret } = await publish();
	const body = JSON.stringify(updateOf(5, 123)).replace('"id":123', '"id":9007199254740993');
	expect(await push(trigger, body, secret)).toBe(200);
	expect(trigger.started[0].item.json.chatId).toBe('9007199254740993');
});

describe('a bot token that is replaced', () => {
	/** Replaces the token on the server and in n8n. */
	async function replaceToken(trigger: Awaited<ReturnType<typeof publish>>['trigger']) {
		const replaced = emulator.token.replace(/:.*/, ':replaced');
		const snapshot = await emulator.control('get', 'snapshot');
		snapshot.bots.find((bot: { token: string }) => bot.token === emulator.token).token = replaced;
		await emulator.control('put', 'snapshot', snapshot);
		trigger.paste({ botToken: replaced });
	}

	test('invalidates the old secret: the new one is set before any push is accepted', async () => {
		const { trigger, secret } = await publish();
		await replaceToken(trigger);
		expect(await push(trigger, update(5, 'forged'), secret)).toBe(503);
		expect(await secretSet()).not.toBe(secret);
		expect(await push(trigger, update(5, 'forged'), secret)).toBe(403);
		expect(trigger.started).toEqual([]);
		expect(await push(trigger, update(5), await secretSet())).toBe(200);
		expect(trigger.started).toHaveLength(1);
	});

	test('does not silence the webhook, because the server gets the new secret', async () => {
		const { trigger, secret } = await publish();
		await replaceToken(trigger);
		for (const text of ['one', 'two']) await say(text);
		await soon('both have come', () => trigger.started.length === 2);
		expect(await emulator.calls('setWebhook')).toHaveLength(2);
		expect(await secretSet()).not.toBe(secret);
		expect(await push(trigger, update(5), secret)).toBe(403);
		expect(await push(trigger, update(6), await secretSet())).toBe(200);
		expect(trigger.started).toHaveLength(3);
	});
});

test('a push that the filters hold back gets 200 and starts nothing', async () => {
	const { trigger, secret } = await publish({ filters: { commands: '/ban' } });
	expect(await push(trigger, update(6, 'hello'), secret)).toBe(200);
	expect(await push(trigger, update(7, '/ban@demo_bot Noah'), secret)).toBe(200);
	expect(trigger.started.map(({ item }) => item.json)).toMatchObject([
		{ command: '/ban', commandArguments: 'Noah' },
	]);
});

test('a kind that nobody asked for starts nothing', async () => {
	const { trigger, secret } = await publish({ updates: ['callback_query'] });
	expect(await push(trigger, update(6), secret)).toBe(200);
	expect(trigger.started).toEqual([]);
});

test('a raw item is the update as the server sent it', async () => {
	const { trigger, secret } = await publish({ output: 'raw' });
	await push(trigger, update(6), secret);
	expect(trigger.started[0].item.json).toEqual(update(6));
});

test('the secret is the same for all workflows of a bot, and shows no token', async () => {
	const secrets: string[] = [];
	for (const id of ['one', 'two']) {
		const trigger = await listen({ options: { takeOver: true } }, id);
		await trigger.open();
		secrets.push(await secretSet());
	}
	expect(secrets[0]).toBe(secrets[1]);
	expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/);
	expect(secrets[0]).not.toContain(emulator.token);
});
