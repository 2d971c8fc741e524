import { QuestionState, type ExpectedAnswer } from '../../../nodes/BotMessaging/questions/state';
import { Context } from '../../../nodes/BotMessaging/update/context';

const callbackData = {
	executionId: '1',
	nodeId: 'n',
	signature: 'a'.repeat(64),
	kind: 'reply',
} as const;

const question = (messageId: string) => ({ callbackData, messageId });

const GROUP = '-100';
let chat = 1000;
let answers: QuestionState;
beforeEach(() => {
	answers = new QuestionState();
});

/** A group that became a supergroup. */
const moved = (id: string, migrate_to_chat_id: string) =>
	new Context({ update_id: 1, message: { chat: { id }, migrate_to_chat_id } });

/** A separate private chat for each test. */
const privateChat = () => String(chat++);

const expecting = (chatId: string, messageId: string, more: Partial<ExpectedAnswer> = {}) =>
	answers.expect(chatId, {
		callbackData,
		messageId,
		userIds: [chatId],
		until: Infinity,
		...more,
	});

const idsOf = (chatId: string, userId = chatId) =>
	answers.expectedOf(chatId, userId).map(({ messageId }) => messageId);

describe('the next message may answer a question', () => {
	test('in a private chat, from its only person', () => {
		const mine = privateChat();
		expecting(mine, '1');
		expect(idsOf(mine)).toEqual(['1']);
		expect(idsOf(mine, '99')).toEqual([]);
		expect(idsOf(privateChat())).toEqual([]);
	});

	test('in a group, from the people who were named', () => {
		expecting(GROUP, '1', { userIds: ['1003', '1004'] });
		expect(idsOf(GROUP, '1003')).toEqual(['1']);
		expect(idsOf(GROUP, '1004')).toEqual(['1']);
		for (const other of ['100', '1005', GROUP]) expect(idsOf(GROUP, other)).toEqual([]);
		expecting(GROUP, '1', { userIds: ['1003', '1005'] });
		expect(idsOf(GROUP, '1003')).toEqual(['1']);
		expect(idsOf(GROUP, '1005')).toEqual(['1']);
	});

	test('and of several questions, the last one comes first', () => {
		const mine = privateChat();
		for (const id of ['1', '2', '3']) expecting(mine, id);
		expect(idsOf(mine)).toEqual(['3', '2', '1']);
	});

	test('but not after its time is up', () => {
		const mine = privateChat();
		expecting(mine, '1', { until: Date.now() - 1 });
		expect(idsOf(mine)).toEqual([]);
		expecting(mine, '2', { until: Date.now() + 3_600_000 });
		expect(idsOf(mine)).toEqual(['2']);
	});

	test('but not after it is closed', () => {
		const mine = privateChat();
		for (const id of ['1', '2']) expecting(mine, id);
		answers.unexpect(mine, question('2'));
		expect(idsOf(mine)).toEqual(['1']);
		answers.unexpect(mine, question('1'));
		expect(idsOf(mine)).toEqual([]);
	});

	test('even after the group got another number', () => {
		const [before, after] = ['-200', '-100200'];
		expecting(before, '1', { userIds: ['1003'] });
		expecting(after, '2', { userIds: ['1003'] });
		answers.noteMove(moved(before, after));
		answers.noteMove(moved('-201', after));
		expect(idsOf(before, '1003')).toEqual([]);
		expect(idsOf(after, '1003')).toEqual(['2', '1']);
	});

	test('of each of a thousand people in a group, whatever else one of them was asked', () => {
		const people = Array.from({ length: 1000 }, (_none, n) => String(2000 + n));
		for (const id of people) expecting(GROUP, id, { userIds: [id] });
		for (let id = 1; id <= 30; id++) expecting(GROUP, String(id), { userIds: ['1003'] });
		for (const id of people) expect(idsOf(GROUP, id)).toEqual([id]);
	});

	test('up to the last twenty questions to a person in a chat', () => {
		const mine = privateChat();
		for (let id = 1; id <= 21; id++) expecting(mine, String(id));
		expect(idsOf(mine)).toHaveLength(20);
		expect(idsOf(mine)).not.toContain('1');
	});

	test('up to the last twenty when two chats become one', () => {
		for (let id = 1; id <= 12; id++) expecting('-300', `a${id}`, { userIds: ['1003'] });
		for (let id = 1; id <= 12; id++) expecting('-100300', `b${id}`, { userIds: ['1003'] });
		answers.noteMove(moved('-300', '-100300'));
		const ids = idsOf('-100300', '1003');
		expect([ids.length, ids[0], ids.at(-1)]).toEqual([20, 'b12', 'a5']);
	});

	test('that is asked about again, but only until its time is up', () => {
		const now = jest.spyOn(Date, 'now').mockReturnValue(1000);
		const mine = privateChat();
		expecting(mine, '1', { until: 1001 });
		expecting(mine, '1');
		expect(idsOf(mine)).toEqual(['1']);
		now.mockReturnValue(1001);
		expect(idsOf(mine)).toEqual([]);
		expecting(mine, '1');
		expect(idsOf(mine)).toEqual(['1']);
		now.mockRestore();
	});
});
const addressOf = (executionId: string, step?: string) => ({
	executionId,
	nodeId: 'n',
	signature: 'a'.repeat(64),
	kind: step ? ('form' as const) : ('reply' as const),
	...(step && { step }),
});

test('a form that has moved to another step expects the answer for that step', () => {
	const answers = new QuestionState();
	const next = { messageId: '7', userIds: ['1003'], until: Infinity };
	answers.expect('1003', { callbackData: addressOf('1', 'aaaa'), ...next });
	answers.expect('1003', { callbackData: addressOf('1', 'bbbb'), ...next });
	expect(answers.expectedOf('1003', '1003').map((one) => one.callbackData.step)).toEqual(['bbbb']);
});

test('after a group becomes a supergroup, which restarts its message numbers, the last question comes first', () => {
	const answers = new QuestionState();
	const mine = { userIds: ['1003'], until: Infinity };
	answers.expect('-200', { callbackData: addressOf('1'), messageId: '7', ...mine });
	answers.noteMove(moved('-200', '-100200'));
	answers.expect('-100200', { callbackData: addressOf('2'), messageId: '7', ...mine });
	expect(answers.expectedOf('-100200', '1003')[0].callbackData.executionId).toBe('2');
});

test.each([
	[2, 2],
	[3, 3],
	[4, 3],
	[30, 3],
])('of %d presses in two seconds, a person gets %d answers from memory', (presses, wanted) => {
	jest.spyOn(performance, 'now').mockReturnValue(1e6);
	const answering = { chatId: '1', messageId: '2', user: { id: 3 } } as never;
	const told = Array.from({ length: presses }, () => answers.mayTellAgain({ answering }));
	expect(told.filter(Boolean)).toHaveLength(wanted);
	jest.restoreAllMocks();
});
