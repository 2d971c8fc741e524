import { useBot } from '../support/bot';
import { byId, byUsername } from '../support/locators';

const { emulator, run } = useBot();
const { chats, messages } = emulator.defaults;

const CHAT = { chatId: byId(chats.demoGroup) };

test('if the server cannot forward, the error names Copy Message', async () => {
	await emulator.fault({ kind: 'error', status: 404, description: 'Not Found' });
	const { error } = await run('forwardMessage', {
		...CHAT,
		fromChatId: byId('-1001'),
		messageId: '2',
	});
	expect(error).toMatchObject({
		description: expect.stringContaining('use the other one of Forward Message and Copy Message'),
	});
});

test('a copy says which chat it is in, by the name that was given', async () => {
	const { json } = await run('copyMessage', {
		chatId: byUsername('@demo_group'),
		fromChatId: byId('-1001'),
		messageId: '2',
	});
	expect(json).toEqual([{ chatId: '@demo_group', messageId: 6, message_id: 6 }]);
});

test('the chosen message is unpinned, whichever was pinned last', async () => {
	for (const message_id of [messages.byMia, messages.byNoah]) {
		await emulator.api('pinChatMessage', { chat_id: chats.demoGroup, message_id });
	}
	const { json } = await run('unpinChatMessage', {
		...CHAT,
		pinned: 'one',
		messageId: String(messages.byMia),
	});
	expect(json).toEqual([{ success: true, chatId: -1001, messageId: messages.byMia }]);
	const left = (await emulator.state()).messages.filter(({ pinned }) => pinned);
	expect(left.map(({ message_id }) => message_id)).toEqual([messages.byNoah]);
});

test('a keyboard that was changed before the answer was lost counts as changed', async () => {
	await emulator.fault({ kind: 'cut_after', method: 'editMessageReplyMarkup' });
	const { json, error } = await run('editMessageReplyMarkup', {
		...CHAT,
		messageId: String(messages.byBot),
		replyMarkup: 'json',
		replyMarkupJson: '[[{"text": "Yes", "callback_data": "yes"}]]',
		traffic: { longestWait: 0.02 },
	});
	expect(error).toBeUndefined();
	expect(json).toEqual([
		{ success: true, chatId: -1001, messageId: messages.byBot, changed: null },
	]);
});
