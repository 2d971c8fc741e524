import { withCredential } from '../../sandbox/lib/demo';
import type { N8nRest } from '../../sandbox/lib/rest';
import type { TriggerType } from '../../sandbox/lib/triggers';
import { until } from '../../scripts/lib/until';
import { ASK, askingOnMessages } from '../e2e/support/askingWorkflow';
import type { Name, Seen } from '../e2e/support/people';
import { outputIn, Questions } from '../e2e/support/questions';
import { POLLING, useQueueMode, WEBHOOK } from './queue';

const OPEN_AT_ONCE = 40;
const WITHIN_MS = 600_000;

const queue = useQueueMode(5);
const { emulator } = queue;
const { chats, users } = emulator.defaults;

let rest: N8nRest;
let questions: Questions;
let workflow = '';

/** The workflow asks in each message's chat, with the message's text. */
async function publish(type: TriggerType, parameters: object = {}): Promise<void> {
	// A node between the trigger and the question outputs its own item.
	const message = "={{ $('Start').item.json.text }}";
	const asking = askingOnMessages(type, {}, { message, ...parameters });
	const reference = await questions.reference();
	workflow = await rest.importWorkflow(withCredential(asking, reference));
	await rest.publish(workflow);
}

beforeEach(async () => {
	rest = await queue.mode.rest();
	questions = new Questions(() => rest, emulator);
});
afterEach(async () => {
	await (await queue.mode.rest()).unpublish(workflow);
});

interface Row {
	status: string;
	mode: string;
	data: string;
}

const QUERY = `
	SELECT e.status, e.mode, d.data FROM execution_entity e
	JOIN execution_data d ON d."executionId" = e.id WHERE e."workflowId" = $1 ORDER BY e.id`;

const executions = async () => await queue.mode.database.query<Row>(QUERY, [workflow]);

/** The database's data on all executions of the workflow, once this many have ended. */
async function ended(count: number) {
	let rows: Row[] = [];
	const haveEnded = async () => {
		rows = await executions();
		const statuses = rows.map(({ status }) => status);
		if (statuses.filter((status) => status === 'success').length >= count) return true;
		throw new Error(`They are ${statuses.join()}`);
	};
	await until(`${count} executions have ended`, haveEnded, WITHIN_MS, { pauseMs: 500 });
	return rows.map(({ status, data }) => ({ status, ...outputIn(data, ASK) }));
}

/** Asks questions, and waits until all are in the chat and n8n waits for the answers. */
async function ask(texts: string[]): Promise<Seen[]> {
	for (const text of texts) {
		await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text });
	}
	const wait = async () => {
		const waiting = (await executions()).filter(({ status }) => status === 'waiting');
		return waiting.length === texts.length;
	};
	await until(`${texts.length} executions wait`, wait, WITHIN_MS, { pauseMs: 500 });
	return await questions.open();
}

/** In an order that looks random, and is the same each time. */
const shuffled = <T>(all: T[]) =>
	all
		.map((one, place) => ({ one, at: (place * 7919) % 1009 }))
		.sort((a, b) => a.at - b.at)
		.map(({ one }) => one);

/** Somebody presses one of the two buttons. Returns the id of the press. */
async function press(name: Name, { chat_id, message_id, reply_markup }: Seen, label: string) {
	const button = reply_markup!.inline_keyboard[0].find(({ text }) => text === label)!;
	const { callback_data } = button;
	const body = { user_id: users[name], chat_id, message_id, callback_data };
	return (await emulator.act('press', body)).query_id as string;
}

/** The answer to each press by its id, once all are answered. */
async function toldTo(presses: string[]): Promise<Map<string, string | undefined>> {
	const told = new Map<string, string | undefined>();
	const areTold = async () => {
		const { callback_queries: queries } = await emulator.state();
		for (const { id, answer } of queries) if (answer) told.set(id, answer.text);
		return presses.every((id) => told.has(id));
	};
	await until(`${presses.length} presses are answered`, areTold, WITHIN_MS, { pauseMs: 500 });
	return told;
}

const CLOSED = 'This question is closed.';

