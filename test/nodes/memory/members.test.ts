import { AnswerError } from '../../../nodes/BotMessaging/api/errors';
import { Members } from '../../../nodes/BotMessaging/memory/members';
import { Migrations } from '../../../nodes/BotMessaging/memory/chats';
import { Context } from '../../../nodes/BotMessaging/update/context';
import { callOf, callThat } from '../../support/calls';

const GROUP = -1001;
const NEWS = -100200;

const olga = { id: 1001, first_name: 'Olga' };
const mia = { id: 1003, first_name: 'Mia' };
const news = { id: NEWS, type: 'channel' };

const message = (more: object = {}, chat: object = { id: GROUP, type: 'supergroup' }): Context =>
	new Context({
		update_id: 1,
		message: { message_id: 1, date: 1000, chat, from: mia, text: 'Hi', ...more },
	});

const press = (from: object, more: object = {}): Context =>
	new Context({
		update_id: 2,
		callback_query: { id: '1', from, message: message(more).message },
	});

const change = (before: string, after: string, user: object = mia, date = 1000): Context =>
	new Context({
		update_id: 3,
		chat_member: {
			chat: { id: GROUP, type: 'supergroup' },
			from: olga,
			date,
			old_chat_member: { user, status: before },
			new_chat_member: { user, status: after },
		},
	});

const DOWN = new AnswerError(400, 'not now');
const OLGA_ALONE = [null, 'text', { user: olga }, {}, { user: null }];

let members: Members;
let migrations: Migrations;
beforeEach(() => {
	migrations = new Migrations();
	members = new Members(migrations);
});
afterEach(() => jest.restoreAllMocks());

/** A server with these answers in order, its requests, and the log. */
function serverOf(...answers: unknown[]) {
	const warned: string[] = [];
	const { call, asked } = callOf(...answers);
	return { call, asked, warned, warn: (words: string) => void warned.push(words) };
}

/** Whether it is by an administrator, and which methods the server was asked. */
async function judge(update: Context, ...answers: unknown[]) {
	const server = serverOf(...answers);
	const is = await members.isByAdministrator(update, server);
	return { is, asked: server.asked.map((request) => (request as string[])[0]) };
}

const LIST = 'getChatAdministrators';

describe('an administrator wrote the message', () => {
	test.each<
		[what: string, update: Context, is: boolean | undefined, asked: string[], all: unknown[]]
	>([
		['a name in the list', message({ from: olga }), true, [LIST], [OLGA_ALONE]],
		['a number that is a text', message({ from: { id: '1001' } }), true, [LIST], [OLGA_ALONE]],
		['a name that is not', message(), false, [LIST], [OLGA_ALONE]],
		['the first digits of a name', message({ from: { id: 100 } }), false, [LIST], [OLGA_ALONE]],
		[
			'who added a member',
			message({ from: olga, new_chat_members: [mia] }),
			true,
			[LIST],
			[OLGA_ALONE],
		],
		['who was added', message({ new_chat_members: [olga] }), false, [LIST], [OLGA_ALONE]],
		['nobody, beside an entry of nobody', message({ from: {} }), false, [LIST], [[{ user: {} }]]],
		['nobody', message({ from: undefined }), false, [LIST], [[{ user: olga }]]],
		['a private chat', message({ from: olga }, { id: 1001, type: 'private' }), false, [], []],
		['a post of a channel', message({}, news), true, [], []],
		['a post that the server put here', message({ is_automatic_forward: true }), true, [], []],
		['not quite', message({ is_automatic_forward: 'yes' }), false, [LIST], [OLGA_ALONE]],
		['the name of the group', message({ sender_chat: { id: GROUP } }), true, [], []],
		['the name of another', message({ sender_chat: { id: -7 } }), false, [LIST], [OLGA_ALONE]],
		[
			'the name of its channel',
			message({ sender_chat: news }),
			true,
			['getChat'],
			[{ linked_chat_id: NEWS }],
		],
		[
			'of another channel',
			message({ sender_chat: news }),
			false,
			['getChat'],
			[{ linked_chat_id: 7 }],
		],
		['of a channel, in a group of none', message({ sender_chat: news }), false, ['getChat'], [{}]],
		['a press by one', press(olga), true, [LIST], [OLGA_ALONE]],
		['a press by none', press(mia, { sender_chat: { id: GROUP } }), false, [LIST], [OLGA_ALONE]],
		['a list that is none', message(), undefined, [LIST], ['none']],
		['no list', message(), undefined, [LIST], [DOWN]],
		['no channel', message({ sender_chat: news }), undefined, ['getChat'], [DOWN]],
	])('%s', async (_what, update, is, asked, answers) => {
		expect(await judge(update, ...answers)).toMatchObject({ is, asked });
	});

	test.each<[what: string, update: Context, answer: unknown, words: string]>([
		['the list is none', message(), 'none', 'the answer is not a list'],
		[
			'there is no list',
			message(),
			DOWN,
			`The administrators of chat ${GROUP} cannot be read (not now)`,
		],
		[
			'there is no channel',
			message({ sender_chat: news }),
			DOWN,
			`The channel of chat ${GROUP} cannot be read (not now)`,
		],
	])('which is logged if %s', async (_what, update, answer, words) => {
		const server = serverOf(answer);
		await members.isByAdministrator(update, server);
		expect(server.warned).toEqual([expect.stringContaining(words)]);
	});
});

