import type { IDataObject } from 'n8n-workflow';

import { useEmulator } from '../support/emulator';
import { LittleN8n } from '../support/littleN8n';

const emulator = useEmulator();
const { demoGroup, moderators } = emulator.defaults.chats;
const { milan, mia, noah } = emulator.defaults.users;

const RIGHTS = { can_delete_messages: true, can_restrict_members: true };

let n8n: LittleN8n;
beforeEach(async () => {
	const files = ['log', 'warnings', 'rules', 'commands'].map((name) => `moderator-${name}`);
	n8n = new LittleN8n({ baseUrl: emulator.url, botToken: emulator.token }, files);
	await emulator.control('post', 'seed', {
		members: [
			{ chat_id: demoGroup, user_id: milan, status: 'administrator', rights: RIGHTS },
			{ chat_id: demoGroup, user_id: noah, status: 'member' },
		],
	});
});

/** By the outputs of the trigger. */
const OUTPUTS: Record<string, number> = {
	'/ban': 0,
	'/mute': 2,
	'/warn': 6,
	'/warns': 8,
	'/purge': 10,
};

const written = { chatId: demoGroup, userId: milan, firstName: 'Milan', isReply: true };

const command = async (name: string, more: object) => {
	const { message } = await emulator.act('message', {
		...{ user_id: milan, chat_id: demoGroup, text: name },
	});
	const item = {
		...written,
		given: {},
		command: name,
		messageId: message.message_id,
		...more,
	} as IDataObject;
	void n8n.start('moderator-commands', 'When a Moderator Writes', item, OUTPUTS[name]);
	await n8n.settled();
};

const saidIn = async (chat: number) =>
	(await emulator.calls('sendMessage'))
		.filter(({ params, response }) => params.chat_id === chat && response.ok)
		.map(({ params }) => params.text as string);

const update = { message: { chat: { title: 'Demo Group' } } };

test.each(['/ban', '/mute', '/warn'])(
	'%s with a reason of 4,000 characters is said and logged',
	async (name) => {
		const given = {
			user: { id: noah, firstName: '👩‍🚀'.repeat(25) },
			reason: '🍵 spam '.repeat(500),
		};
		await command(name, { given, update });
		expect(n8n.failed.map(({ message }) => message)).toEqual([]);
		expect(await saidIn(demoGroup)).toEqual([expect.stringContaining('spam')]);
		expect(n8n.asked.map(({ text }) => text.length <= 4096)).toEqual([true]);
		if (name !== '/warn') return;
		for (let count = 0; count < 2; count++) await command(name, { given, update });
		await command('/warns', { given, update });
		expect(n8n.failed.map(({ message }) => message)).toEqual([]);
		expect((await saidIn(demoGroup)).at(-1)).toContain('3 of 3 warnings');
	},
);

test('who is no administrator any more deletes nothing by a Yes', async () => {
	const messages = Array.from({ length: 60 }, (_none, index) => ({
		...{ message_id: 100 + index, chat_id: demoGroup, from_id: mia, text: 'Line' },
	}));
	await emulator.control('post', 'seed', { messages });
	const replied = {
		chat: { title: 'Demo Group' },
		reply_to_message: { from: { first_name: 'Mia', id: mia } },
	};
	const purge = async (status: string) => {
		await command('/purge', {
			replyToMessageId: 100,
			replyTo: { userId: mia },
			update: { message: replied },
		});
		await emulator.control('post', 'seed', {
			members: [{ chat_id: demoGroup, user_id: milan, status, rights: RIGHTS }],
		});
		expect(n8n.failed.map(({ message }) => message)).toEqual([]);
		n8n.asked.at(-1)!.answer(true);
		await n8n.settled();
		return (await emulator.state()).messages.filter(
			({ deleted, text }) => deleted && text === 'Line',
		).length;
	};
	expect(await purge('member')).toBe(0);
	expect((await saidIn(demoGroup)).at(-1)).toBe('You may no longer delete messages here.');
	await emulator.control('post', 'seed', { members: [] });
	expect(await purge('administrator')).toBe(60);
});

test('a list of 700 words in one message is added, and answered', async () => {
	const words = Array.from({ length: 700 }, (_none, index) => `word${index}`);
	const item = {
		...written,
		command: '/addword',
		messageId: emulator.defaults.messages.byBot,
		commandArguments: words.join(),
		given: { word: words.join() },
		update,
	};
	void n8n.start('moderator-rules', 'When a Rule Is Changed', item);
	await n8n.settled();
	expect(n8n.failed.map(({ message }) => message)).toEqual([]);
	expect((await saidIn(demoGroup)).join('')).toContain(words.at(-1));
	expect(n8n.tables.get('Bot Rules')).toHaveLength(700);
	expect(await saidIn(moderators)).not.toEqual([]);
});
