import { inMemory } from '../support/binary';
import { items, useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();
const GROUP = emulator.defaults.chats.demoGroup;
const CHAT = { chatId: byId(GROUP) };
const PNG = [{ json: {}, binary: { data: inMemory('a', 'a.png', 'image/png') } }];

const refuse = async (method: string, description: string, status = 400) =>
	await emulator.fault({ kind: 'error', status, method, description });

test('N10 node-red-telegrambot #183: the error for editing the text of a photo says that it is a photo', async () => {
	const additionalFields = { caption: 'Before' };
	const { json } = await run('sendPhoto', { ...CHAT, additionalFields }, { items: PNG });
	const messageId = String(json[0].messageId);
	const { error } = await run('editMessageText', { ...CHAT, messageId, text: 'After' });
	expect(error?.description).toContain('The message has no text: it is a photo or another file');
});

test.each(["Bad Request: message can't be edited", 'Bad Request: MESSAGE_AUTHOR_REQUIRED'])(
	'N14 kaishnik-bot #1: %s says that a bot edits only its own messages, and some only for a time',
	async (description) => {
		await refuse('editMessageText', description);
		const { error } = await run('editMessageText', { ...CHAT, messageId: '4', text: 'x' });
		expect(error).toMatchObject({
			message: description,
			description: expect.stringMatching(/^A bot can edit only its own messages.*for a time/),
		});
	},
);

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

describe('N13 hermes-agent #15728: a refusal that is not about the file does not blame it', () => {
	const FILES: Array<[string, object]> = [
		['sendPhoto', { source: 'binary', binaryPropertyName: 'data' }],
		['sendVoice', { source: 'binary', binaryPropertyName: 'data' }],
		['sendMediaGroup', { mediaSource: 'allBinary' }],
	];

	test.each([
		['Bad Request: TOPIC_CLOSED', 'topicGone'],
		['Bad Request: BUTTON_URL_INVALID', 'badValue'],
		['Bad Request: CHAT_WRITE_FORBIDDEN', 'noRight'],
		['Bad Request: not enough rights to send photos to the chat', 'noRight'],
		['Bad Request: VOICE_MESSAGES_FORBIDDEN', 'noRight'],
	])('%s', async (description, errorReason) => {
		for (const [operation, more] of FILES) {
			await refuse(operation, description);
			const { error } = await run(operation, { ...CHAT, ...more }, { items: PNG });
			expect(error?.message).toBe(description);
			expect(error?.description).not.toMatch(/check the file/i);
			await refuse(operation, description);
			const node = { onError: 'continueRegularOutput' } as const;
			const { json } = await run(operation, { ...CHAT, ...more }, { items: PNG, node });
			expect(json).toMatchObject([{ error: description, errorReason }]);
		}
	});

	test('PHOTO_INVALID_DIMENSIONS says which photos are accepted, and what to use for others', async () => {
		await refuse('sendPhoto', 'Bad Request: PHOTO_INVALID_DIMENSIONS');
		const { error } = await run('sendPhoto', CHAT, { items: PNG });
		expect(error?.description).toMatch(
			/10,000 pixels.*set If the Photo Is Refused to Send as Document/,
		);
	});
});

test.each([
	['400 Bad Request: USER_IS_BLOCKED', 'blocked'],
	['400 Bad Request: INPUT_USER_DEACTIVATED', 'blocked'],
	['400 Bad Request: USER_DELETED', 'blocked'],
	['403 Forbidden: bot was blocked by the user', 'blocked'],
	['403 Forbidden: user is deactivated', 'blocked'],
	['400 Bad Request: CHAT_WRITE_FORBIDDEN', 'noRight'],
	['400 Bad Request: have no rights to send a message', 'noRight'],
	['403 Forbidden: need administrator rights in the channel chat', 'noRight'],
	['400 Bad Request: PEER_FLOOD', 'tooFast'],
	['400 Bad Request: SLOWMODE_WAIT_30', 'tooFast'],
])(
	'N15 ff-backend #175: %s becomes %s, so that a newsletter can remove such people',
	async (said, errorReason) => {
		const [status, ...words] = said.split(' ');
		await emulator.fault({
			...{ kind: 'error', method: 'sendMessage', status: Number(status), times: 99 },
			description: words.join(' '),
		});
		const node = { onError: 'continueRegularOutput' } as const;
		const { json } = await run(
			'sendMessage',
			{ ...CHAT, text: 'News' },
			{ items: items({}), node },
		);
		expect(json).toMatchObject([{ errorReason }]);
	},
);
