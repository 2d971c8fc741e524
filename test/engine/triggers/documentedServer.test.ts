import { randomBytes, randomUUID } from 'node:crypto';

import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import { dataOf } from '../../../nodes/BotMessaging/callbackData/buttonData';
import { METHODS, type MethodName, type MethodShape } from '../../../reference';
import { validCases } from '../../cases';
import { expectDone } from '../../cases/done';
import { botAt } from '../../support/bot';
import { itemOf } from '../../support/caseItem';
import { TRIGGERS, useEitherTrigger } from '../../support/eitherTrigger';
import { updateOf } from '../../support/webhookTests';
import { WebhookTrigger } from '../../support/webhookTrigger';
import { useWaitingServer } from '../../support/waitingServer';

const { emulator, api, credential, publish, say, soon } = useEitherTrigger();
const { chats, users } = emulator.defaults;
const n8n = useWaitingServer();

/** A server that knows only what the first source shows (reference 1), and refuses the rest. */
beforeEach(async () => await emulator.settings({ methods: 'reference' }));

const isShown = ({ documented }: MethodShape) => documented === 'reference';
const SHOWN = Object.entries<MethodShape>(METHODS).filter(([, shape]) => isShown(shape));

const told = async () => await emulator.calls('setWebhook');
const textsOf = (started: ReadonlyArray<{ item: { json: Record<string, unknown> } }>) =>
	started.map(({ item }) => item.json.text);

const bots: WebhookTrigger[] = [];
afterEach(() => bots.splice(0).forEach(({ server }) => server.close()));

/** A published workflow with the webhook trigger, optionally in the same n8n as another one. */
async function open(id: string, other?: WebhookTrigger, parameters: object = {}) {
	const made = new WebhookTrigger(credential(), parameters as never, id, `hook-${id}`);
	const trigger = other ? made.beside(other) : await made.listen();
	bots.push(trigger);
	await trigger.open();
	return trigger;
}

const pushAt = async (url: string, body: object = updateOf(1, chats.demoGroup)) =>
	(await axios.post(url, body, { validateStatus: () => true })).status;

describe.each(TRIGGERS)('the %s trigger', (kind) => {
	test('starts the workflow, and stops', async () => {
		const trigger = await publish(kind, { updates: ['message'] });
		for (const text of ['one', 'two']) await say(text);
		await soon('both have come', () => trigger.started.length === 2);
		expect(textsOf(trigger.started).sort()).toEqual(['one', 'two']);
		await trigger.stop();
		await say('after it');
		expect(trigger.started).toHaveLength(2);
	});

	test('brings an answer to its question', async () => {
		const options = { n8nAddress: n8n.address };
		const trigger = await publish(kind, { updates: ['message', 'callback_query'], options });
		const signature = randomBytes(32).toString('hex');
		const target = { executionId: '12', nodeId: randomUUID(), signature };
		const [callback_data] = dataOf(target, 'press', 1);
		// The first source shows buttons below a dice, and none below a text.
		const { message_id } = await api('sendDice', {
			chat_id: chats.demoGroup,
			reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data }]] },
		});
		const body = { chat_id: chats.demoGroup, message_id, callback_data };
		await emulator.act('press', { ...body, user_id: users.mia });
		await soon('it is brought', () => n8n.delivered.length === 1);
		expect(n8n.delivered[0].payload).toMatchObject({ kind: 'press', button: 0 });
		expect(trigger.started).toEqual([]);
	});
});

describe('polling', () => {
	test('leaves out one parameter after the other, and the log says what the server lacks', async () => {
		const trigger = await publish('polling', { updates: ['message'] });
		const polls = async () => await emulator.calls('getUpdates');
		await soon('it has asked again', async () => (await polls()).length > 6);
		const asked = (await polls()).map(({ params, status }) => [Object.keys(params).sort(), status]);
		expect(asked.slice(0, 5)).toEqual([
			[['allowed_updates', 'limit', 'timeout'], 400],
			[['limit', 'timeout'], 400],
			[['limit'], 400],
			[[], 200],
			[[], 200],
		]);
		for (const text of ['one', 'two']) await say(text);
		await soon('both have come', () => trigger.started.length === 2);
		expect(trigger.logged[0]).toMatch(/can do less than others.*allowed_updates.*timeout/);
		const { outputs } = await botAt(emulator).run('checkSetup', {}, { credential: credential() });
		expect(JSON.stringify(outputs)).toContain('serverLacks');
	});
});

