import type { IDataObject } from 'n8n-workflow';

import {
	dataOf,
	type AnswerKind,
} from '../../../../../../nodes/BotMessaging/operations/message/sendAndWait/buttonData';
import {
	find,
	type Finder,
} from '../../../../../../nodes/BotMessaging/operations/message/sendAndWait/delivering/find';

const BOT = 7;
const CHAT = -1001;
const destination = {
	executionId: '12',
	nodeId: '9a1f4b52-6c1d-4a3e-8f00-1b2c3d4e5f60',
	signature: 'ab'.repeat(32),
};
const mia = { id: 1003, first_name: 'Mia' };
const own = { id: BOT, is_bot: true };
const other = { id: 8, is_bot: true };

const keyboard = (data: string[]) => ({
	reply_markup: { inline_keyboard: data.map((callback_data) => [{ text: 'A', callback_data }]) },
});

const dataFor = (kind: AnswerKind) => dataOf(destination, kind, 2);

/** A message of the bot with the buttons of a question, or what else it is. */
const question = (kind: AnswerKind, more: object = {}) => ({
	message_id: 42,
	chat: { id: CHAT, type: 'group' },
	from: own,
	...keyboard(dataFor(kind)),
	...more,
});

const carried = (kind: AnswerKind) => ({ ...destination, kind });

/** A trigger that knows nothing but what a test says. */
const finder = (more: Partial<Finder> = {}): Finder => ({
	number: String(BOT),
	isQuestion: () => false,
	correctedBy: () => undefined,
	expected: () => [],
	...more,
});

const press = (message: object, more: object = {}) => ({
	update_id: 1,
	callback_query: { id: 'q1', from: mia, data: dataFor('press')[1], message, ...more },
});

const write = (message: object, kind = 'message') => ({
	update_id: 2,
	[kind]: { message_id: 50, chat: { id: CHAT }, from: mia, text: 'Blue', ...message },
});

const ASKED = { carried: carried('reply'), messageId: '42' };

describe('a press is one of a question', () => {
	test.each<[what: string, message: object]>([
		['of the bot', question('press')],
		[
			'that the bot posted in the name of its channel',
			question('press', { from: undefined, sender_chat: { id: CHAT } }),
		],
		['that the bot posted in a channel without a name', question('press', { from: undefined })],
	])('%s', (_what, message) => {
		expect(find(press(message), finder())).toEqual([
			{
				carried: carried('press'),
				queryId: 'q1',
				answering: {
					at: expect.any(Number),
					kind: 'press',
					chatId: String(CHAT),
					messageId: '42',
					user: mia,
					button: 1,
				},
			},
		]);
	});

	test('that lost its buttons before, if an answer to it has come already', () => {
		const bare = question('press', { reply_markup: undefined });
		const asked: string[][] = [];
		const isQuestion = (...of: string[]) => asked.push(of) > 0;
		const [found] = find(press(bare), finder({ isQuestion }));
		expect(found).toMatchObject({ queryId: 'q1', answering: { messageId: '42' } });
		expect(found.carried).toBeUndefined();
		expect(asked).toEqual([[String(CHAT), '42']]);
		expect(find(press(bare), finder())).toEqual([]);
	});

	test.each<[what: string, update: IDataObject]>([
		['another bot wrote the message', press(question('press', { from: other }))],
		['a person wrote it', press(question('press', { from: mia }))],
		[
			'another channel wrote it',
			press(question('press', { from: undefined, sender_chat: { id: -5 } })),
		],
		['the button is none of the message', press(question('press'), { data: '~!else' })],
		['it is no button of a question', press(question('press'), { data: 'undo' })],
		['it has no data', press(question('press'), { data: undefined })],
		[
			'the buttons are no question',
			press(question('press', keyboard(['~!a', 'undo'])), { data: '~!a' }),
		],
	])('but not if %s', (_what, update) => {
		expect(find(update, finder({ isQuestion: () => true }))).toEqual([]);
	});
});

describe('a reply is one to a typed question', () => {
	const answering = {
		at: expect.any(Number),
		kind: 'reply',
		chatId: String(CHAT),
		messageId: '42',
		user: mia,
		senderChatId: undefined,
		text: 'Blue',
		replyMessageId: '50',
	};
	const to = (reply_to_message: object, more: object = {}) => write({ reply_to_message, ...more });

	test('of the bot', () => {
		expect(find(to(question('reply')), finder())).toEqual([
			{ carried: carried('reply'), answering },
		]);
	});

	test('with the name in which it was written, or with no text', () => {
		const reply = to(question('reply'), { sender_chat: { id: CHAT }, text: undefined });
		expect(find(reply, finder())).toMatchObject([
			{ answering: { senderChatId: String(CHAT), text: undefined } },
		]);
	});

	test('in a channel', () => {
		const post = write(
			{ from: undefined, reply_to_message: question('reply', { from: undefined }) },
			'channel_post',
		);
		expect(find(post, finder())).toMatchObject([{ answering: { user: {}, text: 'Blue' } }]);
	});

	test.each<[what: string, chat: object | undefined]>([
		['with its chat', { id: -77 }],
		['without it', undefined],
	])('by way of what the bot said of a wrong answer, which the server shows %s', (_how, chat) => {
		const correction = { message_id: 60, from: own, chat };
		const asked: string[][] = [];
		const correctedBy = (...of: string[]) => (asked.push(of), ASKED);
		expect(find(to(correction), finder({ correctedBy }))).toEqual([
			{ carried: carried('reply'), answering },
		]);
		expect(asked).toEqual([[String(chat ? -77 : CHAT), '60']]);
	});

	test.each<[what: string, update: IDataObject]>([
		['a person wrote it', to(question('reply', { from: mia }))],
		['another bot wrote it', to(question('reply', { from: other }))],
		['it has buttons to press', to(question('press'))],
		['it is an edited message', write({ reply_to_message: question('reply') }, 'edited_message')],
	])('but not if %s', (_what, update) => {
		const known = { correctedBy: () => undefined, expected: () => [ASKED] };
		expect(find(update, finder(known))).toEqual([]);
	});

	test('nor if somebody else wrote what looks like a correction', () => {
		const forged = to({ message_id: 60, from: other, chat: { id: CHAT } });
		expect(find(forged, finder({ correctedBy: () => ASKED }))).toEqual([]);
	});
});

describe('a next message', () => {
	const expected = (chatId: string, userId: string) =>
		chatId === String(CHAT) && userId === String(mia.id)
			? [ASKED, { ...ASKED, messageId: '41' }]
			: [];

	test('may answer what is expected of its writer there, the likeliest first', () => {
		const found = find(write({}), finder({ expected }));
		expect(found).toMatchObject([
			{ isPlain: true, carried: carried('reply'), answering: { messageId: '42', text: 'Blue' } },
			{ isPlain: true, answering: { messageId: '41' } },
		]);
	});

	test.each<[what: string, update: IDataObject]>([
		['another person', write({ from: other })],
		['nobody', write({ from: undefined })],
		['another chat', write({ chat: { id: 1 } })],
		['a command', write({ text: '/help' })],
		['no text', write({ text: undefined })],
		['a reply to something', write({ reply_to_message: { message_id: 1, from: mia } })],
		['no message', { update_id: 3, poll: { id: 'p' } }],
	])('answers nothing if it is of %s', (_what, update) => {
		expect(find(update, finder({ expected }))).toEqual([]);
	});
});
