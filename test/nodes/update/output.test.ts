import { simplify } from '../../../nodes/BotMessaging/update/output';
import { isUpdate, type Update } from '../../../nodes/BotMessaging/update/update';
import { memberChange, message, photo, poll, press, reaction } from './samples';

const ofMia = { chatId: -1001, chatType: 'group', userId: 1003, username: 'mia', firstName: 'Mia' };
const plainMessage = { isForwarded: false, isReply: false };

test.each<[string, Update, object]>([
	[
		'a command as a reply',
		message({
			text: '/ban@my_bot Noah, spam',
			reply_to_message: {
				message_id: 40,
				from: { id: 1009, first_name: 'Noah' },
				text: 'Buy now',
			},
		}),
		{
			updateId: 7,
			updateType: 'message',
			...ofMia,
			messageId: 42,
			contentType: 'command',
			text: '/ban@my_bot Noah, spam',
			command: '/ban',
			commandArguments: 'Noah, spam',
			isForwarded: false,
			isReply: true,
			replyTo: { messageId: 40, userId: 1009, firstName: 'Noah', text: 'Buy now' },
			date: 1_700_000_000,
			replyToMessageId: 40,
		},
	],
	[
		'an answer to a message in the name of a channel, whose author is a stand-in',
		message({
			reply_to_message: {
				message_id: 40,
				from: { id: 136_817_688, is_bot: true, first_name: 'Channel' },
				sender_chat: { id: -1009 },
				text: 'Buy now',
			},
		}),
		{
			updateId: 7,
			updateType: 'message',
			...ofMia,
			messageId: 42,
			contentType: 'other',
			isForwarded: false,
			isReply: true,
			replyTo: { messageId: 40, text: 'Buy now' },
			date: 1_700_000_000,
			replyToMessageId: 40,
		},
	],
	[
		'an edited message',
		message({ text: 'better', edit_date: 1_700_000_009 }, 'edited_message'),
		{
			updateId: 7,
			updateType: 'edited_message',
			...ofMia,
			messageId: 42,
			contentType: 'text',
			text: 'better',
			...plainMessage,
			date: 1_700_000_009,
		},
	],
	[
		'a photo of an album',
		photo,
		{
			updateId: 7,
			updateType: 'message',
			...ofMia,
			messageId: 42,
			contentType: 'photo',
			text: 'Look',
			...plainMessage,
			date: 1_700_000_000,
			mediaType: 'photo',
			fileId: 'large',
			mediaGroupId: 'trip',
		},
	],
	[
		'a button press',
		press(),
		{
			updateId: 8,
			updateType: 'callback_query',
			...ofMia,
			messageId: 43,
			callbackQueryId: '9001',
			contentType: 'button',
			buttonData: 'undo:42',
			callbackData: 'undo:42',
		},
	],
	[
		'a member who joined: the member, not who let them in',
		memberChange('left', 'member'),
		{
			updateId: 9,
			updateType: 'chat_member',
			contentType: 'join',
			...ofMia,
			date: 1_700_000_002,
		},
	],
	[
		'a reaction',
		reaction,
		{
			updateId: 10,
			updateType: 'message_reaction',
			contentType: 'reaction',
			...ofMia,
			messageId: 42,
			date: 1_700_000_003,
		},
	],
	[
		'a poll, which has neither chat nor user',
		poll,
		{ updateId: 11, updateType: 'poll', contentType: 'poll' },
	],
])('%s', (_what, update, flat) => {
	expect(simplify(update, 'my_bot')).toEqual({ ...flat, update });
});

test('a command for another bot is a text', () => {
	const update = message({ text: '/ban@My_Bot Noah' });
	expect(simplify(update, 'my_bot')).toMatchObject({ contentType: 'command', command: '/ban' });
	for (const ownName of ['other_bot', undefined]) {
		const item = simplify(update, ownName);
		expect(item).toMatchObject({ contentType: 'text', text: '/ban@My_Bot Noah' });
		expect(item).not.toHaveProperty('command');
		expect(item).not.toHaveProperty('arguments');
	}
});

test.each([
	[message(), true],
	[poll, true],
	[null, false],
	['text', false],
	[[], false],
	[{}, false],
	[{ update_id: 1 }, false],
	[{ message: {} }, false],
	[{ update_id: '1', message: {} }, false],
	[{ update_id: 1.5, message: {} }, false],
	[{ update_id: 1, message: 'text' }, false],
])('%j is an update: %s', (value, expected) => {
	expect(isUpdate(value)).toBe(expected);
});
