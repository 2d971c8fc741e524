import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import axios from 'axios';

import { botOf } from '../../../nodes/BotMessaging/memory/registry';
import { proofOf, SharedWebhook } from '../../../nodes/BotMessaging/sources/webhook/server';
import { botAt } from '../../support/bot';
import { startOddServer } from '../../support/odd';
import { updateOf, useWebhooks } from '../../support/webhookTests';
import type { WebhookTrigger } from '../../support/webhookTrigger';

const { emulator, listen, listenBeside, say, info, secretSet, push, soon } = useWebhooks();
const { chats } = emulator.defaults;

const HEADER = 'X-Telegram-Bot-Api-Secret-Token';
const update = (id: number, text?: string) => updateOf(id, chats.demoGroup, text);
const textsOf = ({ started }: WebhookTrigger) => started.map(({ item }) => item.json.text);
const deliveries = async (): Promise<Array<{ status: number }>> =>
	await emulator.control('get', 'deliveries');
const settled = async () =>
	await soon('all are delivered', async () => (await info()).pending_update_count === 0);

let workflows = 0;

/** Published workflows of one bot in one n8n. The last one published gets the pushes. */
async function publish(...forms: object[]): Promise<WebhookTrigger[]> {
	const id = `w${workflows++}`;
	const first = await listen(forms[0], `${id}-0`, `hook-${id}-0`);
	const others = forms.slice(1).map((form, n) => listenBeside(first, `${id}-${n + 1}`, form));
	const all = [first, ...others];
	for (const trigger of all) await trigger.open();
	return all;
}

/** The address that leads to these triggers. */
const leadingTo = (...triggers: WebhookTrigger[]) => {
	const places = triggers.map((trigger) => trigger.address().split('/').slice(-3, -1).join('/'));
	return triggers[0].address() + (triggers.length > 1 ? `?to=${places.join()}` : '');
};

/** Pushes an update to everything named in an address. */
const pushAt = async (url: string, body: object | string, carried?: string) => {
	const headers = { 'content-type': 'application/json', ...(carried && { [HEADER]: carried }) };
	return (await axios.post(url, body, { headers, validateStatus: () => true })).status;
};

describe('several workflows of one bot', () => {
	test('share a webhook for all their kinds, and each gets what its filters let through', async () => {
		const [bans, polls, all] = await publish(
			{ filters: { commands: '/ban' } },
			{ updates: ['poll'] },
			{ updates: ['message', 'chat_member'] },
		);
		// Each update becomes four pushes, but n8n gets no more at a time than otherwise.
		expect(await info()).toMatchObject({ url: leadingTo(all, polls, bans), max_connections: 10 });
		expect((await info()).allowed_updates.sort()).toEqual([
			'callback_query',
			'chat_member',
			'message',
			'my_chat_member',
			'poll',
		]);
		for (const text of ['/ban Noah', 'hello']) await say(text);
		await settled();
		expect([textsOf(bans), textsOf(polls)]).toEqual([['/ban Noah'], []]);
		expect(textsOf(all).sort()).toEqual(['/ban Noah', 'hello']);
		// One acknowledgement for each.
		expect((await deliveries()).map(({ status }) => status)).toEqual([200, 200]);
	});

	test('can be unpublished one by one, in any order, and the last removes the webhook', async () => {
		const [one, two, three] = await publish(
			{ updates: ['poll'] },
			{},
			{ updates: ['edited_message'] },
		);
		await three.step('delete');
		expect(await info()).toMatchObject({
			url: leadingTo(two, one),
			allowed_updates: ['message', 'callback_query', 'my_chat_member', 'poll'],
		});
		await one.step('delete');
		expect(await info()).toMatchObject({
			url: two.address(),
			allowed_updates: ['message', 'callback_query', 'my_chat_member'],
			max_connections: 40,
		});
		await say('alone');
		await settled();
		expect(textsOf(two)).toEqual(['alone']);
		await two.step('delete');
		expect((await info()).url).toBe('');
	});

	test('all share it if they are published at the same time', async () => {
		const first = await listen({}, 'first', 'hook-first');
		const others = ['a', 'b', 'c'].map((id) => listenBeside(first, id));
		await Promise.all([first, ...others].map(async (trigger) => await trigger.open()));
		await say('for all');
		await settled();
		expect([first, ...others].map(textsOf)).toEqual(Array(4).fill(['for all']));
		await Promise.all([first, ...others].map(async (trigger) => await trigger.step('delete')));
		expect((await info()).url).toBe('');
	});

	test('leave no webhook behind for a workflow that n8n could not remove', async () => {
		const [one, two] = await publish({}, {});
		await emulator.fault({ kind: 'error', status: 400, method: 'getWebhookInfo' });
		await expect(one.step('delete')).rejects.toThrow();
		// n8n starts again, without the first one.
		botOf({ service: 'other', baseUrl: emulator.url, botToken: emulator.token }).forget(
			SharedWebhook,
		);
		await two.open('trigger', 'init');
		await say('hello');
		await settled();
		expect(textsOf(two)).toEqual(['hello']);
		await two.step('delete');
		expect((await info()).url).toBe('');
	});

	test('are unchanged after a restart of n8n', async () => {
		const all = await publish({}, { updates: ['poll'] });
		const { url } = await info();
		for (const trigger of all) await trigger.open('trigger', 'init');
		expect(await info()).toMatchObject({ url });
		expect(await emulator.calls('setWebhook')).toHaveLength(2);
	});

	test('get what waited when the first was published, and none drops the updates of the others', async () => {
		await say('waiting');
		const first = await listen({}, 'first', 'hook-first');
		first.server.failures = 1;
		await first.open();
		await soon('it was refused once', async () => (await deliveries()).length > 0);
		await listenBeside(first, 'dropping', { pendingUpdates: 'drop' }).open();
		await settled();
		expect(textsOf(first)).toEqual(['waiting']);
	});

	test('move together to another address of this n8n', async () => {
		const [one, two] = await publish({}, {});
		const id = `w${workflows - 1}`;
		const there = await listen({}, `${id}-0`, `hook-${id}-0`);
		const beside = listenBeside(there, `${id}-1`);
		Object.assign(there.staticData, one.staticData);
		Object.assign(beside.staticData, two.staticData);
		await there.open('trigger', 'init');
		await beside.open('trigger', 'init');
		await say('at the new address');
		await settled();
		expect([there, beside].map(textsOf)).toEqual([['at the new address'], ['at the new address']]);
		expect([one, two].map(textsOf)).toEqual([[], []]);
	});

	test('refuse each other if they are on different instances of n8n', async () => {
		await publish({}, {});
		const { url } = await info();
		const elsewhere = await listen({}, 'elsewhere', 'hook-elsewhere');
		await expect(elsewhere.open()).rejects.toThrow('turn on Take Over an Existing Webhook');
		await elsewhere.step('delete');
		expect((await info()).url).toBe(url);
	});

	test('keep sharing when the bot token is replaced', async () => {
		const [one, two] = await publish({}, { updates: ['poll', 'message'] });
		const { url, allowed_updates: kinds } = await info();
		const replaced = emulator.token.replace(/:.*/, ':replaced');
		const snapshot = await emulator.control('get', 'snapshot');
		snapshot.bots.find((bot: { token: string }) => bot.token === emulator.token).token = replaced;
		await emulator.control('put', 'snapshot', snapshot);
		for (const trigger of [one, two]) trigger.paste({ botToken: replaced });
		await emulator.control('delete', 'calls');
		await say('after it');
		await soon('both have it', () => one.started.length + two.started.length === 2);
		const [{ params }] = await emulator.calls('setWebhook');
		expect(params).toMatchObject({ url, allowed_updates: kinds });
	});
});

