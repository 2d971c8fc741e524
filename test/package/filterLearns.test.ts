import type { IDataObject } from 'n8n-workflow';

import { simplify } from '../../nodes/BotMessaging/update/output';
import { Context } from '../../nodes/BotMessaging/update/context';
import { useEmulator } from '../support/emulator';
import { LittleN8n, type Asked } from '../support/littleN8n';
import { madeRows } from '../support/madeSpam';

const emulator = useEmulator();
const { demoGroup: group, moderators } = emulator.defaults.chats;
const { noah, mia, milan } = emulator.defaults.users;

const ROWS = 'Bot Spam Filter';
const PEOPLE = 'Bot Trusted People';

/** People who write one message each. */
const STRANGERS = Array.from({ length: 90 }, (_none, at) => 5000 + at);

let n8n: LittleN8n;
let updates: number;

const start = (tables = new Map<string, never>()) => {
	const credential = { baseUrl: emulator.url, botToken: emulator.token };
	n8n = new LittleN8n(credential, ['filter-rows', 'filter-learns']);
	for (const [name, rows] of tables) n8n.tables.set(name, rows);
};

beforeEach(async () => {
	updates = 0;
	await emulator.control('post', 'seed', {
		users: STRANGERS.map((id) => ({ id, is_bot: false, first_name: `Person ${id}` })),
		members: STRANGERS.map((user_id) => ({ chat_id: group, user_id, status: 'member' })),
	});
	start();
});

/** Somebody writes; returns the message, and the question about it, if it is asked. */
async function write(user_id: number, text: string, kind = 'message') {
	const { message } = await emulator.act('message', { user_id, chat_id: group, text });
	const before = n8n.asked.length;
	const item = simplify(new Context({ update_id: ++updates, [kind]: message as IDataObject }));
	void n8n.start('filter-learns', 'When Somebody Writes', item);
	await n8n.settled();
	expect(n8n.failed).toEqual([]);
	return { id: message.message_id as number, asked: n8n.asked[before] as Asked | undefined };
}

async function decide(asked: Asked | undefined, button: string) {
	asked!.answer(button);
	await n8n.settled();
	expect(n8n.failed).toEqual([]);
}

/** An administrator writes a command as a reply. */
async function command(name: string, text: string, userId = noah) {
	const json = { command: name, replyTo: { text, userId }, chatId: group, userId: milan };
	await n8n.start('filter-rows', 'When a Moderator Writes', json);
	expect(n8n.failed).toEqual([]);
}

const rows = () => (n8n.tables.get(ROWS) ?? []) as IDataObject[];
const rowOf = (text: string) => rows().find((row) => row.text === text);
const goodOf = (id: number) =>
	n8n.tables.get(PEOPLE)?.find((row) => row.userId === String(id))?.good;
const isDeleted = async (id: number, chat: number = group) =>
	(await emulator.state()).messages.find((one) => one.chat_id === chat && one.message_id === id)
		?.deleted;

/** Rows as an owner writes them into the table. */
const give = (count: number, seed = 1) => {
	const known = madeRows(count, seed).map((row, at) => ({ ...row, userId: '1', id: -count + at }));
	n8n.tables.set(ROWS, known);
};

/** What people write. */
const GOOD = madeRows(40, 1).flatMap(({ text, isSpam }) => (isSpam ? [] : `${text} then`));

const SPAM = 'Attention! earn 500$ without work register now';

test('it asks about each message until it knows enough, and then finds spam by itself', async () => {
	const asked = { spam: 0, good: 0 };
	const deleted = { spam: 0, good: 0 };
	for (const [at, { text, isSpam }] of madeRows(90, 3).entries()) {
		const written = await write(STRANGERS[at], text);
		const kind = isSpam ? 'spam' : 'good';
		const isGone = await isDeleted(written.id);
		if (isGone) deleted[kind]++;
		if (!written.asked) continue;
		asked[kind]++;
		await decide(written.asked, kind);
		expect(rowOf(text)?.isSpam).toBe(isSpam);
		expect(await isDeleted(written.id)).toBe(isGone || isSpam);
	}
	// The first 40 are asked about in any case.
	expect(asked.spam + asked.good).toBeGreaterThanOrEqual(40);
	expect(asked.good).toBeLessThanOrEqual(32);
	expect(deleted.spam).toBeGreaterThanOrEqual(8);
	expect(deleted.good).toBeLessThanOrEqual(3);
});

