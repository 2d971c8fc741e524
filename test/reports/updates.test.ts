import { startListServer } from '../support/updateServer';
import { RunningTrigger } from '../support/pollingTrigger';
import { TRIGGERS, useEitherTrigger } from '../support/eitherTrigger';
import { updateOf } from '../support/webhookTests';
import { several } from '../support/locators';

const { emulator, api, publish, say, settled, soon } = useEitherTrigger();
const { chats, users } = emulator.defaults;

describe.each(TRIGGERS)(
	'B1 hermes-agent #55439, the %s trigger: a mention behind emoji',
	(kind) => {
		const BEFORE = '😀👨‍👩‍👧 ';

		test('is found, at its place in UTF-16', async () => {
			const name = `@${(await api('getMe')).username ?? 'your_bot'}`;
			const trigger = await publish(kind, {
				filters: { textContains: name },
				rules: { words: 'casino' },
			});
			await say(`${BEFORE}casino`);
			await say(`${BEFORE}${name} casino`, {
				more: { entities: [{ type: 'mention', offset: BEFORE.length, length: name.length }] },
			});
			await settled();
			expect(trigger.started.map(({ item }) => item.json)).toMatchObject([
				{
					mentions: [name],
					found: [{ text: 'casino', offset: BEFORE.length + name.length + 1, length: 6 }],
				},
			]);
		});

		test('does not count as a command, which has to begin the message, as the form says', async () => {
			const trigger = await publish(kind, { filters: { commands: '/help' } });
			await say(`${BEFORE}/help`);
			await say('/help');
			await settled();
			expect(trigger.started.map(({ item }) => item.json.text)).toEqual(['/help']);
		});
	},
);

describe.each(TRIGGERS)(
	'B6 node-red telegrambot #165, the %s trigger: the filter of chats',
	(kind) => {
		test('lets a press in the chat through, and blocks one elsewhere', async () => {
			const trigger = await publish(kind, {
				updates: ['callback_query'],
				filters: { chatIds: several(String(chats.demoGroup)) },
			});
			for (const chat_id of [chats.demoGroup, chats.quietGroup]) {
				const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] };
				const { message_id } = await api('sendMessage', { chat_id, text: 'Sure?', reply_markup });
				const press = { user_id: users.mia, chat_id, message_id, callback_data: 'yes' };
				await emulator.act('press', press);
			}
			await settled();
			expect(trigger.started.map(({ item }) => item.json.chatId)).toEqual([chats.demoGroup]);
		});
	},
);

/** Polls a server with these updates, in a separate workflow, until all have arrived. */
async function poll(updates: Array<{ update_id: number }>, parameters: object = {}) {
	const server = await startListServer(updates);
	const trigger = new RunningTrigger(
		{ baseUrl: server.url, botToken: '7:secret' },
		parameters as never,
	);
	try {
		await trigger.start();
		await soon('all have come', () => server.confirmed() >= updates.at(-1)!.update_id);
	} finally {
		await trigger.stop();
		await server.close();
	}
	return trigger;
}

test('B6 a press on an inline message has no chat, and does not pass the filter', async () => {
	const press = { id: '1', from: { id: users.mia, first_name: 'Mia' }, data: 'yes' };
	const updates = [{ update_id: 1, callback_query: { ...press, inline_message_id: 'AAQ' } }];
	const all = await poll(updates, { updates: ['callback_query'] });
	expect(all.started).toHaveLength(1);
	const filters = { chatIds: several(`${chats.demoGroup}, ${users.mia}`) };
	const filtered = await poll(updates, { updates: ['callback_query'], filters });
	expect(filtered.started).toEqual([]);
});

test('B7 telegram-bot-api #464: gaps in the numbers of updates and messages cause no warning', async () => {
	const ids = [10, 11, 14, 5_000_000_001];
	const trigger = await poll(ids.map((id) => updateOf(id, chats.demoGroup, `${id}`)));
	expect(trigger.texts).toEqual(ids.map(String));
	expect(trigger.logged.filter((line) => /lost|missing|gap/i.test(line))).toEqual([]);
	expect(trigger.failed).toEqual([]);
});
