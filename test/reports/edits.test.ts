import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();
const GROUP = emulator.defaults.chats.demoGroup;
const CHAT = { chatId: byId(GROUP) };
const PNG = [{ json: {}, binary: { data: inMemory('a', 'a.png', 'image/png') } }];

test('N10 node-red-telegrambot #183: the error for editing the text of a photo says that it is a photo', async () => {
	const additionalFields = { caption: 'Before' };
	const { json } = await run('sendPhoto', { ...CHAT, additionalFields }, { items: PNG });
	const messageId = String(json[0].messageId);
	const { error } = await run('editMessageText', { ...CHAT, messageId, text: 'After' });
	expect(error?.description).toContain('The message has no text: it is a photo or another file');
});

describe('N20 grammyjs/menu #25: an edit that changes nothing', () => {
	test.each([
		['editMessageText', { text: 'Hello' }],
		['editMessageReplyMarkup', {}],
	])('by %s succeeds, and says so', async (operation, more) => {
		const { body } = await emulator.api('sendMessage', { chat_id: GROUP, text: 'Hello' });
		const messageId = body.result.message_id as number;
		const { json, error } = await run(operation, { ...CHAT, messageId, ...more });
		expect(error).toBeUndefined();
		expect(json).toEqual([{ success: true, chatId: GROUP, messageId, changed: false }]);
	});
});