describe.each([POLLING, WEBHOOK] as const)(
	'questions that workers ask, answered through %s',
	(type) => {
		test('that nobody answers in time say so, lose their buttons and continue once', async () => {
			const limit = { limitWaitTime: true, resumeAmount: 30, resumeUnit: 'seconds' };
			await publish(type, limit);
			const [question] = await ask(['Quick?']);
			const [{ json, counts }] = await ended(1);
			expect(counts).toEqual([1]);
			expect(json).toMatchObject({ answer: null, approved: false, user: null });
			const isSaid = async () => (await questions.now(question)).text !== 'Quick?';
			await until('the chat says so', isSaid, WITHIN_MS, { pauseMs: 500 });
			const { text, reply_markup: markup } = await questions.now(question);
			expect(text).toMatch(/^Quick\?\n\nNo answer in time, \d\d:\d\d$/);
			expect(markup?.inline_keyboard.flat() ?? []).toEqual([]);
		});

		test(`continue once each with their own answer, ${OPEN_AT_ONCE} at a time`, async () => {
			await publish(type, { afterAnswer: 'leave' });
			const texts = Array.from({ length: OPEN_AT_ONCE }, (_none, n) => `Question ${n}`);
			const open = await ask(texts);
			expect(open.map(({ text }) => text).sort()).toEqual([...texts].sort());

			// Two people press, each another button: one of them wins.
			const pressed = shuffled(open).map((question) => ({
				question,
				labels: question.message_id % 2 ? ['Approve', 'Decline'] : ['Decline', 'Approve'],
				presses: [] as string[],
			}));
			for (const { question, labels, presses } of pressed) {
				presses.push(await press('mia', question, labels[0]));
				presses.push(await press('milan', question, labels[1]));
			}
			const told = await toldTo(pressed.flatMap(({ presses }) => presses));
			const expected = new Map<unknown, object>();
			for (const { question, labels, presses } of pressed) {
				const said = presses.map((id) => told.get(id));
				const winner = said.indexOf(CLOSED) === 0 ? 1 : 0;
				const won = [labels[winner], CLOSED];
				expect([question.text, ...said]).toEqual([
					question.text,
					...(winner ? won.reverse() : won),
				]);
				const user = expect.objectContaining({ id: [users.mia, users.milan][winner] });
				expected.set(question.message_id, { answer: labels[winner], user });
			}

			const all = await ended(OPEN_AT_ONCE);
			expect(all).toHaveLength(OPEN_AT_ONCE);
			expect(new Set(all.map(({ json }) => json.messageId)).size).toBe(OPEN_AT_ONCE);
			for (const { status, json, counts } of all) {
				expect({ status, counts }).toEqual({ status: 'success', counts: [1] });
				expect(json).toMatchObject(expected.get(json.messageId)!);
			}
		});
	},
);

const byText = (open: Seen[], text: string) => open.find((question) => question.text === text)!;

const valuesOf = (all: Awaited<ReturnType<typeof ended>>) =>
	Object.fromEntries(all.map(({ json }) => [String(json.messageId), json.value]));

test('a typed reply goes to the execution that waits for it', async () => {
	await publish(POLLING, { responseType: 'freeText', replyType: 'number' });
	const open = await ask(['How many?', 'How much?']);
	const [many, much] = ['How many?', 'How much?'].map((text) => byText(open, text));
	const wrong = await questions.reply('mia', many, 'a few');
	expect(await questions.repliesTo(wrong)).toContain('reply to the question again');
	await questions.reply('milan', much, '7');
	await questions.reply('mia', many, '12');
	const all = await ended(2);
	expect(all).toHaveLength(2);
	expect(valuesOf(all)).toEqual({ [many.message_id]: 12, [much.message_id]: 7 });
});

test('questions that wait while a worker and main are killed still continue', async () => {
	await publish(POLLING);
	const [first, second, third] = await ask(['First?', 'Second?', 'Third?']);
	const { main, workers } = queue.mode;
	await workers[0].kill();
	expect(await questions.press('mia', first, 'Approve')).toBe('Approve');
	// It treats the question asked just before the kill as interrupted, and n8n drops the queued ones.
	await workers[0].now();
	await main.kill();
	// Nothing handles the press yet.
	expect(await questions.press('milan', second, 'Decline')).toBe('Decline');
	rest = await queue.mode.rest();
	expect(await questions.press('olga', third, 'Approve')).toBe('Approve');
	const all = await ended(3);
	expect(all).toHaveLength(3);
	expect(valuesOf(all)).toEqual({
		[first.message_id]: 'approve',
		[second.message_id]: 'decline',
		[third.message_id]: 'approve',
	});
});
