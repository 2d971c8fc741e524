import type { IDataObject } from 'n8n-workflow';

import { dataOf, type AnswerKind } from '../../../nodes/BotMessaging/callbackData/buttonData';
import { answersIn, CutTexts } from '../../../nodes/BotMessaging/questions/answersIn';
import { QuestionState } from '../../../nodes/BotMessaging/questions/state';
import { Context } from '../../../nodes/BotMessaging/update/context';

const BOT = 7;
const CHAT = -1001;
const resumeAddress = {
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

const dataFor = (kind: AnswerKind) => dataOf(resumeAddress, kind, 2);

/** A bot's message with the buttons of a question, or with other content. */
const question = (kind: AnswerKind, more: object = {}) => ({
	message_id: 42,
	chat: { id: CHAT, type: 'group' },
	from: own,
	...keyboard(dataFor(kind)),
	...more,
});

const callbackData = (kind: AnswerKind) => ({ ...resumeAddress, kind });

/** What a trigger finds if it knows only what the test gives. */
const find = (update: IDataObject, state = new QuestionState()) =>
	answersIn(new Context({ update_id: 1, ...update }), state, String(BOT));

/** Two questions wait for Mia's next message; the more likely one was asked last. */
function expecting(): QuestionState {
	const state = new QuestionState();
	for (const messageId of ['41', '42']) {
		const userIds = [String(mia.id)];
		state.expect(String(CHAT), { ...ASKED, messageId, userIds, until: Infinity });
	}
	return state;
}

const press = (message: object, more: object = {}) => ({
	update_id: 1,
	callback_query: { id: 'q1', from: mia, data: dataFor('press')[1], message, ...more },
});

const write = (message: object, kind = 'message') => ({
	update_id: 2,
	[kind]: { message_id: 50, chat: { id: CHAT }, from: mia, text: 'Blue', ...message },
});

const ASKED_BY_BUTTONS = { callbackData: callbackData('press'), messageId: '42' };
const ASKED = { callbackData: callbackData('reply'), messageId: '42' };

describe('a press belongs to a question', () => {
	test.each<[what: string, message: object]>([
		['of the bot', question('press')],
		[
			'that the bot posted in the name of its channel',
			question('press', { from: undefined, sender_chat: { id: CHAT } }),
		],
		['that the bot posted in a channel without a name', question('press', { from: undefined })],
	])('%s', (_what, message) => {
		expect(find(press(message))).toEqual([
			{
				callbackData: callbackData('press'),
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

	/** The state after this process asked the question, or saw it. */
	const knowing = () => {
		const state = new QuestionState();
		state.noteQuestion(String(CHAT), ASKED_BY_BUTTONS);
		return state;
	};
	/** The server's data about an old message. */
	const noContent = { message_id: 42, chat: { id: CHAT }, date: 0 };

	test.each([
		['whose buttons are gone', question('press', { reply_markup: undefined })],
		['of which the server shows no content', noContent],
	])('of a message %s, if the question is known', (_what, message) => {
		expect(find(press(message), knowing())).toMatchObject([
			{ callbackData: callbackData('press'), answering: { messageId: '42', button: 1 } },
		]);
	});

	test('of a message without content that nobody here knows: the person is told so', () => {
		const [found] = find(press(noContent));
		expect(found).toMatchObject({ queryId: 'q1', answering: { messageId: '42' } });
		expect(found.callbackData).toBeUndefined();
		expect(find(press(question('press', { reply_markup: undefined })))).toEqual([]);
	});

	test('of a form, with the step that the button belongs to', () => {
		const data = dataOf(resumeAddress, 'form', 3, 'abcd')[2];
		const state = new QuestionState();
		const known = { ...resumeAddress, kind: 'form', step: 'wxyz' } as const;
		state.noteQuestion(String(CHAT), { messageId: '42', callbackData: known });
		const [found] = find(press(noContent, { data }), state);
		expect(found).toMatchObject({ callbackData: { step: 'abcd' }, answering: { button: 2 } });
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
		expect(find(update, knowing())).toEqual([]);
	});
});

describe('a reply belongs to a typed question', () => {
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
		expect(find(to(question('reply')))).toEqual([
			{ callbackData: callbackData('reply'), answering },
		]);
	});

	test('in the name of a chat, or without a text', () => {
		const reply = to(question('reply'), { sender_chat: { id: CHAT }, text: undefined });
		expect(find(reply)).toMatchObject([
			{ answering: { senderChatId: String(CHAT), text: undefined } },
		]);
	});

	test('in a channel', () => {
		const post = write(
			{ from: undefined, reply_to_message: question('reply', { from: undefined }) },
			'channel_post',
		);
		expect(find(post)).toMatchObject([{ answering: { user: {}, text: 'Blue' } }]);
	});

	test.each<[what: string, chat: object | undefined]>([
		['with its chat', { id: -77 }],
		['without it', undefined],
	])('through the bot’s message about a wrong answer, which the server shows %s', (_how, chat) => {
		const correction = { message_id: 60, from: own, chat };
		const state = new QuestionState();
		state.noteQuestion(String(chat ? -77 : CHAT), ASKED, '60');
		expect(find(to(correction), state)).toEqual([
			{ callbackData: callbackData('reply'), answering },
		]);
		expect(find(to({ ...correction, message_id: 61 }), state)).toEqual([]);
	});

	test.each<[what: string, update: IDataObject]>([
		['a person wrote it', to(question('reply', { from: mia }))],
		['another bot wrote it', to(question('reply', { from: other }))],
		['it has buttons to press', to(question('press'))],
		['it is an edited message', write({ reply_to_message: question('reply') }, 'edited_message')],
	])('but not if %s', (_what, update) => {
		expect(find(update, expecting())).toEqual([]);
	});

	test('nor if another person wrote what looks like a correction', () => {
		const forged = to({ message_id: 60, from: other, chat: { id: CHAT } });
		const state = new QuestionState();
		state.noteQuestion(String(CHAT), ASKED, '60');
		expect(find(forged, state)).toEqual([]);
	});
});

describe('a next message', () => {
	test('can answer what is expected of its writer in that chat, the likeliest question first', () => {
		const found = find(write({}), expecting());
		expect(found).toMatchObject([
			{
				isPlain: true,
				callbackData: callbackData('reply'),
				answering: { messageId: '42', text: 'Blue' },
			},
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
		['a topic', write({ is_topic_message: true, message_thread_id: 9 })],
		['a forward', write({ forward_origin: { type: 'hidden_user' } })],
		['a forward on an older server', write({ forward_from: other, forward_date: 1 })],
		['an inline bot', write({ via_bot: other })],
		['an answer to a story', write({ reply_to_story: { id: 1, chat: { id: 5 } } })],
		['an answer in another chat', write({ external_reply: { message_id: 1 } })],
	])('answers nothing if it comes from %s', (_what, update) => {
		expect(find(update, expecting())).toEqual([]);
	});

	test('in a topic counts for what was asked in that topic', () => {
		const state = expecting();
		state.expect(String(CHAT), {
			...ASKED,
			messageId: '43',
			userIds: [String(mia.id)],
			until: Infinity,
			topic: 9,
		});
		const idsIn = (message: object) =>
			find(write(message), state).map(({ answering }) => answering.messageId);
		expect(idsIn({ is_topic_message: true, message_thread_id: 9 })).toEqual(['43']);
		expect(idsIn({ is_topic_message: true, message_thread_id: 10 })).toEqual([]);
		expect(idsIn({ message_thread_id: 9 })).toEqual(['42', '41']);
	});

	test('with a forwarded file counts for a form', () => {
		const state = new QuestionState();
		const form = { ...resumeAddress, kind: 'form', step: 'abcd' } as const;
		const userIds = [String(mia.id)];
		state.expect(String(CHAT), { ...ASKED, callbackData: form, userIds, until: Infinity });
		const document = { file_id: 'f1' };
		const sent = write({ text: undefined, document, forward_origin: { type: 'user' } });
		expect(find(sent, state)).toMatchObject([{ answering: { file: { id: 'f1' } } }]);
	});
});

test('what follows a long answer is only its rest if it was written there', async () => {
	const texts = new CutTexts();
	const answer = Promise.resolve(undefined);
	const part = (more: object = {}) =>
		new Context({
			update_id: 1,
			message: { chat: { id: CHAT }, from: mia, date: 100, text: 'a'.repeat(4096), ...more },
		});
	texts.note(part(), answer);
	expect(texts.continuedBy(part())).toBeDefined();
	for (const more of [
		{ forward_date: 1 },
		{ via_bot: other },
		{ reply_to_story: { id: 1 } },
		{ is_topic_message: true, message_thread_id: 9 },
	]) {
		expect(texts.continuedBy(part({ ...more, text: 'Hi' }))).toBeUndefined();
	}
});