describe('the list of administrators', () => {
	test('is requested every five minutes, or after half a minute if the request failed', async () => {
		let now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		const server = serverOf(DOWN, [], OLGA_ALONE);
		const is = async (at: number) => {
			now = at;
			return await members.isByAdministrator(message({ from: olga }), server);
		};
		expect([await is(0), await is(29_999), server.asked.length]).toEqual([undefined, undefined, 1]);
		expect([await is(30_000), await is(329_999), server.asked.length]).toEqual([false, false, 2]);
		expect([await is(330_000), server.asked.length]).toEqual([true, 3]);
	});

	test.each<[what: string, update: Context, isAsked: boolean]>([
		['somebody becomes one', change('member', 'administrator'), true],
		['somebody is one no longer', change('administrator', 'member'), true],
		['somebody joins', change('left', 'member'), false],
		['somebody writes', message(), false],
	])('is requested again when %s', async (_what, update, isAsked) => {
		const server = serverOf([], []);
		await members.isByAdministrator(message({ from: olga }), server);
		members.learn(update);
		await members.isByAdministrator(message({ from: olga }), server);
		expect(server.asked).toHaveLength(isAsked ? 2 : 1);
	});

	test('is known of 100,000 chats, and of the latest ones if there are more', async () => {
		const server = { call: callThat(() => OLGA_ALONE), warn: () => {} };
		const inChat = (id: number) => message({ from: olga }, { id, type: 'group' });
		const ask = async (id: number) => await members.isByAdministrator(inChat(id), server);
		for (let id = 1; id <= 100_000; id++) await ask(-id);
		expect(members.isKnownByAdministrator(inChat(-1))).toBe(true);
		await ask(-100_001);
		expect(members.isKnownByAdministrator(inChat(-1))).toBe(undefined);
		expect(members.isKnownByAdministrator(inChat(-2))).toBe(true);
	});
});

describe('what updates tell', () => {
	const own = (status: string) =>
		new Context({
			update_id: 4,
			my_chat_member: {
				chat: { id: GROUP, type: 'supergroup' },
				from: olga,
				date: 1000,
				old_chat_member: { user: { id: 7 }, status: 'member' },
				new_chat_member: { user: { id: 7 }, status },
			},
		});

	test.each<[what: string, update: Context, from: object, is: boolean | undefined]>([
		['who becomes an administrator', change('member', 'administrator'), mia, true],
		['who becomes the owner', change('member', 'creator'), mia, true],
		['who is one no longer', change('administrator', 'member'), mia, false],
		['who joins', change('left', 'member'), mia, false],
		['another person', change('left', 'member'), olga, undefined],
		['a person of whom it says nothing', change('member', undefined as never), mia, undefined],
		['who makes the bot an administrator', own('administrator'), olga, true],
		['who adds the bot', own('member'), olga, undefined],
		['a bot that becomes one', own('administrator'), { id: 7 }, undefined],
	])('is known without a request: %s', (_what, update, from, is) => {
		members.learn(update);
		expect(members.isKnownByAdministrator(message({ from }))).toBe(is);
	});

	test('is more than what a list said before, or one that was on its way', async () => {
		const server = serverOf([{ user: mia, status: 'administrator' }], []);
		const pending = members.isByAdministrator(message(), server);
		members.learn(change('administrator', 'member'));
		await pending;
		expect(await members.isByAdministrator(message(), server)).toBe(false);
	});

	test('is nothing about a right: the list says that', async () => {
		members.learn(change('member', 'administrator'));
		const [right, answer] = ['can_restrict_members', [{ user: mia, can_restrict_members: true }]];
		expect(members.isKnownByAdministrator(message(), right)).toBe(undefined);
		expect(await members.isByAdministrator(message(), serverOf(answer), right)).toBe(true);
	});

	test('is believed for five minutes', () => {
		const now = jest.spyOn(performance, 'now').mockReturnValue(5000);
		members.learn(change('left', 'member'));
		now.mockReturnValue(5000 + 299_999);
		expect(members.isKnownByAdministrator(message())).toBe(false);
		now.mockReturnValue(5000 + 300_000);
		expect(members.isKnownByAdministrator(message())).toBe(undefined);
	});
});