describe('a webhook', () => {
	test('is set by its address alone, and the log says what the server lacks', async () => {
		const trigger = await open('alone');
		expect((await told()).map(({ params, status }) => [Object.keys(params), status])).toEqual([
			[['url', 'allowed_updates', 'secret_token'], 400],
			[['url', 'secret_token'], 400],
			[['url'], 200],
		]);
		expect(trigger.logged).toEqual([
			expect.stringMatching(/getWebhookInfo.*secret_token.*allowed_updates.*Polling Trigger/),
		]);
	});

	test('takes pushes at the address that only the server knows, and no others', async () => {
		const trigger = await open('alone');
		const { url } = (await told()).at(-1)!.params;
		const { key } = Object.fromEntries(new URL(url).searchParams);
		expect(key).toMatch(/^[0-9a-f]{64}$/);
		for (const wrong of ['', '?key=', '?key=guessed', `?key=${key}x`, `?to=${key}`]) {
			expect(await pushAt(trigger.address() + wrong)).toBe(403);
		}
		expect(trigger.started).toEqual([]);
		expect(await pushAt(url)).toBe(200);
		expect(trigger.started).toHaveLength(1);
		const shown = trigger.logged.join() + JSON.stringify([trigger.staticData, trigger.started]);
		expect(shown).not.toContain(key);
	});

	test('is shared by workflows, and is removed with the last one', async () => {
		const one = await open('one');
		const other = await open('other', one, { filters: { textContains: 'two' } });
		for (const text of ['one', 'two']) await say(text);
		await soon('all have come', () => one.started.length + other.started.length === 3);
		expect([textsOf(one.started).sort(), textsOf(other.started)]).toEqual([
			['one', 'two'],
			['two'],
		]);
		await other.step('delete');
		await say('three');
		await soon('it has come', () => one.started.length === 3);
		await one.step('delete');
		expect((await told()).at(-1)).toMatchObject({ params: { url: '' }, status: 200 });
	});

	test('is set again when n8n starts, by the same address', async () => {
		const trigger = await open('alone');
		const { url } = (await told()).at(-1)!.params;
		await trigger.open('trigger', 'init');
		expect((await told()).at(-1)!.params.url).toBe(url);
	});

	test('gets a new key after the bot token is replaced, and the former key no longer works', async () => {
		const trigger = await open('alone');
		const { url } = (await told()).at(-1)!.params;
		const replaced = credential().botToken.replace(/:.*/, ':replaced');
		const snapshot = await emulator.control('get', 'snapshot');
		snapshot.bots.at(-1).token = replaced;
		await emulator.control('put', 'snapshot', snapshot);
		trigger.paste({ botToken: replaced });
		expect(await pushAt(url)).toBe(503);
		const { url: renewed } = (await told()).at(-1)!.params;
		expect([await pushAt(url), await pushAt(renewed)]).toEqual([403, 200]);
		expect(trigger.started).toHaveLength(1);
	});

	test('is not set if the server lacks what the user asks for', async () => {
		const parameters = { pendingUpdates: 'drop' };
		await expect(open('dropping', undefined, parameters)).rejects.toMatchObject({
			message: expect.stringContaining('unknown parameter "drop_pending_updates"'),
		});
	});

	test.each(['bad webhook: allowed_updates', 'not supported: url', 'Unknown error'])(
		'is not set with fewer settings if the server refuses it for another reason: %s',
		async (description) => {
			await emulator.fault({ kind: 'error', status: 400, method: 'setWebhook', description });
			await expect(open('alone')).rejects.toMatchObject({ message: description });
			expect(await told()).toHaveLength(1);
		},
	);
});

test('the tests of operations cover all fifteen methods', () => {
	const covered = SHOWN.map(([name]) => name).filter((name) =>
		shownCases.some(({ method }) => method === name),
	);
	expect(covered).toHaveLength(15);
});

const shownCases = validCases.filter(({ method }) => isShown(METHODS[method as MethodName]));

describe('an operation', () => {
	const { run } = botAt(emulator);

	/** A form without the fields that are sent under these names. */
	function without(parameters: IDataObject, unknown: string[]) {
		if (unknown.includes('reply_markup')) parameters = { ...parameters, replyMarkup: 'none' };
		const added = Object.entries((parameters.additionalFields ?? {}) as IDataObject);
		const isKnown = ([name]: [string, unknown]) =>
			!unknown.includes(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
		const additionalFields = Object.fromEntries(added.filter(isKnown));
		return { ...parameters, ...(added.length > 0 && { additionalFields }) };
	}

	const isAsking = ({ operation }: { operation: string }) =>
		['sendAndWait', 'askForm', 'showMenu', 'streamAnswer'].includes(operation);

	test.each(shownCases.filter(isAsking))(
		'$name needs buttons or formats: it is refused',
		async (one) => {
			const items = [await itemOf(one.input, emulator)];
			const { trigger } = one.input;
			const { error } = await run(one.operation, one.input.parameters, { items, trigger });
			expect(error?.message).toContain('unknown parameter');
		},
	);

	const others = shownCases.filter((one) => !isAsking(one));

	test.each(others)('$name', async ({ operation, method, input }) => {
		const items = [await itemOf(input, emulator)];
		const unknown: string[] = [];
		for (;;) {
			const parameters = without(input.parameters, unknown);
			const { outputs, error } = await run(operation, parameters, {
				items,
				trigger: input.trigger,
			});
			const [, name] = /unknown parameter "(\w+)"/.exec(error?.message ?? '') ?? [];
			if (name && !unknown.includes(name)) {
				unknown.push(name);
				continue;
			}
			expect(error).toBeUndefined();
			// Without a limit, there may be more updates.
			if (unknown.includes('limit')) return;
			expect(outputs[0]).toHaveLength(input.output.length);
			if (unknown.length > 0) return;
			expect(outputs[0].map(({ json }) => json)).toEqual(input.output);
			return await expectDone(emulator, method, input);
		}
	});
});
