import type { IDataObject } from 'n8n-workflow';

import { until } from '../../scripts/lib/until';
import { inMemory } from '../support/binary';
import { items, useBot } from '../support/bot';
import { useGate } from '../support/gate';
import { byId } from '../support/locators';
import { PATIENCE_MS } from '../support/patience';
import { OpenQuestion } from '../support/openQuestion';

const { emulator, run } = useBot();
const { chats, users } = emulator.defaults;
const OLD = chats.demoGroup;
const CHAT = { chatId: byId(OLD) };
const holdRequests = useGate(emulator);

/** Turns the group into a supergroup, and returns its new id. */
async function move(): Promise<number> {
	const { message } = await emulator.act('migrate', { chat_id: OLD, user_id: users.olga });
	await emulator.control('delete', 'calls');
	return message.chat.id;
}

const file = () => ({
	json: {},
	binary: {
		data: inMemory('\xff\xd8\xff', 'a.jpg', 'image/jpeg'),
		more: inMemory('\xff\xd8\xff\xff', 'b.jpg', 'image/jpeg'),
	},
});

describe('B9 gatus #179: a request to a group that became a supergroup goes to its new number, once', () => {
	test.each<[what: string, operation: string, given: IDataObject]>([
		['Send Message', 'sendMessage', { text: 'x' }],
		[
			'Delete Messages',
			'deleteMessages',
			{ messageIds: Array.from({ length: 150 }, (_n, id) => id + 1).join() },
		],
		['Restrict', 'restrictChatMember', { userId: byId(users.mia), until: 'permanent' }],
		['Send Photo', 'sendPhoto', { source: 'binary', binaryPropertyName: 'data' }],
		['Send Album', 'sendMediaGroup', { mediaSource: 'allBinary' }],
	])('%s', async (_what, operation, given) => {
		const now = await move();
		const { json, error } = await run(operation, { ...CHAT, ...given }, { items: [file()] });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ chatId: now, formerChatId: OLD });
		const calls = await emulator.calls();
		// It takes two requests to delete 150 messages.
		const times = operation === 'deleteMessages' ? 2 : 1;
		const chatsOf = (status: number) =>
			calls.filter((call) => call.status === status).map(({ params }) => Number(params.chat_id));
		expect(chatsOf(400)).toEqual(Array.from({ length: times }, () => OLD));
		expect(chatsOf(200)).toEqual(Array.from({ length: times }, () => now));
	});

	test('Send and Wait', async () => {
		const now = await move();
		const question = await OpenQuestion.ask(emulator, CHAT).catch((error: Error) => error);
		const calls = await emulator.calls('sendMessage');
		expect(calls.map(({ params, status }) => [params.chat_id, status])).toEqual([
			[OLD, 400],
			[now, 200],
		]);
		if (question instanceof OpenQuestion) question.close();
	});

	test('both numbers count as one chat from then on, in the order of the items', async () => {
		const now = await move();
		await run('sendMessage', { ...CHAT, text: 'first' });
		const both = [now, OLD, now, OLD];
		await run(
			'sendMessage',
			{ chatId: byId('={{ $json.chat }}'), text: '={{ $json.text }}' },
			{ items: items(...both.map((chat, place) => ({ chat, text: `${place}` }))) },
		);
		const { messages } = await emulator.state();
		const texts = messages.filter(({ chat_id: id }) => id === now).map(({ text }) => text);
		expect(texts.filter(Boolean)).toEqual(['first', '0', '1', '2', '3']);
	});
});

test('B10 the-guard-bot #122: no other chat is touched if a group moves between two items', async () => {
	const { gate, credential } = await holdRequests();
	const running = run(
		'unbanChatMember',
		{ ...CHAT, userId: byId('={{ $json.user }}') },
		{ items: items({ user: users.mia }, { user: users.noah }), credential },
	);
	await gate.holding(2);
	gate.open(1);
	const isDone = async () => (await emulator.calls('unbanChatMember')).length === 1;
	await until('the first is done', isDone, PATIENCE_MS, { pauseMs: 10 });
	const { message } = await emulator.act('migrate', { chat_id: OLD, user_id: users.olga });
	gate.open();
	const { error, json } = await running;
	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ userId: users.mia }, { userId: users.noah }]);
	const calls = (await emulator.calls('unbanChatMember')).map(({ params, status }) => [
		...[params.chat_id, params.user_id, status],
	]);
	expect(calls).toEqual([
		[OLD, users.mia, 200],
		[OLD, users.noah, 400],
		[message.chat.id, users.noah, 200],
	]);
});
