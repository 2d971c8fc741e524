import { useBot } from '../support/bot';
import { brought, messageOf, MIA, OLGA } from '../support/brought';
import { runNode } from '../support/engine';
import { byId } from '../support/locators';
import { usePolling } from '../support/pollingTests';
import { useWaitingServer } from '../support/waitingServer';

const TOPIC = 7;

/** The message that opened the topic: a server names it in each message there. */
const opening = (fields: object) => ({
	...messageOf({ from: OLGA, ...fields }),
	message_id: TOPIC,
});

const inTopic = (reply_to_message: object, text: string) =>
	messageOf({ is_topic_message: true, message_thread_id: TOPIC, reply_to_message, text });

const OPENINGS: Array<[known: string, first: object]> = [
	['by its mark', opening({ forum_topic_created: { name: 'Help' } })],
	['by its number alone', opening({ text: 'Welcome' })],
];

describe.each(OPENINGS)('if the message that opened the topic is known %s', (_known, first) => {
	test('N3 humux #206: /mute asks for a name, and never affects the person who opened the topic', async () => {
		const command = {
			command: '/mute',
			where: 'everywhere',
			arguments: '{user} {duration?} {why…}',
		};
		const started = await brought([{ message: inTopic(first, '/mute 2h spam') }], {
			...{ outputs: 'commands', outputCommands: { command: [command] }, showInMenu: false },
		});
		expect(started).toHaveLength(0);
		expect(started.asked).toContain('sendMessage');
	});

	test('N4 humux #206: a plain message does not count as a reply', async () => {
		const [{ json }] = await brought([{ message: inTopic(first, 'Hi') }]);
		expect(json).toMatchObject({ isReply: false, userId: MIA.id });
		expect(json).not.toHaveProperty('replyToMessageId');
		expect(json).not.toHaveProperty('replyTo');
	});

	test('N22 home-assistant #91750: the item has the topic, so that an answer can be sent there', async () => {
		const [{ json }] = await brought([{ message: inTopic(first, 'Hi') }]);
		expect(json).toMatchObject({ topicId: TOPIC });
	});

	describe('N2 hermes-agent #51349: a typed answer without a reply', () => {
		const polling = usePolling();
		const { emulator, soon } = polling;
		const { chats, users } = emulator.defaults;
		const n8n = useWaitingServer();

		test('counts in the topic', async () => {
			await polling.start({ updates: ['message'], options: { n8nAddress: n8n.address } });
			const { error } = await runNode({
				credential: { baseUrl: emulator.url, botToken: polling.token() },
				parameters: {
					...{ resource: 'message', operation: 'sendAndWait', message: 'How many?' },
					...{ chatId: byId(chats.demoGroup), responseType: 'freeText', replyType: 'number' },
					...{ whoMayAnswer: 'users', userIds: String(users.mia) },
					additionalFields: { messageThreadId: String(TOPIC) },
				},
			});
			expect(error).toBeUndefined();
			await emulator.act('message', {
				...{ user_id: users.mia, chat_id: chats.demoGroup, text: '12' },
				more: {
					...{ is_topic_message: true, message_thread_id: TOPIC },
					reply_to_message: first,
				},
			});
			await soon('it is brought', () => n8n.delivered.length === 1);
			expect(n8n.delivered[0].payload).toMatchObject({ kind: 'reply', text: '12' });
		});
	});
});

describe('a bot that writes into topics', () => {
	const { emulator, run } = useBot();
	const GROUP = emulator.defaults.chats.demoGroup;
	const CHAT = { chatId: byId(GROUP) };

	test('F10 hermes-agent #22267: topic 1 is refused with advice for General', async () => {
		const description = 'Bad Request: message thread not found';
		await emulator.fault({ kind: 'error', status: 400, description, method: 'sendMessage' });
		const { error } = await run('sendMessage', {
			...{ ...CHAT, text: 'Hi', additionalFields: { messageThreadId: '1' } },
		});
		expect(error?.description).toContain('To write to General, send without a topic');
	});

	test.each(['={{ $json.nothing }}', '={{ null }}'])(
		'F10 hermes-agent #27012: an empty topic is left out: %s',
		async (messageThreadId) => {
			const { error } = await run('sendMessage', {
				...{ ...CHAT, text: 'Hi', additionalFields: { messageThreadId } },
			});
			expect(error).toBeUndefined();
			const [{ params }] = await emulator.calls('sendMessage');
			expect(params).not.toHaveProperty('message_thread_id');
		},
	);

	test('F10 hermes-agent #27012: a topic that is empty text is refused with its name, and nothing is sent elsewhere', async () => {
		const { error } = await run('sendMessage', {
			...{ ...CHAT, text: 'Hi', additionalFields: { messageThreadId: '={{ "" }}' } },
		});
		expect(error?.message).toBe('Topic ID is empty');
		expect(await emulator.calls('sendMessage')).toEqual([]);
	});

	test('G13 openclaw #112795: a message in a topic is edited and deleted without its topic', async () => {
		const additionalFields = { messageThreadId: '={{ $json.topicId }}' };
		const items = [{ json: { topicId: TOPIC } }];
		const { body } = await emulator.api('sendMessage', { chat_id: GROUP, text: 'Hi' });
		const given = { ...CHAT, messageId: body.result.message_id, additionalFields };
		const edited = await run('editMessageText', { ...given, text: 'Hello' }, { items });
		const deleted = await run('deleteMessage', given, { items });
		expect([edited.error, deleted.error]).toEqual([undefined, undefined]);
		const calls = [
			...(await emulator.calls('editMessageText')),
			...(await emulator.calls('deleteMessage')),
		];
		expect(calls).toHaveLength(2);
		for (const { params } of calls) expect(params).not.toHaveProperty('message_thread_id');
	});
});
