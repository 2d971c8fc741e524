import { useEmulator } from '../support/emulator';
import { LittleN8n } from '../support/littleN8n';

const emulator = useEmulator();
const { botId, chats, users } = emulator.defaults;

const READERS = Array.from({ length: 7 }, (_none, at) => 5001 + at);

const seedReaders = async () =>
	await emulator.control('post', 'seed', {
		users: READERS.map((id) => ({ id, is_bot: false, first_name: `Reader ${id}` })),
		chats: READERS.map((id) => ({ id, type: 'private' })),
		members: READERS.flatMap((id) =>
			[id, botId].map((user_id) => ({ chat_id: id, user_id, status: 'member' })),
		),
	});

test.each([
	[3, [3, 6, 7, 7]],
	[10, [7, 7]],
])('with a batch size of %d, the progress is what was sent', async (batchSize, expected) => {
	await seedReaders();
	const text = 'News';
	const chat_id = chats.moderators;
	const { message } = await emulator.act('message', { user_id: users.olga, chat_id, text });
	const credential = { baseUrl: emulator.url, botToken: emulator.token };
	const n8n = new LittleN8n(credential, ['newsletter-send']);
	n8n['workflows']['newsletter-send'].getNode('Loop Over Them')!.parameters.batchSize = batchSize;
	const counts: number[] = [];
	const newsletter = {
		...{ id: 1, chatId: chat_id, messageId: message.message_id, progressId: 1 },
		...{ topic: '', total: READERS.length, lastId: READERS.length, state: 'sending' },
		get done() {
			return counts.at(-1) ?? 0;
		},
		set done(count) {
			counts.push(count);
		},
	};
	n8n.tables.set('Bot Newsletters', [newsletter]);
	n8n.tables.set(
		'Bot Subscribers',
		READERS.map((userId, at) => {
			return { id: at + 1, userId, name: `Reader ${userId}`, topics: ',news,', newsletter: 0 };
		}),
	);
	await n8n.start('newsletter-send', 'When It Is Confirmed', {});
	await n8n.settled();
	expect(n8n.failed).toEqual([]);
	expect(counts).toEqual(expected);
	expect(newsletter.state).toBe('done');
});
