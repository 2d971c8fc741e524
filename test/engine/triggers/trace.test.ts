import { randomUUID } from 'node:crypto';

import { dataOf } from '../../../nodes/BotMessaging/callbackData/buttonData';
import { MESSAGE_WALK, PRESS_WALK } from '../../../scripts/pages/route';
import { OpenQuestion } from '../../support/openQuestion';
import { usePolling } from '../../support/pollingTests';
import { Trace } from '../../support/trace';
import { useWaitingServer } from '../../support/waitingServer';

const polling = usePolling();
const { emulator, api, soon } = polling;
const { chats, users } = emulator.defaults;
const n8n = useWaitingServer();
const trace = new Trace();

beforeAll(async () => await trace.begin());
afterAll(async () => await trace.end());

const asked: OpenQuestion[] = [];

afterEach(() => asked.splice(0).forEach((question) => question.close()));

const start = async () =>
	await polling.start({
		updates: ['message', 'callback_query'],
		options: { n8nAddress: n8n.address },
	});

const confirmed = async () =>
	await soon(
		'the server may forget all updates',
		async () => (await api('getWebhookInfo')).pending_update_count === 0,
	);

/** The steps that CONTRIBUTING.md tells, but for the stations: these are those of the route anyway. */
const told = (walk: typeof MESSAGE_WALK) =>
	walk.flatMap((step) =>
		typeof step === 'string' ? [] : [`${step.file} ${step.name.replace(/^.*\./, '')}`],
	);

const filesOf = (ran: string[]) => [...new Set(ran.map((one) => one.split(' ')[0]))];

/*
 * How much a reader has to follow. Raise a number only if an update really has more to do; what else comes
 * in belongs into a function that is there.
 */
test('one message takes at most this many functions', async () => {
	const trigger = await start();
	const say = async (text: string) => {
		await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text });
		await soon('it starts', () => trigger.started.some(({ item }) => item.json.text === text));
		await confirmed();
	};
	await say('What is read only once is read now');
	await trace.take();
	await say('What is read each time');
	const ran = await trace.take();
	expect(told(MESSAGE_WALK).filter((step) => !ran.includes(step))).toEqual([]);
	expect(filesOf(ran).length).toBeLessThanOrEqual(43);
	expect(ran.length).toBeLessThanOrEqual(205);
});

test('one press of a button of a question takes at most this many functions', async () => {
	const question = await OpenQuestion.ask(emulator);
	asked.push(question);
	await start();
	const target = { executionId: '12', nodeId: randomUUID(), signature: 'a'.repeat(64) };
	const press = async () => {
		const [data = '', other = ''] = dataOf(target, 'press', 2);
		const buttons = [data, other].map((callback_data) => ({ text: 'Yes', callback_data }));
		const { message_id } = await api('sendMessage', {
			chat_id: chats.demoGroup,
			text: 'May it stay?',
			reply_markup: { inline_keyboard: [buttons] },
		});
		const before = n8n.delivered.length;
		const body = { user_id: users.mia, chat_id: chats.demoGroup, message_id, callback_data: data };
		const { query_id: id } = await emulator.act('press', body);
		await soon('the press is answered', async () => {
			const { callback_queries: all } = await emulator.state();
			return all.some((query) => query.id === id && query.answer !== undefined);
		});
		expect(n8n.delivered.length).toBe(before + 1);
		await confirmed();
	};
	await press();
	await trace.take();
	await press();
	const ran = await trace.take();
	expect(filesOf(ran).length).toBeLessThanOrEqual(40);
	expect(ran.length).toBeLessThanOrEqual(168);
	await question.bring(question.press());
	const ofNode = await trace.take();
	const all = [...ran, ...ofNode];
	expect(told(PRESS_WALK).filter((step) => !all.includes(step))).toEqual([]);
});
