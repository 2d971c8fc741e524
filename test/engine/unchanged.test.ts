import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const { demoGroup } = emulator.defaults.chats;

describe('an edit that changes nothing succeeds, and says so', () => {
	async function sent(): Promise<number> {
		const { body } = await emulator.api('sendMessage', { chat_id: demoGroup, text: 'before' });
		return body.result.message_id;
	}

	test.each([
		['editMessageText', { text: 'before' }, { text: 'after' }],
		[
			'editMessageReplyMarkup',
			{},
			{ replyMarkup: 'json', replyMarkupJson: '[[{"text":"Yes","callback_data":"yes"}]]' },
		],
	])('%s', async (operation, same, other) => {
		const messageId = await sent();
		const message = { chatId: byId(demoGroup), messageId };
		const about = { chatId: demoGroup, messageId };
		const unchanged = await run(operation, { ...message, ...same });
		expect(unchanged.error).toBeUndefined();
		expect(unchanged.json).toEqual([{ success: true, ...about, changed: false }]);
		const changed = await run(operation, { ...message, ...other });
		expect(changed.json).toEqual([expect.objectContaining({ ...about, changed: true })]);
	});

	test('but after an attempt without an answer, nobody knows whether it changed something', async () => {
		const messageId = await sent();
		await emulator.fault({ kind: 'cut_after', method: 'editMessageText' });
		const edit = { chatId: byId(demoGroup), messageId, text: 'after' };
		const { json } = await run('editMessageText', edit);
		expect(json).toMatchObject([{ success: true, changed: null }]);
	});
});

describe('Send Anyway sends without the reply if the original message is gone', () => {
	const GONE = '99999';
	const items = [{ json: {}, binary: { data: inMemory('a', 'a.png', 'image/png') } }];
	const replying = (more: object = {}) => ({
		additionalFields: { replyToMessageId: GONE, ...more },
	});

	const MESSAGES: Array<[operation: string, parameters: object]> = [
		['sendMessage', { text: 'Hello' }],
		['sendDice', {}],
		['sendPhoto', { source: 'binary', binaryPropertyName: 'data' }],
		['sendMediaGroup', { mediaSource: 'allBinary' }],
		['copyMessage', { fromChatId: byId(demoGroup), messageId: '1' }],
	];

	test.each(MESSAGES)('%s', async (operation, parameters) => {
		const form = { chatId: byId(demoGroup), ...parameters };
		const refused = await run(operation, { ...form, ...replying() }, { items });
		expect(refused.error?.message).toContain('replied');
		const { json, error } = await run(
			operation,
			{ ...form, ...replying({ allowSendingWithoutReply: true }) },
			{ items },
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		const last = (await emulator.calls(operation)).at(-1)!;
		expect(last.params).not.toHaveProperty('reply_to_message_id');
		expect(last.params).not.toHaveProperty('reply_parameters');
	});

	test('but an existing reply remains, and any other refusal remains an error', async () => {
		const reply = { replyToMessageId: '1', allowSendingWithoutReply: true };
		const form = { chatId: byId(demoGroup), text: 'Hello', additionalFields: reply };
		const { json } = await run('sendMessage', form);
		expect(json).toMatchObject([{ reply_to_message: { message_id: 1 } }]);
		await emulator.fault({ kind: 'error', status: 400, description: 'Bad Request: no' });
		expect((await run('sendMessage', form)).error?.message).toBe('Bad Request: no');
	});
});
