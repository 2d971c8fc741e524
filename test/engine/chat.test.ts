import type { IDataObject, INodeParameterResourceLocator } from 'n8n-workflow';

import { items, useBot } from '../support/bot';
import { runNode } from '../support/engine';

const { emulator, run } = useBot();

const HUGE = '9007199254740993';

const locator = (mode: string, value: unknown): INodeParameterResourceLocator => ({
	__rl: true,
	mode,
	value: value as string,
});

async function sentTo(chatId: unknown, json: IDataObject = {}, operation = 'sendMessage') {
	const parameters = { chatId: chatId as IDataObject, text: 'Hello' };
	const { error } = await run(operation, parameters, { items: items(json) });
	const [call] = await emulator.calls();
	return { error, chat: call?.params.chat_id };
}

describe('a chat with a UUID', () => {
	// As a number, this one would be 123 times ten to the power of 4567.
	const UUID = '123e4567-e89b-12d3-a456-426614174000';

	test.each([
		['sendMessage', locator('id', UUID)],
		['sendMessage', locator('id', '={{ $json.chat }}')],
		['sendDice', locator('id', UUID)],
	])('%s is sent as it is: %j', async (operation, chatId) => {
		expect((await sentTo(chatId, { chat: UUID }, operation)).chat).toBe(UUID);
	});
});

