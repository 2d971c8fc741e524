import type { IncomingMessage, ServerResponse } from 'node:http';

import { useClock } from '../../support/clock';
import { startOddServer, type OddServer } from '../../support/odd';
import { usePolling } from '../../support/pollingTests';
import { startUpdateServer } from '../../support/updateServer';
import { updateOf } from '../../support/webhookTests';

useClock();
const { create, token, soon, pause } = usePolling();

const servers: OddServer[] = [];

afterEach(async () => {
	await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

/**
 * A server whose getUpdates returns the result of `list` for the first unconfirmed id; the rest of the API
 * is normal.
 *
 * @param results results of other methods, by name
 */
async function serverWith(
	list: (offset: number) => unknown,
	results: Record<string, unknown> = {},
) {
	let confirmed = 0;
	const polls: Array<{ offset?: number; timeout?: number; at: number }> = [];
	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
		const isPoll = request.url!.endsWith('/getUpdates');
		if (isPoll) polls.push({ ...body, at: Date.now() });
		confirmed = Math.max(confirmed, body.offset ?? 0);
		const method = request.url!.split('/').at(-1)!;
		const result = isPoll ? list(confirmed) : (results[method] ?? {});
		response.end(typeof result === 'string' ? result : JSON.stringify({ ok: true, result }));
	};
	// A handler cannot wait; an error in it ends the test run.
	const server = await startOddServer((request, response) => void answer(request, response));
	servers.push(server);
	return { url: server.url, polls };
}

const startAt = async (baseUrl: string) =>
	await create({}, {}, {}, { baseUrl, botToken: token() }).start();

/** Milliseconds between the next polls, on the trigger's clock. */
async function gapsAfterThat(polls: Array<{ at: number }>): Promise<number[]> {
	const first = polls.length;
	await soon('it has asked again', () => polls.length > first + 3);
	return [1, 2, 3].map((step) => polls[first + step].at - polls[first + step - 1].at);
}

const CHAT = -100;

test('an entry that is not an update is reported once, and the loop continues', async () => {
	const all = [{ hello: 1 }, updateOf(1, CHAT, 'one'), null, 'text', updateOf(2, CHAT, 'two')];
	const { url, polls } = await serverWith((offset) =>
		all.filter((entry) => ((entry as { update_id?: number })?.update_id ?? offset) >= offset),
	);
	const trigger = await startAt(url);
	await soon('both have come', () => trigger.started.length === 2);
	const before = polls.length;
	await soon('it has asked again', () => polls.length > before + 2);
	expect(trigger.texts).toEqual(['one', 'two']);
	const named = ['it has no update_id', 'it is null', 'it is no object'];
	const lines = trigger.logged.filter((line) => line.includes('not an update'));
	expect(lines.map((line) => /\((.*)\)/.exec(line)?.[1])).toEqual(named);
	expect(trigger.failed).toHaveLength(named.length);
	expect(trigger.logged).not.toContainEqual(expect.stringContaining('No updates for now'));
});

test('a server that does not hold a poll open is asked with growing pauses, which is logged once', async () => {
	const { url, polls } = await serverWith(() => []);
	const trigger = await startAt(url);
	await soon('it is said', () => trigger.logged.some((line) => line.includes('once a second')));
	expect(await gapsAfterThat(polls)).toEqual([1000, 1000, 1000]);
	expect(trigger.logged).toHaveLength(1);
	expect(polls.every(({ timeout }) => timeout === 30)).toBe(true);
});

test('a server that does not hold a poll open brings all its updates', async () => {
	let known = 0;
	const { url } = await serverWith((offset) => {
		known = Math.min(known + 1, 5);
		return Array.from({ length: known }, (_none, index) => updateOf(index + 1, CHAT, 'hi')).filter(
			({ update_id: id }) => id >= offset,
		);
	});
	const trigger = await startAt(url);
	await soon('all have come', () => trigger.started.length === 5);
});

test('an update that the server shows with another name in each list starts once', async () => {
	let shown = 0;
	const { url, polls } = await serverWith((offset) =>
		[updateOf(1, CHAT, 'hi'), updateOf(2, CHAT, 'ho')]
			.filter(({ update_id: id }) => id >= offset)
			.map(({ message, ...update }) => ({
				...update,
				message: { ...message, from: { ...message.from, first_name: `Mia ${shown++}` } },
			})),
	);
	const trigger = create({}, {}, {}, { baseUrl: url, botToken: token() });
	trigger.endsAtOnce = false;
	await trigger.start();
	await soon('it has asked again', () => polls.length > 5);
	trigger.endsAtOnce = true;
	trigger.started[0].end();
	await soon('both are confirmed', () => polls.some(({ offset }) => offset === 3));
	expect(trigger.texts).toEqual(['hi', 'ho']);
});

test('ids beyond 2^53 arrive unrounded', async () => {
	const list = JSON.stringify({ ok: true, result: [updateOf(1, 123, 'hello')] });
	const { url } = await serverWith((offset) =>
		offset > 1 ? [] : list.replace('"id":123', '"id":9007199254740993'),
	);
	const trigger = await startAt(url);
	await soon('it has come', () => trigger.started.length > 0);
	expect(trigger.started[0].item.json.chatId).toBe('9007199254740993');
});

test('a right that the server does not name counts as missing', async () => {
	const calls = [1, 2, 3].map((id) => {
		const { message, ...update } = updateOf(id, CHAT, `/mute ${id}`);
		return { ...update, message: { ...message, from: { id } } };
	});
	const getChatAdministrators = [
		{ user: { id: 1 }, status: 'creator' },
		{ user: { id: 2 }, status: 'administrator' },
		{ user: { id: 3 }, status: 'administrator', can_restrict_members: true },
	];
	const { url } = await serverWith((offset) => calls.filter(({ update_id: id }) => id >= offset), {
		getChatAdministrators,
	});
	const command = { command: '/mute', where: 'administrators', right: 'can_restrict_members' };
	const routing = { outputs: 'commands', outputCommands: { command: [command] } };
	const trigger = await create(routing, {}, {}, { baseUrl: url, botToken: token() }).start();
	await soon('all have come', () => trigger.started.length === 3);
	const found = trigger.started.map(({ output, item }) => [item.json.text, output]);
	expect(found.sort()).toEqual([
		['/mute 1', 0],
		['/mute 2', 1],
		['/mute 3', 0],
	]);
});

test('who adds five people or removes them writes no flood, and none of the five is found to', async () => {
	const { message } = updateOf(1, CHAT, '');
	const changes = ['new_chat_members', 'left_chat_member'].flatMap((kind, half) =>
		[1, 2, 3, 4, 5].map((n) => {
			const person = { id: 2000 + n, is_bot: false, first_name: `Friend ${n}` };
			const about = { [kind]: half === 0 ? [person] : person };
			const number = half * 5 + n;
			return {
				update_id: number,
				message: { ...message, text: undefined, message_id: number, ...about },
			};
		}),
	);
	const { url, polls } = await serverWith((offset) =>
		changes.filter(({ update_id: id }) => id >= offset),
	);
	const trigger = create(
		{ rules: { floodMessages: 3 } },
		{},
		{},
		{ baseUrl: url, botToken: token() },
	);
	await trigger.start();
	await soon('all are confirmed', () => polls.some(({ offset }) => offset === 11));
	expect(trigger.started.map(({ item }) => item.json.userId)).toEqual([]);
});

test('who joins, leaves and joins again starts the workflow twice, also if the server tells it in another way', async () => {
	const { message } = updateOf(1, CHAT, '');
	const person = { id: 2001, is_bot: false, first_name: 'Ada' };
	const { chat, date } = message;
	const change = (update_id: number, seconds: number, before: string, after: string) => ({
		update_id,
		chat_member: {
			...{ chat, from: person, date: date + seconds },
			old_chat_member: { status: before, user: person },
			new_chat_member: { status: after, user: person },
		},
	});
	const all = [
		{
			update_id: 1,
			message: { ...message, text: undefined, from: person, new_chat_members: [person] },
		},
		change(2, 0, 'left', 'member'),
		change(3, 5, 'member', 'left'),
		change(4, 10, 'left', 'member'),
	];
	const { url, polls } = await serverWith((offset) =>
		all.filter(({ update_id: id }) => id >= offset),
	);
	const parameters = { updates: ['message', 'chat_member'], filters: { onlyNewMembers: true } };
	const trigger = create(parameters, {}, {}, { baseUrl: url, botToken: token() });
	await trigger.start();
	await soon('all are confirmed', () => polls.some(({ offset }) => offset === 5));
	expect(trigger.started.map(({ item }) => item.json.updateId)).toEqual([1, 4]);
});

test('one bot at two addresses has two loops', async () => {
	const urls = await Promise.all(
		['here', 'there'].map(async (text) => {
			const { url } = await serverWith((offset) =>
				[updateOf(1, CHAT, text)].filter(({ update_id: id }) => id >= offset),
			);
			return url;
		}),
	);
	const [here, there] = await Promise.all(
		urls.map(
			async (baseUrl, index) =>
				await create({}, { id: `w${index}` }, {}, { baseUrl, botToken: token() }).start(),
		),
	);
	await soon('both go on', () => here.started.length === 1 && there.started.length === 1);
	expect([...here.texts, ...there.texts]).toEqual(['here', 'there']);
});

test('a server that ignores confirmations is asked once a second, which is logged once', async () => {
	const { url, polls } = await serverWith(() => [
		updateOf(1, CHAT, 'one'),
		updateOf(2, CHAT, 'two'),
	]);
	const trigger = await startAt(url);
	await soon('it is said', () =>
		trigger.logged.some((line) =>
			line.includes('answers polls at once although it has no new updates'),
		),
	);
	expect(await gapsAfterThat(polls)).toEqual([1000, 1000, 1000]);
	expect(trigger.texts).toEqual(['one', 'two']);
	expect(trigger.logged).toHaveLength(1);
});

test('a workflow that is published many times does not hold up the others of its bot', async () => {
	const server = await startUpdateServer(250, 10);
	servers.push(server);
	const credential = { baseUrl: server.url, botToken: token() };
	const other = await create({}, { id: 'other' }, {}, credential).start();
	const restless = create({}, { id: 'restless' }, {}, credential);
	let isOver = false;
	const republishing = (async () => {
		while (!isOver) {
			await restless.start();
			await pause(100);
			await restless.stop();
		}
	})();
	await soon('the other has all', () => other.started.length === 250).finally(async () => {
		isOver = true;
		await republishing;
	});
	expect(new Set(restless.texts).size).toBe(restless.texts.length);
});

test('an entry of the list of administrators that is no object is passed over', async () => {
	const olga = { id: 1001, first_name: 'Olga' };
	const posts = [updateOf(1, CHAT, 'one'), updateOf(2, CHAT, 'by Olga'), updateOf(3, CHAT, 'two')];
	Object.assign(posts[1].message, { from: olga });
	const { url } = await serverWith((offset) => posts.filter(({ update_id: id }) => id >= offset), {
		getChatAdministrators: [null, 'text', 7, { status: 'administrator', user: olga }],
	});
	const trigger = create(
		{ filters: { writtenBy: 'others' } },
		{},
		{},
		{ baseUrl: url, botToken: token() },
	);
	await trigger.start();
	await soon('both have come', () => trigger.started.length === 2);
	expect(trigger.texts).toEqual(['one', 'two']);
	expect(trigger.failed).toEqual([]);
});
