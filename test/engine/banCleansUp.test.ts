import fc from 'fast-check';
import type { IDataObject, IRun } from 'n8n-workflow';

import { botOf } from '../../nodes/BotMessaging/memory/registry';
import { Context } from '../../nodes/BotMessaging/update/context';
import { forgetBots, useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();
const { demoGroup: group } = emulator.defaults.chats;
const otherGroup = -1160;
const { noah, mia, milan } = emulator.defaults.users;

const PICTURE = { photo: true, media_group_id: 'album' };

/** A trigger of the bot sees a message that somebody wrote so many minutes ago. */
async function write(user_id: number, minutesAgo = 0, more: object = {}): Promise<number> {
	const given = { user_id, chat_id: group, text: 'Hello', ...more };
	const { message } = await emulator.act('message', given);
	const date = Math.floor(Date.now() / 1000) - minutesAgo * 60;
	const bot = botOf({ service: 'other', baseUrl: emulator.url, botToken: emulator.token });
	// Each trigger tells of it.
	for (const kind of ['message', 'message', 'edited_message']) {
		bot.learn(new Context({ update_id: 1, [kind]: { ...(message as IDataObject), date } }));
	}
	return message.message_id as number;
}

const act = async (operation: string, user: number, minutes: unknown, more: IDataObject = {}) =>
	await run(operation, {
		...{ chatId: byId(group), userId: byId(user), permissions: 'mute', until: 'permanent' },
		additionalFields: minutes === undefined ? {} : { deleteMinutes: minutes },
		...more,
	});

const hintsOf = ({ data }: IRun) =>
	data.resultData.runData['Bot Messaging'].flatMap(({ hints = [] }) =>
		hints.map(({ message }) => message),
	);

const deleted = async () =>
	(await emulator.state()).messages.flatMap((one) => (one.deleted ? [one.message_id] : []));

test.each([
	['banChatMember', {}],
	['banChatMember', { until: 'kick' }],
	['restrictChatMember', {}],
])(
	'%s %j deletes what the person wrote in the last minutes, and nothing else',
	async (operation, more) => {
		await emulator.control('post', 'seed', {
			chats: [{ id: otherGroup, type: 'group', title: 'Other' }],
			members: [noah, emulator.defaults.botId].map((user_id) => ({
				...{ chat_id: otherGroup, user_id },
				status: user_id === noah ? 'member' : 'administrator',
			})),
		});
		await write(mia);
		await write(noah, 31);
		const [first, second] = [await write(noah, 29), await write(noah)];
		await write(mia);
		await write(noah, 0, { chat_id: otherGroup });
		const { json } = await act(operation, noah, '30', more);
		expect(json).toEqual([
			expect.objectContaining({
				success: true,
				userId: noah,
				messagesKnown: 2,
				messagesDeleted: 2,
			}),
		]);
		expect(await deleted()).toEqual([first, second]);
	},
);

test('all of an album is deleted, also if it began earlier', async () => {
	await write(mia);
	const album = [];
	for (const minutes of [12, 12, 9]) album.push(await write(noah, minutes, PICTURE));
	const between = await write(noah, 9);
	const other = [];
	for (const minutes of [8, 2]) {
		other.push(await write(noah, minutes, { ...PICTURE, media_group_id: 'other' }));
	}
	const { json } = await act('banChatMember', noah, 5);
	expect(await deleted()).toEqual(other);
	expect(json).toMatchObject([{ messagesKnown: 2, messagesDeleted: 2 }]);
	await act('banChatMember', noah, '10');
	expect(await deleted()).toEqual([...album, between, ...other]);
});

test('without the option, or if nothing is known, nothing is deleted', async () => {
	const { json } = await act('banChatMember', noah, undefined);
	expect(json).toEqual([{ success: true, chatId: group, userId: noah, untilDate: null }]);
	await emulator.act('message', { user_id: mia, chat_id: group, text: 'Hello' });
	const { json: none, run: first } = await act('banChatMember', mia, 60);
	expect(none).toMatchObject([
		{ success: true, messagesKnown: 0, messagesKnownSince: null, messagesDeleted: 0 },
	]);
	expect(hintsOf(first)).toEqual([expect.stringMatching(/^No message of this person is known/)]);
	expect(await emulator.calls('deleteMessages')).toEqual([]);
});

test('the person is banned also if the messages cannot be deleted, which is told', async () => {
	await write(noah);
	await emulator.fault({
		kind: 'error',
		method: 'deleteMessages',
		status: 403,
		description: 'no right',
	});
	const { json, run: second } = await act('banChatMember', noah, 60);
	expect(json).toMatchObject([{ success: true, messagesKnown: 1, messagesDeleted: 0 }]);
	expect(hintsOf(second).at(-1)).toContain('no right');
	expect((await act('banChatMember', noah, 60)).json).toMatchObject([{ messagesDeleted: 1 }]);
	expect((await act('banChatMember', noah, 60)).json).toMatchObject([{ messagesKnown: 0 }]);
});

test.each([0, '-5', 2881, 'soon'])(
	'before anybody is banned, %j minutes are refused',
	async (minutes) => {
		await write(noah);
		const { error } = await act('banChatMember', noah, minutes);
		expect(error?.message).toContain('Delete Messages of the Last (Minutes)');
		expect(await emulator.calls('banChatMember')).toEqual([]);
	},
);

test('the item and a notice say since when messages are known', async () => {
	const twentyMinutesAgo = () => Math.floor(Date.now() / 1000) - 20 * 60;
	const earliest = twentyMinutesAgo();
	await write(mia, 20);
	const latest = twentyMinutesAgo();
	await write(noah);
	const { json, run: early } = await act('banChatMember', noah, 60);
	const since = Number(json[0].messagesKnownSince);
	expect(since).toBeGreaterThanOrEqual(earliest);
	expect(since).toBeLessThanOrEqual(latest);
	expect(hintsOf(early)).toEqual(['Messages from before messagesKnownSince are not known.']);
	await write(mia);
	expect(hintsOf((await act('banChatMember', mia, 10)).run)).toEqual([]);
	// Another start of n8n.
	forgetBots();
	await write(milan);
	const { json: later } = await act('banChatMember', mia, 10);
	expect(later).toMatchObject([{ messagesKnown: 0, messagesDeleted: 0 }]);
	expect(later[0].messagesKnownSince).toBeGreaterThan(since);
});

test('of each person, the last 100 messages are known', async () => {
	for (let n = 0; n < 103; n++) await write(noah);
	expect((await act('banChatMember', noah, 60)).json).toMatchObject([{ messagesDeleted: 100 }]);
});

test('what somebody wrote before the group became a supergroup stays: its numbers belong to others now', async () => {
	await write(noah);
	const moving = { chat_id: group, user_id: emulator.defaults.users.olga };
	const { message } = await emulator.act('migrate', moving);
	const after = { chat_id: message.chat.id as number };
	const own = await write(noah, 0, after);
	await write(mia, 0, after);
	const { json } = await act('banChatMember', noah, 60);
	expect(json).toMatchObject([{ messagesKnown: 1, messagesDeleted: 1 }]);
	expect(await deleted()).toEqual([own]);
});

test.each([-60, 60])('the clock of the computer is %d minutes off', async (skew) => {
	await write(noah, 31 + skew);
	const recent = await write(noah, skew);
	expect((await act('banChatMember', noah, 30)).json).toMatchObject([{ messagesKnown: 1 }]);
	expect(await deleted()).toEqual([recent]);
});

const PEOPLE = Array.from({ length: 500 }, (_none, at) => 5000 + at);
const MINUTES = 30;

/** 50 bans and 30 undos in an order by chance, and what people write in between. */
const orders = fc
	.tuple(
		fc.shuffledSubarray(
			[
				...Array<string>(50).fill('ban'),
				...Array<string>(30).fill('undo'),
				...Array<string>(80).fill('write'),
			],
			{ minLength: 160 },
		),
		fc.array(fc.nat(10_000), { minLength: 160, maxLength: 160 }),
	)
	.map(([acts, which]) => acts.map((what, at) => ({ what, which: which[at] })));

async function play(steps: Array<{ what: string; which: number }>): Promise<void> {
	await emulator.control('post', 'reset', {});
	forgetBots();
	await emulator.control('post', 'seed', {
		users: PEOPLE.map((id) => ({ id, is_bot: false, first_name: `P ${id}` })),
		members: PEOPLE.map((user_id) => ({ chat_id: group, user_id, status: 'member' })),
	});
	const written: Array<{ id: number; by: number; isRecent: boolean }> = [];
	const gone: number[] = [];
	const banned: number[] = [];
	const writes = async (by: number, which: number) => {
		if (banned.includes(by)) return;
		const minutes = which % 2 ? MINUTES - 2 : MINUTES + 2;
		written.push({ id: await write(by, minutes), by, isRecent: which % 2 === 1 });
	};
	await write(mia);
	for (const [at, by] of PEOPLE.entries()) await writes(by, at);
	for (const { what, which } of steps) {
		// A few of them are in the middle of it again and again.
		const by = PEOPLE[which % 60];
		if (what === 'write') await writes(by, which);
		const [undone] = what === 'undo' ? banned.splice(which % (banned.length || 1), 1) : [];
		if (undone !== undefined) {
			const params = { chat_id: group, user_id: undone };
			await emulator.api('unbanChatMember', params);
			await emulator.act('join', params);
		}
		if (what !== 'ban' || banned.includes(by)) continue;
		banned.push(by);
		const own = written.filter((one) => one.by === by && one.isRecent && !gone.includes(one.id));
		const { json } = await act('banChatMember', by, MINUTES);
		expect(json).toMatchObject([{ messagesKnown: own.length, messagesDeleted: own.length }]);
		gone.push(...own.map(({ id }) => id));
	}
	expect((await deleted()).sort()).toEqual(gone.sort());
}

test('500 people write, 50 bans and 30 undos in any order: all recent messages of the banned are gone, no others', async () => {
	const numRuns = 2 * Number(process.env.MODELS_ROUNDS ?? 1);
	await fc.assert(fc.asyncProperty(orders, play), { seed: 1, numRuns, endOnFailure: true });
});