describe('an update for several workflows', () => {
	test('is done when all have it, and does not start again where it has started', async () => {
		const [one, two, three] = await publish({}, {}, {});
		// The server of all three fails to start two executions.
		one.server.failures = 2;
		await say('hello');
		await settled();
		expect([one, two, three].map(textsOf)).toEqual(Array(3).fill(['hello']));
		expect((await deliveries()).map(({ status }) => status)).toEqual([503, 200]);
	});

	test('is done when a workflow that still needed it is gone', async () => {
		const [one, two] = await publish({}, {});
		const { url } = await info();
		const secret = await secretSet();
		await one.step('delete');
		// As if it had been on its way while the workflow was unpublished.
		expect(await pushAt(url, update(1), secret)).toBe(200);
		expect([one, two].map(textsOf)).toEqual([[], ['pushed']]);
	});

	test('is given up for a workflow that n8n can never start, but only when the others have it', async () => {
		const [one, two] = await publish({}, {});
		one.breaks = true;
		await say('hello');
		await settled();
		expect([one, two].map(textsOf)).toEqual([[], ['hello']]);
		const statuses = (await deliveries()).map(({ status }) => status);
		expect(statuses).toEqual([503, 503, 200]);
		expect(one.server.failed).toHaveLength(3);
	});

	test('is not given up for one workflow while n8n can start none', async () => {
		const [one, two] = await publish({}, {});
		one.server.failures = 10;
		await say('hello');
		await settled();
		expect([one, two].map(textsOf)).toEqual([['hello'], ['hello']]);
	});

	test('is done for the others if the credential of one has another token, and the log says so', async () => {
		const [one, two] = await publish({}, {});
		one.paste({ botToken: '7:another' });
		for (const text of ['hello', 'again']) await say(text);
		await settled();
		expect([one, two].map(textsOf)).toEqual([[], expect.arrayContaining(['hello', 'again'])]);
		expect(two.logged).toEqual([expect.stringMatching(/webhook\/hook-w\d+-0, gets no updates/)]);
	});

	test('waits on the server until n8n can be reached, and one failed execution says what to do', async () => {
		const options = { n8nAddress: 'http://127.0.0.1:9' };
		const [one, two] = await publish({}, { options });
		const secret = await secretSet();
		const { url } = await info();
		const statuses = [];
		for (const id of [1, 1, 2]) statuses.push(await pushAt(url, update(id), secret));
		expect(statuses).toEqual([500, 503, 503]);
		expect(one.server.failed).toHaveLength(1);
		expect(one.server.failed[0].message).toContain('cannot reach n8n');
		expect([...one.started, ...two.started]).toEqual([]);
		const { json } = await botAt(emulator).run('checkSetup', {});
		const whatToDo = expect.stringContaining('Instance Address');
		expect(json).toContainEqual(expect.objectContaining({ cause: 'notReached', whatToDo }));
	});

	test('is not given up because another n8n answers that it does not know the workflows', async () => {
		const stranger = await listen({}, 'stranger', 'hook-stranger');
		const [one, two] = await publish({}, { options: { n8nAddress: stranger.listensAt } });
		const status = await pushAt((await info()).url, update(1), await secretSet());
		expect(status).toBeGreaterThanOrEqual(500);
		expect([one, two].map(textsOf)).toEqual([[], []]);
	});

	test('is neither lost nor repeated if a workflow is unpublished meanwhile', async () => {
		const all = await publish({}, {}, {});
		const [one, two, three] = all;
		const texts = Array.from({ length: 60 }, (_none, n) => `message ${n}`);
		const writing = texts.reduce(
			async (before, text) => await before.then(async () => await say(text)),
			Promise.resolve(),
		);
		await soon('some have come', () => three.started.length > 15);
		await three.step('delete');
		const last = three.started.length;
		await writing;
		await settled();
		expect([textsOf(one).sort(), textsOf(two).sort()]).toEqual([texts.sort(), texts.sort()]);
		expect(new Set(textsOf(three)).size).toBe(three.started.length);
		expect(three.started.length - last).toBeLessThan(texts.length - last);
	});
});

