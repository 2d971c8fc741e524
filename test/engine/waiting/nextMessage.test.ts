import { usePolling } from '../../support/pollingTests';
import { runNode } from '../../support/engine';
import { byId } from '../../support/locators';
import { ANSWERS, useWaitingServer } from '../../support/waitingServer';

const polling = usePolling();
const { emulator, api, soon } = polling;
const { chats, users } = emulator.defaults;
const n8n = useWaitingServer();

const start = async () =>
	await polling.start({ updates: ['message'], options: { n8nAddress: n8n.address } });

/** Asks for a number with the node itself, in this process. */
async function ask(chat: number, parameters: object = {}): Promise<number> {
	const { run, error } = await runNode({
		credential: { baseUrl: emulator.url, botToken: polling.token() },
		parameters: {
			resource: 'message',
			operation: 'sendAndWait',
			chatId: byId(String(chat)),
			message: 'How many?',
			responseType: 'freeText',
			replyType: 'number',
			...parameters,
		},
	});
	if (error) throw error;
	const kept = run.data.executionData!.contextData['node:Bot Messaging'];
	return Number((kept.question as { messageId: string }).messageId);
}

const write = async (chat_id: number, text: string, more: object = {}) =>
	await emulator.act('message', { user_id: users.mia, chat_id, text, ...more });

const written = async (text: string) =>
	(await emulator.state()).messages.find((message) => message.text === text);

const texts = () => n8n.delivered.map(({ payload }) => payload.text);

describe('in a private chat', () => {
	test('the next message answers a typed question, and the one after it does not', async () => {
		n8n.answers = [ANSWERS.taken];
		const trigger = await start();
		const id = await ask(chats.privateMia);
		await write(chats.privateMia, '12');
		await soon('it is answered', async () => (await written('Thank you')) !== undefined);
		expect(n8n.delivered[0].payload).toMatchObject({
			kind: 'reply',
			text: '12',
			messageId: String(id),
		});
		await write(chats.privateMia, 'Something else');
		await soon('the workflow starts', () => trigger.texts.includes('Something else'));
		expect(texts()).toEqual(['12']);
		expect(trigger.texts).toEqual(['Something else']);
	});

	test('a command or a reply to something else starts the workflow', async () => {
		const trigger = await start();
		const { message_id: other } = await api('sendMessage', {
			chat_id: chats.privateMia,
			text: 'Hello',
		});
		await ask(chats.privateMia);
		await write(chats.privateMia, '/help');
		await write(chats.privateMia, 'Hello too', { reply_to_message_id: other });
		await soon('the workflow starts', () => trigger.started.length === 2);
		expect(trigger.texts).toEqual(['/help', 'Hello too']);
		expect(n8n.delivered).toEqual([]);
	});

	test('the last open question gets the message, and a closed one does not', async () => {
		n8n.answers = [ANSWERS.over, ANSWERS.taken, ANSWERS.over];
		const trigger = await start();
		const first = await ask(chats.privateMia);
		const second = await ask(chats.privateMia);
		await write(chats.privateMia, '12');
		await soon('it is answered', async () => (await written('Thank you')) !== undefined);
		const asked = n8n.delivered.map(({ payload }) => payload.messageId);
		expect(asked).toEqual([String(second), String(first)]);

		await ask(chats.privateMia);
		await write(chats.privateMia, 'too late');
		await soon('the workflow starts', () => trigger.texts.includes('too late'));
		expect(await written('This question is closed.')).toBeUndefined();
	});

	test('a message that turns out to be no answer comes before what follows, and holds nobody else', async () => {
		n8n.answers = [ANSWERS.over];
		let open = () => {};
		const gate = new Promise<void>((resolve) => (open = resolve));
		n8n.beforeAnswer = async () => await gate;
		const trigger = await start();
		await ask(chats.privateMia);
		await ask(chats.privateMia);
		await write(chats.privateMia, 'first');
		await soon('n8n is asked', () => n8n.delivered.length === 1);
		const rest = ['/second', 'third', '/fourth', 'fifth', 'sixth'];
		for (const text of rest) await write(chats.privateMia, text);
		await polling.say('of another person', chats.moderators);
		await soon('the other one starts', () => trigger.started.length === 1);
		await polling.askedAgain();
		expect(trigger.texts).toEqual(['of another person']);
		open();
		await soon('all start', () => trigger.started.length === 7);
		expect(trigger.texts).toEqual(['of another person', 'first', ...rest]);
	});

	test('a message in another topic or a forward starts the workflow, one in the topic answers', async () => {
		n8n.answers = [ANSWERS.taken];
		const trigger = await start();
		const topic = { messageThreadId: '5' };
		await ask(chats.privateMia, { additionalFields: topic });
		const inTopic = (id: number) => ({ more: { is_topic_message: true, message_thread_id: id } });
		await write(chats.privateMia, '1', inTopic(6));
		await write(chats.privateMia, '2');
		await write(chats.privateMia, '3', { more: { ...inTopic(5).more, forward_date: 1 } });
		await soon('the workflow starts', () => trigger.started.length === 3);
		expect(n8n.delivered).toEqual([]);
		await write(chats.privateMia, '4', inTopic(5));
		await soon('it is answered', async () => (await written('Thank you')) !== undefined);
		expect(texts()).toEqual(['4']);
		expect(trigger.texts).toEqual(['1', '2', '3']);
	});

	test('after the time of a question is up, the next message goes to the workflow', async () => {
		const trigger = await start();
		const limit = { limitWaitTime: true, limitType: 'afterTimeInterval', resumeUnit: 'minutes' };
		const first = await ask(chats.privateMia, { ...limit, resumeAmount: '10' });
		await ask(chats.privateMia, { ...limit, resumeAmount: '5' });
		const real = Date.now;
		let minutes = 6;
		const now = jest.spyOn(Date, 'now').mockImplementation(() => real() + minutes * 60_000);
		await write(chats.privateMia, '12');
		await soon('the first one is answered', () => n8n.delivered.length === 1);
		expect(n8n.delivered[0].payload).toMatchObject({ text: '12', messageId: String(first) });
		await ask(chats.privateMia, { ...limit, resumeAmount: '5' });
		minutes = 12;
		await write(chats.privateMia, 'Hello');
		await soon('the workflow starts', () => trigger.texts.includes('Hello'));
		now.mockRestore();
		expect(texts()).toEqual(['12']);
	});

	test('after three wrong messages, the chat belongs to the workflow again', async () => {
		n8n.answers = [ANSWERS.wrong];
		const trigger = await start();
		await ask(chats.privateMia);
		for (let n = 0; n < 5; n++) {
			await write(chats.privateMia, `wrong ${n}`);
			await soon('it has come', async () => (await polling.pending()) === 0);
		}
		expect(texts()).toEqual(['wrong 0', 'wrong 1', 'wrong 2']);
		expect(trigger.texts).toEqual(['wrong 3', 'wrong 4']);
	});
});