test.each([
	['the owner', { status: 'creator' }, true, true],
	['one right', { status: 'administrator', can_pin_messages: true }, false, true],
	['the other right', { status: 'administrator', can_restrict_members: true }, true, false],
	['neither', { status: 'administrator', can_pin_messages: 'yes' }, false, false],
])('rights of an administrator are kept: %s', async (_who, member, restrict, pin) => {
	const server = serverOf([{ user: olga, ...member }]);
	const has = async (right: string) =>
		await members.isByAdministrator(message({ from: olga }), server, right);
	expect(await has('can_restrict_members')).toBe(restrict);
	expect(await has('can_pin_messages')).toBe(pin);
	expect(await has('can_post_stories')).toBe(false);
});

describe('a recent join', () => {
	const DAY = 86_400;

	test('counts for a chat and a person, until that person leaves', () => {
		members.learn(change('left', 'member'));
		expect(members.hasJustJoined(message({ date: 1000 + 2 * DAY - 1 }), 2)).toBe(true);
		expect(members.hasJustJoined(message({ date: 1000 + 2 * DAY }), 2)).toBe(false);
		expect(members.hasJustJoined(message({ from: olga }), 2)).toBe(false);
		expect(members.hasJustJoined(message({}, { id: -7, type: 'group' }), 2)).toBe(false);
		members.learn(change('member', 'left'));
		expect(members.hasJustJoined(message(), 2)).toBe(false);
	});

	test('counts for everyone whom a message announces, at the time of the message', () => {
		members.learn(message({ from: olga, new_chat_members: [mia, { id: 7 }] }));
		for (const from of [mia, { id: 7 }]) {
			expect(members.hasJustJoined(message({ from }), 2)).toBe(true);
		}
		expect(members.hasJustJoined(message({ from: olga }), 2)).toBe(false);
	});

	test('is compared with the current time for a press, which has no date, even after a clock was set back', () => {
		jest.spyOn(Date, 'now').mockReturnValue((1000 + 2 * DAY) * 1000);
		members.learn(change('left', 'member'));
		expect(members.hasJustJoined(press(mia), 2)).toBe(false);
		jest.spyOn(Date, 'now').mockReturnValue((1000 + 2 * DAY) * 1000 - 1);
		expect(members.hasJustJoined(press(mia), 2)).toBe(true);
		const passed = jest.spyOn(performance, 'now').mockReturnValue(5000);
		members.learn(change('left', 'member'));
		jest.spyOn(Date, 'now').mockReturnValue(0);
		passed.mockReturnValue(5000 + 2 * DAY * 1000);
		expect(members.hasJustJoined(press(mia), 2)).toBe(false);
		passed.mockReturnValue(5000 + 2 * DAY * 1000 - 1);
		expect(members.hasJustJoined(press(mia), 2)).toBe(true);
	});

	test('also counts in the supergroup that the group becomes', () => {
		members.learn(change('left', 'member'));
		const moved = message({ migrate_from_chat_id: GROUP }, { id: -5, type: 'supergroup' });
		migrations.learn(moved);
		expect(members.hasJustJoined(message({}, { id: -5, type: 'supergroup' }), 2)).toBe(true);
	});
});