describe('a push that a trigger passes on', () => {
	test('gets 403 unless it carries the proof for its own text', async () => {
		const [one] = await publish({}, {});
		const secret = await secretSet();
		const text = JSON.stringify(update(1));
		const proof = proofOf(secret, text);
		for (const wrong of ['', 'guessed', proofOf(secret, '{}'), proofOf('guessed', text)]) {
			expect(await push(one, text, wrong)).toBe(403);
		}
		expect(await push(one, JSON.stringify(update(2)), proof)).toBe(403);
		expect(one.started).toEqual([]);
		expect(await push(one, text, proof)).toBe(200);
		expect(one.started).toHaveLength(1);
	});

	test('is not passed on again', async () => {
		const [one, two] = await publish({}, {});
		const text = JSON.stringify(update(1));
		const proof = proofOf(await secretSet(), text);
		expect(await pushAt(leadingTo(one, two), text, proof)).toBe(200);
		expect([one, two].map(textsOf)).toEqual([['pushed'], []]);
	});

	test('does not follow a redirect', async () => {
		const thief = await startOddServer((_request, response) => {
			response.setHeader('x-bot-messaging-trigger', 'yes');
			response.end();
		});
		const gate = await startOddServer((request, response) => {
			response.writeHead(307, { location: `${thief.url}${request.url}` }).end();
		});
		const options = { n8nAddress: gate.url };
		const [one, two] = await publish({ options }, { options });
		await pushAt(leadingTo(one, two), update(1), await secretSet());
		await Promise.all([thief.close(), gate.close()]);
		expect(gate.asked).not.toEqual([]);
		expect(thief.asked).toEqual([]);
	});

	test('does not carry the secret, and goes only to webhooks of this n8n', async () => {
		const [one, two] = await publish({}, {});
		const secret = await secretSet();
		const contacts: string[] = [];
		const foreign = createServer((request, response) => {
			contacts.push(request.url ?? '');
			response.end();
		});
		await once(foreign.listen(0, '127.0.0.1'), 'listening');
		const host = `127.0.0.1:${(foreign.address() as AddressInfo).port}`;
		const seen: Array<{ url?: string; carried: unknown }> = [];
		one.server.onRequest = ({ url, headers }) =>
			seen.push({ url, carried: headers[HEADER.toLowerCase()] });
		const evil = [
			`http://${host}/a`,
			`//${host}/a`,
			`@${host}/a`,
			`${host}/a`,
			'../rest',
			'webhook/..',
			'%2e%2e/rest',
			'a/b/c',
			'rest',
			'a/b?c',
			'a/b#c',
			'\\rest/a',
			'',
		];
		const [mine, other] = [two, one].map((trigger) => trigger.address().split('/').slice(-3, -1));
		const to = [mine.join('/'), ...evil, other.join('/')].map(encodeURIComponent).join();
		expect(await pushAt(`${two.address()}?to=${to}`, update(1), secret)).toBe(200);
		foreign.close();
		expect(contacts).toEqual([]);
		const [, ...passedOn] = seen;
		const known = [one, two].map((trigger) => new URL(trigger.address()).pathname).sort();
		// Two of them have no host, so they are looked up in this n8n, which has no such webhooks.
		const urls = passedOn.map(({ url }) => url).filter((url) => !url?.includes(host));
		expect(urls.sort()).toEqual(known);
		expect(passedOn.map(({ carried }) => carried)).not.toContain(secret);
		expect([one, two].map(textsOf)).toEqual([['pushed'], ['pushed']]);
	});
});