test('what it finds is deleted and shown, and Not Spam brings it back', async () => {
	give(200);
	const { id, asked } = await write(noah, SPAM);
	expect(await isDeleted(id)).toBe(true);
	expect(asked).toMatchObject({ chatId: String(moderators) });
	expect(asked!.text).toMatch(
		/^Noah \(1004\) wrote this in Demo Group\. It looks like spam \([01]\.\d\d\): /,
	);
	expect(asked!.text).toMatch(new RegExp(`\\. It is deleted\\.\n\n${SPAM.replace('$', '\\$')}$`));
	await decide(asked, 'good');
	const { messages } = await emulator.state();
	const later = messages.filter(({ chat_id: chat, message_id: one }) => chat === group && one > id);
	expect(later.map(({ text }) => text)).toEqual([
		'Noah wrote this. It was taken for spam by mistake:',
		SPAM,
	]);
	expect(rowOf(SPAM)).toMatchObject({ isSpam: false, userId: String(noah) });
	expect(goodOf(noah)).toBe(1);
});

test('Ban removes the person and the message, and teaches the filter', async () => {
	give(200);
	const { asked } = await write(noah, SPAM);
	await decide(asked, 'ban');
	const { members } = await emulator.state();
	const noahs = members.find(({ chat_id: chat, user_id: id }) => chat === group && id === noah);
	expect(noahs?.status).toBe('kicked');
	expect(rowOf(SPAM)?.isSpam).toBe(true);
});

test('nothing is deleted before a press if that is chosen, or if the message could not be brought back', async () => {
	give(200);
	await emulator.fault({ kind: 'error', method: 'copyMessage', status: 400, description: 'no' });
	const { id, asked } = await write(noah, SPAM);
	expect(await isDeleted(id)).toBe(false);
	expect(asked!.text).toContain('It is not deleted.');
	await decide(asked, 'spam');
	expect(await isDeleted(id)).toBe(true);
});

test('who has written good messages is not judged any more, until a moderator says that they write spam', async () => {
	give(200);
	for (const text of GOOD.slice(0, 3)) {
		expect((await write(noah, text)).asked).toBeUndefined();
	}
	expect(goodOf(noah)).toBe(3);
	expect((await write(noah, SPAM)).asked).toBeUndefined();
	// An edited message is no further one.
	await write(mia, GOOD[3]);
	for (let edits = 0; edits < 4; edits++) await write(mia, GOOD[4], 'edited_message');
	expect(goodOf(mia)).toBe(1);
	await command('/spam', SPAM);
	expect([goodOf(noah), rowOf(SPAM)?.isSpam]).toEqual([0, true]);
	expect((await write(noah, `${SPAM} again`)).asked).toBeDefined();
	// All of it is in the tables.
	start(n8n.tables as never);
	expect((await write(noah, `${SPAM} today`)).asked).toBeDefined();
	expect([goodOf(mia), goodOf(noah)]).toEqual([1, 0]);
});

test('a command as a reply is a row, and the last one about a text counts', async () => {
	for (const [name, isSpam] of [
		['/del', true],
		['/notspam', false],
		['/ban', true],
		['/notspam', false],
		['/tban', true],
	] as const) {
		await command(name, SPAM);
		expect(rows().map((row) => row.isSpam)).toEqual([isSpam]);
	}
	await n8n.start('filter-rows', 'When a Moderator Writes', { command: '/ban', userId: milan });
	expect(rows()).toHaveLength(1);
});

test('after a ban by hand, the last message of a person whom the filter judges is spam', async () => {
	give(200);
	await write(noah, GOOD[5]);
	const ban = (user: number, from: object) => ({
		userId: user,
		update: { chat_member: { from, new_chat_member: { status: 'kicked' } } },
	});
	const by = async (...given: Parameters<typeof ban>) =>
		await n8n.start('filter-rows', 'When a Member Changes', ban(...given));
	// By a bot, or of somebody who has written nothing.
	await by(noah, { id: 1, is_bot: true });
	await by(mia, { id: milan });
	expect(rows()).toHaveLength(200);
	await by(noah, { id: milan });
	expect(rowOf(GOOD[5])).toMatchObject({ isSpam: true, userId: String(noah) });
});

