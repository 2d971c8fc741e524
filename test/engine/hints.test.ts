import type { IDataObject } from 'n8n-workflow';

import { useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();
const { chats, users } = emulator.defaults;

/** What the user reads if the server refuses this. */
async function refused(operation: string, parameters: IDataObject) {
	const { error } = await run(operation, parameters);
	return { message: error?.message, hint: error?.description };
}

test.each([
	['owner', users.olga, /^The owner of a chat cannot be muted/],
	['admin', users.milan, /^A bot cannot mute, restrict or ban the administrators/],
])(
	'the hint about muting the %s does not ask for rights of the bot',
	async (_who, userId, words) => {
		const { hint } = await refused('restrictChatMember', {
			chatId: byId(chats.demoGroup),
			userId: byId(userId),
			permissions: 'mute',
		});
		expect(hint).toMatch(words);
		expect(hint).not.toMatch(/Make the bot an administrator/);
	},
);

test('the error of a text that is too long names the text', async () => {
	const { message, hint } = await refused('sendMessage', {
		chatId: byId(chats.demoGroup),
		text: 'x'.repeat(5000),
	});
	expect(message).toContain('message is too long');
	expect(hint).toContain('Shorten Text');
});

test('the error of an old press says that the press is too old', async () => {
	const { hint } = await refused('answerCallbackQuery', { callbackQueryId: '12345' });
	expect(hint).toMatch(/only shortly afterwards/);
	expect(hint).toContain('Callback Query ID');
});

test.each(['sendMessage', 'getChatMember', 'getGameHighScores'])(
	'%s of a server that does not have it',
	async (operation) => {
		await emulator.fault({ kind: 'error', status: 404, description: 'Not Found' });
		const { hint } = await refused(operation, {
			chatId: byId(chats.demoGroup),
			userId: byId(users.mia),
			text: 'Hello',
			messageId: 1,
		});
		expect(hint).toBe(
			`The code 404 means that the server does not know the chat, the person or the message, or does not offer the method ${operation}. If no operation works, check Base URL, Token Path and Bot Token in the credential.`,
		);
	},
);

test('a method that the server lacks is named', async () => {
	await emulator.settings({ missingMethods: ['createChatInviteLink'] });
	const { message, hint } = await refused('createChatInviteLink', {
		chatId: byId(chats.demoGroup),
	});
	expect(message).toBe('Not Found: method not found');
	expect(hint).toBe('This server does not offer the method createChatInviteLink.');
});

test('of an operation with several methods, the one that the server lacks is named', async () => {
	await emulator.settings({ missingMethods: ['unbanChatMember'] });
	const { hint } = await refused('banChatMember', {
		chatId: byId('-1001'),
		userId: byId(users.noah),
		until: 'kick',
	});
	expect(hint).toContain('This server does not offer the method unbanChatMember.');
});
