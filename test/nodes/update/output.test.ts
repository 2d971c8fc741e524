import { Context } from '../../../nodes/BotMessaging/update/context';
import { simplify } from '../../../nodes/BotMessaging/update/output';
import { isUpdate, type Update } from '../../../nodes/BotMessaging/update/update';
import { memberChange, message, photo, poll, press, reaction } from './samples';

const ofMia = { chatId: -1001, chatType: 'group', userId: 1003, username: 'mia', firstName: 'Mia' };
const plainMessage = { isForwarded: false, isReply: false };

const named = (update: Update, ownName?: string) => Object.assign(new Context(update), { ownName });

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
			actorId: 1001,
			actorName: 'Olga',
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
	expect(simplify(named(update, 'my_bot'))).toEqual({ ...flat, update });
});

test('a command for another bot counts as a text', () => {
	const update = message({ text: '/ban@My_Bot Noah' });
	expect(simplify(named(update, 'my_bot'))).toMatchObject({
		contentType: 'command',
		command: '/ban',
	});
	for (const ownName of ['other_bot', undefined]) {
		const item = simplify(named(update, ownName));
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
])('%j counts as an update: %s', (value, expected) => {
	expect(isUpdate(value)).toBe(expected);
});

const olga = { id: 1001, is_bot: false, first_name: 'Olga' };
const zoe = { id: 1005, is_bot: false, first_name: 'Zoe' };
const bot = { id: 1, is_bot: true, first_name: 'Our Bot' };
const change = (kind: string, more: object) => ({
	update_id: 1,
	[kind]: { chat: { id: -1 }, from: olga, ...more },
});
const changed = (user: object) => ({
	old_chat_member: { user, status: 'left' },
	new_chat_member: { user, status: 'member' },
});

test.each<[string, Update, number | undefined, number | undefined]>([
	['someone who was added', message({ from: olga, new_chat_members: [zoe] }), 1005, 1001],
	['someone who came', message({ from: zoe, new_chat_members: [zoe] }), 1005, undefined],
	['someone who was removed', message({ from: olga, left_chat_member: zoe }), 1005, 1001],
	['someone who left', message({ from: zoe, left_chat_member: zoe }), 1005, undefined],
	['the bot, which was added', change('my_chat_member', changed(bot)), 1, 1001],
	['a member who was let in', change('chat_member', changed(zoe)), 1005, 1001],
	['a member who came', change('chat_member', { ...changed(olga) }), 1001, undefined],
	['who asks to join', change('chat_join_request', { user_chat_id: 1001 }), 1001, undefined],
	['who reacted', reaction, 1003, undefined],
	['who pressed', press(), 1003, undefined],
	['who voted', { update_id: 1, poll_answer: { poll_id: 'p', user: zoe } }, 1005, undefined],
	['who wrote', message(), 1003, undefined],
	['nobody, of what a channel wrote', message({ sender_chat: { id: -9 } }), undefined, undefined],
])('an item is about %s', (_what, update, userId, actorId) => {
	const item = simplify(new Context(update));
	expect([item.userId, item.actorId]).toEqual([userId, actorId]);
	expect(item.actorName).toBe(actorId && 'Olga');
});

test('the author of a change in the name of a group is that group', () => {
	const stand = { id: 1_087_968_824, is_bot: true, first_name: 'Group' };
	const added = { from: stand, sender_chat: { id: -1, title: 'Demo' }, new_chat_members: [zoe] };
	const { userId, actorId, actorName } = simplify(new Context(message(added)));
	expect([userId, actorId, actorName]).toEqual([1005, -1, 'Demo']);
});

describe('in a topic', () => {
	const inTopic = { is_topic_message: true, message_thread_id: 40 };
	const written = (message_id: number, more: object = {}) => ({ message_id, from: olga, ...more });

	test.each([
		['the message that opened it', written(40, { forum_topic_created: { name: 'News' } })],
		['the message that opened it, of which the server says no more', written(40)],
	])('a message does not reply to %s', (_what, reply_to_message) => {
		const item = simplify(new Context(message({ text: 'Hi', ...inTopic, reply_to_message })));
		expect(item.isReply).toBe(false);
		expect(item).not.toHaveProperty('replyTo');
		expect(item).not.toHaveProperty('replyToMessageId');
	});

	test('a reply to another message is one', () => {
		const item = simplify(
			new Context(message({ text: 'Hi', ...inTopic, reply_to_message: written(41) })),
		);
		expect(item).toMatchObject({ isReply: true, replyToMessageId: 41, replyTo: { userId: 1001 } });
	});

	test('outside of a topic, a reply to the first message counts as a reply', () => {
		const more = { message_thread_id: 40, reply_to_message: written(40) };
		expect(simplify(new Context(message({ text: 'Hi', ...more })))).toMatchObject({
			replyToMessageId: 40,
		});
	});
});