describe('somebody tries to teach it something wrong', () => {
	test('questions that nobody answers do not fill the rows that it learns from', async () => {
		give(200);
		for (let at = 0; at < 20_000; at++) {
			rows().push({ text: `${SPAM} ${at}`, userId: '1', id: -90_000 + at });
		}
		expect((await write(noah, `${SPAM} today`)).asked).toBeDefined();
	});

	test('a message without text that was reported teaches nothing about what its writer wrote before', async () => {
		give(200);
		await write(noah, GOOD[5]);
		const json = { text: '', userId: String(noah), isSpam: true };
		await n8n.start('filter-rows', 'When a Moderator Decides', json);
		expect(n8n.failed).toEqual([]);
		expect([rowOf(GOOD[5]), goodOf(noah)]).toEqual([undefined, 1]);
	});

	test('a command as a reply to a question, not to the copy, is no row', async () => {
		const { asked } = await write(noah, SPAM);
		const replyOf = (is_bot: boolean) => ({
			...{ command: '/spam', chatId: moderators, userId: milan },
			replyTo: { text: asked!.text, userId: noah },
			update: { message: { reply_to_message: { from: { is_bot } } } },
		});
		await n8n.start('filter-rows', 'When a Moderator Writes', replyOf(true));
		expect(rows().filter(({ isSpam }) => isSpam === true)).toEqual([]);
		// Somebody else may write the same words.
		await n8n.start('filter-rows', 'When a Moderator Writes', replyOf(false));
		expect(rowOf(asked!.text)?.isSpam).toBe(true);
	});

	test('spam behind 1,000 harmless signs is in the row, and one word of 3,900 signs does not end the question', async () => {
		give(200);
		const hidden = `${'we meet at noon '.repeat(70)}${SPAM}`;
		await command('/spam', hidden);
		expect(rowOf(hidden)?.isSpam).toBe(true);
		const long = `${SPAM} ${'a'.repeat(3900)}`;
		await command('/spam', long);
		const { asked } = await write(noah, `${long} b`);
		expect(asked!.text.length).toBeLessThan(1500);
		expect(rowOf(`${long} b`)).toBeDefined();
	});
});

test('the last 500 of each kind are kept, and what nobody has answered for 30 days is forgotten', async () => {
	const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
	const full = [true, false].flatMap((isSpam, kind) =>
		Array.from({ length: 500 }, (_none, id) => ({
			...{ isSpam, id: -2000 + kind * 500 + id, createdAt: at(90) },
			text: `${String(isSpam)} ${id}`,
		})),
	);
	const open = [31, 29].map((days) => ({ text: `${days} days`, id: -days, createdAt: at(days) }));
	n8n.tables.set(ROWS, [...full, ...open] as never);
	await command('/spam', 'a new one');
	const count = (kind: unknown) => rows().filter((row) => row.isSpam === kind).length;
	expect([count(true), count(false), count(undefined)]).toEqual([500, 500, 1]);
	expect([rowOf('true 0'), rowOf('31 days')]).toEqual([undefined, undefined]);
	expect([rowOf('true 1'), rowOf('29 days'), rowOf('a new one')]).not.toContain(undefined);
	await command('/notspam', 'true 1');
	expect([count(true), count(false)]).toEqual([499, 500]);
});

test('no more than 20 questions are open while it learns, and nobody is trusted by silence', async () => {
	for (const [at, { text }] of madeRows(25, 5).entries()) await write(STRANGERS[at], text);
	expect(n8n.asked).toHaveLength(20);
	// Nobody has judged what it does not ask about.
	expect([19, 20, 24].map((at) => goodOf(STRANGERS[at]))).toEqual([undefined, 0, 0]);
	await decide(n8n.asked[0], 'good');
	expect((await write(STRANGERS[40], 'Hello everybody')).asked).toBeDefined();
});
