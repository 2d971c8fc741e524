import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal } from './answers';

const emulator = useEmulator();
const { users, chats, messages } = emulator.defaults;

const KEYBOARD = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] };

const edit = async (params: object) =>
	await emulator.api('editMessageText', {
		chat_id: chats.demoGroup,
		message_id: messages.byBot,
		text: 'Changed',
		...params,
	});

describe('editMessageText', () => {
	test('answers with the edited message and stores it', async () => {
		const edited = accepted(await edit({ reply_markup: KEYBOARD }));
		expect(edited).toMatchObject({
			message_id: messages.byBot,
			text: 'Changed',
			edit_date: expect.any(Number),
			reply_markup: KEYBOARD,
		});
		expect(edited.edit_date).toBeGreaterThan(edited.date);
		const { messages: stored } = await emulator.state();
		expect(stored).toContainEqual(
			expect.objectContaining({ message_id: messages.byBot, text: 'Changed' }),
		);
	});

	test('refuses an unchanged text, unless the keyboard changes', async () => {
		accepted(await edit({}));
		expectRefusal(await edit({}), 400, 'Bad Request: message is not modified');
		accepted(await edit({ reply_markup: KEYBOARD }));
		const again = await edit({ reply_markup: KEYBOARD });
		expectRefusal(again, 400, 'Bad Request: message is not modified');
	});

	test('accepts the same text with another parse mode, and then without one', async () => {
		const text = '<b>Changed</b>';
		accepted(await edit({ text }));
		accepted(await edit({ text, parse_mode: 'HTML' }));
		const again = await edit({ text, parse_mode: 'html' });
		expectRefusal(again, 400, 'Bad Request: message is not modified');
		accepted(await edit({ text, parse_mode: 'Markdown' }));
		accepted(await edit({ text }));
	});

	test.each([
		['custom keyboard', { keyboard: [[{ text: 'Yes' }]] }],
		['removal of one', { remove_keyboard: true }],
		['forced reply', { force_reply: true }],
	])('refuses a %s', async (_kind, reply_markup) => {
		expectRefusal(await edit({ reply_markup }), 400, 'Bad Request: inline keyboard expected');
	});

	test('causes no update if the bot itself edits', async () => {
		accepted(await edit({}));
		expect(accepted(await emulator.api('getUpdates'))).toEqual([]);
	});

	test.each<[string, object, number, string]>([
		['no chat', { chat_id: undefined }, 400, 'Bad Request: parameter "chat_id" is required'],
		[
			'no message',
			{ message_id: undefined },
			400,
			'Bad Request: parameter "message_id" is required',
		],
		['no text', { text: undefined }, 400, 'Bad Request: parameter "text" is required'],
		['blank text', { text: '\n' }, 400, 'Bad Request: message text is empty'],
		['long text', { text: 'x'.repeat(4097) }, 400, 'Bad Request: message is too long'],
		['another parse mode', { parse_mode: 'BBCode' }, 400, 'Bad Request: unsupported parse_mode'],
		[
			'a broken keyboard',
			{ reply_markup: { inline_keyboard: 1 } },
			400,
			"Bad Request: can't parse inline keyboard button",
		],
		[
			'a message without text',
			{ message_id: messages.game },
			400,
			'Bad Request: there is no text in the message to edit',
		],
		['an unknown chat', { chat_id: 77 }, 404, 'Not Found: chat not found'],
		['an unknown message', { message_id: 99 }, 404, 'Not Found: message to edit not found'],
		[
			"somebody else's message",
			{ message_id: messages.byMia },
			403,
			"Forbidden: message can't be edited: it is not the bot's own",
		],
		[
			'a chat without the bot',
			{ chat_id: chats.elsewhere },
			403,
			'Forbidden: bot is not a member of the group chat',
		],
	])('refuses %s', async (_kind, params, code, description) => {
		expectRefusal(await edit(params), code, description);
	});

	test('refuses a deleted message', async () => {
		const params = { chat_id: chats.demoGroup, message_ids: [messages.byBot] };
		accepted(await emulator.api('deleteMessages', params));
		expectRefusal(await edit({}), 404, 'Not Found: message to edit not found');
	});
});

describe('an edit by a person', () => {
	const byMia = { user_id: users.mia, chat_id: chats.demoGroup, message_id: messages.byMia };

	test('reaches the bot as edited_message', async () => {
		await emulator.act('edit', { ...byMia, text: 'Hello, all!' });
		const [update] = accepted(await emulator.api('getUpdates'));
		expect(update.edited_message).toMatchObject({
			message_id: messages.byMia,
			text: 'Hello, all!',
			edit_date: expect.any(Number),
		});
	});

	test('changes the caption of a picture', async () => {
		const photo = { user_id: users.mia, chat_id: chats.demoGroup, photo: true, caption: 'Cat' };
		const { message } = await emulator.act('message', photo);
		const params = { ...byMia, message_id: message.message_id, text: 'Dog' };
		const { message: edited } = await emulator.act('edit', params);
		expect(edited).toMatchObject({ caption: 'Dog', photo: message.photo });
		expect(edited.text).toBeUndefined();
	});

	test.each([
		["somebody else's message", { message_id: messages.byNoah }, 'this is not your message'],
		['a message that is not there', { message_id: 99 }, 'this is not your message'],
		['a chat they are not in', { user_id: users.zoe }, 'you are not in this chat'],
	])('is refused for %s', async (_kind, params, refused) => {
		const answer = await emulator.act('edit', { ...byMia, text: 'x', ...params });
		expect(answer).toEqual({ ok: false, refused });
	});
});

describe('editMessageReplyMarkup', () => {
	const OTHER = { inline_keyboard: [[{ text: 'No', callback_data: 'no' }]] };
	const change = async (params: object) =>
		await emulator.api('editMessageReplyMarkup', {
			chat_id: chats.demoGroup,
			message_id: messages.byBot,
			...params,
		});

	test('sets a keyboard and returns it', async () => {
		const edited = accepted(await change({ reply_markup: KEYBOARD }));
		expect(edited).toMatchObject({ reply_markup: KEYBOARD, edit_date: expect.any(Number) });
		const again = await change({ reply_markup: KEYBOARD });
		expectRefusal(again, 400, 'Bad Request: message is not modified');
		expect(accepted(await change({ reply_markup: OTHER }))).toMatchObject({ reply_markup: OTHER });
	});

	test.each([undefined, {}, { inline_keyboard: [] }])('%j removes it', async (reply_markup) => {
		accepted(await change({ reply_markup: KEYBOARD }));
		expect(accepted(await change({ reply_markup }))).not.toHaveProperty('reply_markup');
		const again = await change({ reply_markup });
		expectRefusal(again, 400, 'Bad Request: message is not modified');
	});

	test.each<[string, object, number, string]>([
		['an unknown message', { message_id: 99 }, 404, 'Not Found: message to edit not found'],
		[
			'a message of somebody else',
			{ message_id: messages.byMia },
			403,
			"Forbidden: message can't be edited: it is not the bot's own",
		],
		[
			'a custom keyboard',
			{ reply_markup: { keyboard: [['Yes']] } },
			400,
			'Bad Request: inline keyboard expected',
		],
		[
			'a broken button',
			{ reply_markup: { inline_keyboard: [[{ text: 'Yes' }]] } },
			400,
			"Bad Request: can't parse inline keyboard button",
		],
	])('refuses %s', async (_kind, params, code, description) => {
		expectRefusal(await change(params), code, description);
	});
});