describe('in a group', () => {
	test('with Specific Users, the next message of these people counts, and no other', async () => {
		const trigger = await start();
		await ask(chats.demoGroup, { whoMayAnswer: 'users', userIds: String(users.mia) });
		await write(chats.demoGroup, 'Not asked', { user_id: users.milan });
		await soon('the workflow starts', () => trigger.texts.includes('Not asked'));
		expect(n8n.delivered).toEqual([]);
		await write(chats.demoGroup, '12');
		await soon('it is brought', () => n8n.delivered.length === 1);
		expect(texts()).toEqual(['12']);
	});

	test('the next message of these people counts after the group becomes a supergroup', async () => {
		const trigger = await start();
		const id = await ask(chats.demoGroup, { whoMayAnswer: 'users', userIds: String(users.mia) });
		const move = { user_id: users.olga, chat_id: chats.demoGroup };
		const { message } = await emulator.act('migrate', move);
		await write(message.chat.id, '12');
		await soon('it is brought', () => n8n.delivered.length === 1);
		const chatId = String(message.chat.id);
		expect(n8n.delivered[0].payload).toMatchObject({ chatId, text: '12', messageId: String(id) });
		expect(trigger.texts).not.toContain('12');
	});

	test('if anybody may answer, only a reply counts', async () => {
		const trigger = await start();
		await ask(chats.demoGroup);
		await write(chats.demoGroup, '12');
		await soon('the workflow starts', () => trigger.texts.includes('12'));
		expect(n8n.delivered).toEqual([]);
	});

	test('a reply to the bot’s correction counts', async () => {
		n8n.answers = [ANSWERS.told, ANSWERS.taken];
		await start();
		const id = await ask(chats.demoGroup);
		await write(chats.demoGroup, 'twelve', { reply_to_message_id: id });
		await soon('it is corrected', async () => (await written('Not you')) !== undefined);
		const correction = (await written('Not you'))!.message_id;
		await write(chats.demoGroup, '12', { reply_to_message_id: correction });
		await soon('it is brought', () => n8n.delivered.length === 2);
		expect(n8n.delivered[1].payload).toMatchObject({ text: '12', messageId: String(id) });
	});
});

test('after a wrong reply, the next message of that person counts', async () => {
	n8n.answers = [ANSWERS.wrong, ANSWERS.taken];
	const trigger = await start();
	// As if a worker had asked, outside this process.
	const id = await ask(chats.demoGroup);
	await write(chats.demoGroup, 'twelve', { reply_to_message_id: id });
	await soon('it is corrected', async () => (await written('A number!')) !== undefined);
	await write(chats.demoGroup, 'Hello', { user_id: users.milan });
	await write(chats.demoGroup, '12');
	await soon('it is brought', () => n8n.delivered.length === 2);
	expect(texts()).toEqual(['twelve', '12']);
	await soon('the other one starts the workflow', () => trigger.texts.includes('Hello'));
});
