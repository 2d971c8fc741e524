import type { IDataObject } from 'n8n-workflow';

import { useBot } from '../support/bot';
import { startOddServer } from '../support/odd';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

async function sent(operation: string, parameters: IDataObject) {
	const { error } = await run(operation, parameters);
	const [call] = await emulator.calls();
	return { error, body: call?.params };
}

const member = (userId: string) => ({ chatId: byId('-1001'), userId: byId(userId) });

describe('an id that is not a whole number is refused', () => {
	test.each(['12.5', 'mia', '@mia', '1 2', '0x10', '1e5', '--5', '={{ true }}', '={{ 12.5 }}'])(
		'%s',
		async (userId) => {
			const { error, body } = await sent('getChatMember', member(userId));
			expect(error?.message).toMatch(/^User must be a whole number, but is /);
			expect(error?.context).toMatchObject({ itemIndex: 0 });
			expect(body).toBeUndefined();
		},
	);

	test.each<[operation: string, parameters: IDataObject, field: string]>([
		['editMessageText', { chatId: byId('1'), messageId: 'x', text: 'y' }, 'Message ID'],
		['deleteMessages', { chatId: byId('1'), messageIds: '1,x' }, 'Message IDs'],
		[
			'sendMessage',
			{ chatId: byId('1'), text: 'y', additionalFields: { replyToMessageId: 'x' } },
			'Reply to Message ID',
		],
		[
			'sendDice',
			{ chatId: byId('1'), additionalFields: { replyToMessageId: 'x' } },
			'Reply to Message ID',
		],
		['sendDice', { chatId: byId('1'), additionalFields: { messageThreadId: 'x' } }, 'Topic ID'],
		['sendDice', { chatId: byId('x') }, 'Chat'],
		['getGameHighScores', { userId: byId('1'), chatId: byId('x'), messageId: '1' }, 'Chat'],
	])('in %s %j', async (operation, parameters, field) => {
		const { error, body } = await sent(operation, parameters);
		expect(error?.message).toBe(`${field} must be a whole number, but is "x"`);
		expect(body).toBeUndefined();
	});
});

describe('an id goes out as the number it is', () => {
	test.each([
		['1003', 1003],
		[' 1003 ', 1003],
		['+1003', 1003],
		['={{ 1003 }}', 1003],
		['={{ "1003" }}', 1003],
		['9007199254740991', Number.MAX_SAFE_INTEGER],
	])('%j', async (userId, wire) => {
		const { body } = await sent('getChatMember', member(userId));
		expect(body).toEqual({ chat_id: -1001, user_id: wire });
	});

	test.each([
		['-1001', -1001],
		['@demo_group', '@demo_group'],
		[' @demo_group ', '@demo_group'],
		['={{ -1001 }}', -1001],
	])('chat %j', async (chatId, wire) => {
		const { body } = await sent('sendMessage', { chatId: byId(chatId), text: 'Hello' });
		expect(body.chat_id).toBe(wire);
	});
});

describe('an ID beyond 2^53', () => {
	const HUGE = '9007199254740993';

	test.each<[operation: string, parameters: IDataObject, wire: object]>([
		['getChatMember', member(HUGE), { user_id: HUGE }],
		['getChatMember', { chatId: byId(`-${HUGE}`), userId: byId('1') }, { chat_id: `-${HUGE}` }],
		['sendDice', { chatId: byId(HUGE) }, { chat_id: HUGE }],
		['deleteMessages', { chatId: byId('1'), messageIds: `1,${HUGE}` }, { message_ids: [1, HUGE] }],
	])('stays exact as text: %s %j', async (operation, parameters, wire) => {
		const { body } = await sent(operation, parameters);
		expect(body).toMatchObject(wire);
	});

	test.each<[operation: string, parameters: IDataObject, field: string]>([
		['getChatMember', member(`={{ ${HUGE} }}`), 'User'],
		['getChatMember', { chatId: byId(`={{ -${HUGE} }}`), userId: byId('1') }, 'Chat'],
		['deleteMessages', { chatId: byId('1'), messageIds: `={{ [${HUGE}] }}` }, 'Message IDs'],
	])('is refused as a number, which was rounded already: %s %j', async (operation, p, field) => {
		const { error, body } = await sent(operation, p);
		expect(error?.message).toBe(`${field} is too large for a number`);
		expect(error?.description).toContain(`Enter ${field} as text`);
		expect(body).toBeUndefined();
	});
});

test('an id beyond 2^53 in an answer comes out exact', async () => {
	const server = await startOddServer((_request, response) => {
		response.end('{"ok":true,"result":{"message_id":9007199254740993,"chat":{"id":-1001}}}');
	});
	try {
		const { json } = await run(
			'sendMessage',
			{ chatId: byId('-1001'), text: 'Hello' },
			{ credential: { baseUrl: server.url } },
		);
		const id = '9007199254740993';
		const chat = { id: -1001 };
		expect(json).toEqual([{ chatId: -1001, messageId: id, message_id: id, chat }]);
	} finally {
		await server.close();
	}
});

describe('a value that cannot be a chat is refused:', () => {
	test.each([
		['-100.5', 'Chat must be a whole number'],
		['={{ [-1001, -1002] }}', 'Chat has several chats'],
		['-1001, -1002', 'Chat has several chats'],
		['={{ { id: -1001 } }}', 'Chat must be one chat ID or username'],
		['={{ "  " }}', 'Chat is empty'],
	])('%s', async (chatId, message) => {
		const { error, body } = await sent('sendMessage', { chatId: byId(chatId), text: 'Hello' });
		expect(error?.message).toContain(message);
		expect(body).toBeUndefined();
	});
});

describe('high scores belong to exactly one kind of message:', () => {
	const both = {
		userId: byId('1010'),
		chatId: byId('-1001'),
		messageId: 5,
		inlineMessageId: 'inline-demo-game',
	};

	test('the chat message', async () => {
		const { body } = await sent('getGameHighScores', { ...both, carrier: 'chat' });
		expect(body).toEqual({ user_id: 1010, chat_id: -1001, message_id: 5 });
	});

	test('the inline message', async () => {
		const { body } = await sent('getGameHighScores', { ...both, carrier: 'inline' });
		expect(body).toEqual({ user_id: 1010, inline_message_id: 'inline-demo-game' });
	});

	test('an inline message without an id is refused', async () => {
		const { error, body } = await sent('getGameHighScores', {
			...both,
			carrier: 'inline',
			inlineMessageId: '={{ $json.none }}',
		});
		expect(error?.message).toBe('Inline Message ID is empty');
		expect(body).toBeUndefined();
	});

	test('a choice that does not exist is refused', async () => {
		const { error, body } = await sent('getGameHighScores', { ...both, carrier: '={{ "both" }}' });
		expect(error?.message).toBe('Game Message has no choice "both"');
		expect(body).toBeUndefined();
	});
});