describe('a chat of the form', () => {
	test.each<[what: string, chatId: unknown, chat: unknown]>([
		['plain, an expression', '={{ $json.chatId }}', -1001],
		['plain, an expression in a text', '=-100{{ $json.one }}', -1001],
		['plain, an expression that gives a locator', '={{ $json.locator }}', '@demo_group'],
		['from the list', locator('list', '-1001'), -1001],
		['by ID', locator('id', '-1001'), -1001],
		['by ID, with blanks', locator('id', ' -1001\n'), -1001],
		['by ID, an expression', locator('id', '={{ $json.chatId }}'), -1001],
		['by ID, a list of one', locator('id', '={{ [$json.chatId] }}'), -1001],
		['by ID, a username from an expression', locator('id', '={{ $json.name }}'), '@demo_group'],
		['by username', locator('username', 'demo_group'), '@demo_group'],
		['by ID, an address', locator('id', 'https://t.me/demo_group'), '@demo_group'],
		['by ID, an address of a message', locator('id', 't.me/demo_group/5?single'), '@demo_group'],
		['by ID, an expression with it', locator('id', '={{ $json.address }}'), '@demo_group'],
		['plain, an expression with an address', '={{ $json.address }}', '@demo_group'],
		['by username, an address', locator('username', 'http://t.me/demo_group/'), '@demo_group'],
		['by username, with www', locator('username', ' www.T.me/s/demo_group#a'), '@demo_group'],
		[
			'by username, the older address',
			locator('username', 'telegram.me/demo_group'),
			'@demo_group',
		],
		['by username with @', locator('username', ' @demo_group '), '@demo_group'],
		['by username, an expression', locator('username', '={{ $json.name }}'), '@demo_group'],
		['from the model of an agent', locator('list', "={{ $fromAI('chat') }}"), '@demo_group'],
		['from the model, plain', "={{ $fromAI('chat') }}", '@demo_group'],
	])('%s', async (_what, chatId, chat) => {
		const json = {
			chatId: -1001,
			one: 1,
			name: '@demo_group',
			address: 'https://t.me/demo_group',
			locator: { ...locator('username', 'demo_group') },
			chat: '@demo_group',
		};
		expect(await sentTo(chatId, json)).toEqual({ error: undefined, chat });
	});

	test('can be plain text, as in older workflows', async () => {
		const { error } = await runNode({
			credential: { baseUrl: emulator.url, botToken: emulator.token },
			parameters: { resource: 'message', chatId: '-1001', text: 'Hello' },
		});
		expect(error).toBeUndefined();
		expect(await emulator.calls()).toMatchObject([{ params: { chat_id: -1001 } }]);
	});

	test.each<[what: string, chatId: unknown, message: string, advice: string]>([
		['nothing from the list', locator('list', '={{ "" }}'), 'Chat is empty', 'Fill in Chat'],
		['no value', locator('id', '={{ $json.none }}'), 'Chat is empty', 'Fill in Chat'],
		[
			'a number by username',
			locator('username', '={{ -1001 }}'),
			'Chat must be a username, but is the number -1001',
			'Choose By ID in Chat',
		],
		['an @ and no name', locator('username', '@'), 'Chat is empty', 'Fill in Chat'],
		[
			'two chats',
			locator('id', '={{ [-1001, -1002] }}'),
			'Chat has several chats, but takes one per item',
			'Split Out',
		],
		...['-1001, -1002', '@demo_group,@quiet_group', '-1001\n-1002'].map(
			(chats): [string, unknown, string, string] => [
				`the text ${JSON.stringify(chats)}`,
				locator('id', chats),
				'Chat has several chats, but takes one per item',
				'Split Out',
			],
		),
		[
			'a rounded number',
			locator('id', `={{ ${HUGE} }}`),
			'Chat is too large for a number',
			'Enter Chat as text',
		],
		...['id', 'username'].flatMap((mode) =>
			[
				'https://t.me/+aBcDeF123',
				'https://t.me/joinchat/aBc',
				'https://t.me/c/1234/5',
				't.me/',
			].map((address): [string, unknown, string, string] => [
				`${address} by ${mode}`,
				locator(mode, address),
				'Chat is an address without the name of a chat',
				'Use the ID of the chat',
			]),
		),
		[
			'a name without @ by ID',
			locator('id', 'demo_group'),
			'Chat must be a number or a name with @, but is "demo_group"',
			'Write @demo_group, or choose By Name in Chat.',
		],
		[
			'a plain name without @',
			'={{ "demo_group" }}',
			'Chat must be a number or a name with @, but is "demo_group"',
			'Write @demo_group',
		],
		[
			'a title by ID',
			locator('id', 'Demo Group'),
			'Chat must be a number or a name with @, but is "Demo Group"',
			'Use the ID of the chat',
		],
		[
			'another address by ID',
			locator('id', 'https://t.me.example/demo_group'),
			'Chat must be a number or a name with @',
			'Use the ID of the chat',
		],
		['an @ by ID', locator('id', '@'), 'Chat must be a number or a name with @', 'Use the ID'],
		['a fraction', locator('id', '-100.5'), 'Chat must be a whole number', 'digits only'],
	])('%s is refused', async (_what, chatId, message, advice) => {
		const { error, chat } = await sentTo(chatId);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain(advice);
		expect(chat).toBeUndefined();
	});

	test('is not rounded if it has more than 15 digits', async () => {
		expect((await sentTo(locator('id', HUGE))).chat).toBe(HUGE);
	});

	test('is read for each item', async () => {
		const input = items({ to: -1001 }, { to: '@demo_group' });
		await run(
			'sendMessage',
			{ chatId: locator('id', '={{ $json.to }}'), text: 'Hi' },
			{
				items: input,
			},
		);
		const chats = (await emulator.calls()).map(({ params }) => params.chat_id);
		expect(chats.sort()).toEqual([-1001, '@demo_group']);
	});
});

describe('a method that takes no username', () => {
	test('refuses an address', async () => {
		const { error } = await sentTo(locator('id', 'https://t.me/demo_group'), {}, 'sendDice');
		expect(error?.message).toBe('Chat must be a number here, but is "https://t.me/demo_group"');
	});

	test.each<[chatId: unknown, chat: unknown]>([
		['={{ -1001 }}', -1001],
		[locator('list', '-1001'), -1001],
		[locator('id', '={{ $json.id }}'), -1001],
	])('takes %j', async (chatId, chat) => {
		expect(await sentTo(chatId, { id: '-1001' }, 'sendDice')).toEqual({ error: undefined, chat });
	});

	test.each(['={{ "@demo_group" }}', locator('id', '@demo_group')])(
		'refuses %j',
		async (chatId) => {
			const { error, chat } = await sentTo(chatId, {}, 'sendDice');
			expect(error?.message).toBe('Chat must be a number here, but is "@demo_group"');
			expect(chat).toBeUndefined();
		},
	);
});
