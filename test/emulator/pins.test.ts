import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal } from './answers';

const emulator = useEmulator();
const { chats, messages, users, botId } = emulator.defaults;
const chat_id = chats.demoGroup;

const pin = async (message_id: number, chat = chat_id) =>
	await emulator.api('pinChatMessage', { chat_id: chat, message_id });

const unpin = async (params: object = {}) =>
	await emulator.api('unpinChatMessage', { chat_id, ...params });

const pinned = async () =>
	(await emulator.state()).messages
		.filter((message) => message.pinned)
		.map(({ message_id }) => message_id);

test('several messages can be pinned, and one is unpinned by its number', async () => {
	expect(accepted(await pin(messages.byMia))).toBe(true);
	accepted(await pin(messages.byOlga));
	expect(await pinned()).toEqual([messages.byOlga, messages.byMia]);
	expect(accepted(await unpin({ message_id: messages.byOlga }))).toBe(true);
	expect(await pinned()).toEqual([messages.byMia]);
});

test('without a number, the message that was pinned last is unpinned first', async () => {
	accepted(await pin(messages.byNoah));
	accepted(await pin(messages.byOlga));
	accepted(await unpin());
	expect(await pinned()).toEqual([messages.byNoah]);
	accepted(await unpin());
	expectRefusal(await unpin(), 404, 'Not Found: message to unpin not found');
});

test('a message that does not exist, was deleted, or is not pinned is refused', async () => {
	expectRefusal(await pin(99), 404, 'Not Found: message to pin not found');
	expectRefusal(await pin(1, 77), 404, 'Not Found: chat not found');
	const reason = 'Not Found: message to unpin not found';
	expectRefusal(await unpin({ message_id: messages.byMia }), 404, reason);
	accepted(await pin(messages.byMia));
	accepted(await emulator.api('deleteMessage', { chat_id, message_id: messages.byMia }));
	expectRefusal(await unpin(), 404, reason);
});

test('pinning needs a right in a group, but not in a private chat', async () => {
	const reason = 'Forbidden: not enough rights to pin a message';
	expectRefusal(await pin(1, chats.quietGroup), 403, reason);
	expectRefusal(await unpin({ chat_id: chats.quietGroup }), 403, reason);
	const member = { chat_id, user_id: botId, status: 'administrator' };
	const rights = { can_delete_messages: true };
	await emulator.control('post', 'seed', { members: [{ ...member, rights }] });
	expectRefusal(await pin(messages.byMia), 403, reason);
	const absent = 'Forbidden: bot is not a member of the group chat';
	expectRefusal(await pin(1, chats.elsewhere), 403, absent);
	await emulator.act('message', { user_id: users.olga, chat_id: chats.privateOlga, text: 'Hi' });
	accepted(await pin(1, chats.privateOlga));
});
