import type { IDataObject } from 'n8n-workflow';

import { ensureCredential } from '../../../sandbox/lib/demo';
import { until } from '../../../scripts/lib/until';
import { useGate, type Gate } from '../../support/gate';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { LanguageModel, modelCredential, publishWithModel } from '../support/languageModel';
import type { Name, Seen } from '../support/people';
import { numberIn, rowsOf } from '../support/tableRows';
import {
	Agent,
	agentSays,
	fromBot,
	isAnswerTo,
	randomOrders,
	staff,
	Watch,
} from '../support/takeover';
import { newcomersOf, users } from './newcomers';
import type { Scene } from './scene';

/** Publishes both workflows before each test, with a model and a gate that hold what a test wants. */
export function useTakeover(scene: Scene) {
	const { emulator, n8n } = scene;
	let ids: string[] = [];
	let model: LanguageModel;
	let now: { agent: Agent; gate: Gate };
	afterEach(async () => {
		for (const id of ids.splice(0)) await n8n.rest.unpublish(id);
		await model.close();
	});
	const gates = useGate(emulator);
	beforeEach(async () => {
		const agent = new Agent();
		const { gate } = await gates(agent.isHeld);
		agent.gate = gate;
		now = { agent, gate };
		model = new LanguageModel({});
		model.says = agent.says;
		const gated = Object.create(emulator, { url: { value: gate.url } }) as typeof emulator;
		const { store, publish } = newcomersOf({ ...scene, emulator: gated });
		const id = await store('person-takes-over-agent');
		const credential = await modelCredential(n8n.rest, await model.listen());
		await publishWithModel(n8n.rest, id, credential);
		ids = [id, await publish('person-takes-over-staff')];
	}, LONG_PATIENCE_MS);
	return {
		get agent() {
			return now.agent;
		},
		get gate() {
			return now.gate;
		},
	};
}

const SEED = Number(process.env.TAKEOVER_SEED ?? Date.now() % 1_000_000);

/** Random orders, and what came of them; `TAKEOVER_SEED` repeats them. */
export const orders = (scene: Scene, taken: ReturnType<typeof useTakeover>, count: number) =>
	test(
		`${count} random orders of agent, staff and person (seed ${SEED}): nothing of the agent after it was taken`,
		async () => {
			const seen = await randomOrders(scene.emulator, taken.agent, { count, seed: SEED });
			const { faults, ...figures } = seen;
			process.stdout.write(
				`Seed ${SEED}: ${JSON.stringify({ ...figures, faults: faults.length })}\n`,
			);
			expect(faults).toEqual([]);
			expect(figures.orders).toBe(count);
			// With fewer, the chats were taken too late for this to say anything.
			expect(figures.stopped).toBeGreaterThan(count / 10);
		},
		count * 60_000 + LONG_PATIENCE_MS,
	);

const mia = users.mia;
const TAKEN =
	/^Olga has the chat with Mia\. The agent is silent there until \d\d:\d\d, or until you press Give back\.$/;
const GIVEN_BACK = 'The agent has the chat with Mia again.';

export function takeover(scene: Scene): void {
	const { emulator, n8n, people, answerTo } = scene;
	const taken = useTakeover(scene);
	const watch = new Watch(emulator);

	/** Mia asks the agent something. Gives back its copy in the group. */
	const asks = async (text: string) => {
		await people.write('mia', `P${mia} ${text}`, mia);
		return await says(staff, `P${mia} ${text}`);
	};
	const says = async (chat: number, text: string | RegExp, after = 0) =>
		await people.sees(chat, after, (message) =>
			typeof text === 'string' ? message.text === text : text.test(message.text ?? ''),
		);
	const answers = async (text: string) => await says(mia, agentSays(`P${mia} ${text}`));
	const button = ({ reply_markup: markup }: Seen) => markup?.inline_keyboard[0][0].text;
	const press = async (name: Name, message: Seen) =>
		await people.press(name, message, button(message)!);
	const miaGot = async () => fromBot(await watch.read(), mia).map(({ text }) => text);
	const rows = async (parameters?: IDataObject) => {
		const credential = await ensureCredential(n8n.rest, taken.gate.url);
		return await rowsOf(n8n.rest, credential, 'Bot Agent Chats', parameters);
	};
	const takenUntil = async () => {
		const all = await rows();
		return Number(all.find(({ userId }) => userId === String(mia))?.takenUntil ?? 0);
	};

	// The data table is not reset with the emulator.
	beforeEach(async () => {
		await rows(numberIn('takenUntil', 0, [['userId', 'eq', String(mia)]]));
	});

	test('staff takes a chat over, answers, and gives it back', async () => {
		const copy = await asks('What does it cost?');
		expect(button(copy)).toBe('Take over: Mia');
		await answers('What does it cost?');
		const shown = await says(staff, `Agent to Mia:\n\n${agentSays(`P${mia} What does it cost?`)}`);
		expect(shown.reply_to_message_id).toBe(copy.message_id);

		expect(await answerTo(await press('olga', copy))).toBe('You have the chat.');
		const confirmed = await says(staff, TAKEN);
		expect(button(confirmed)).toBe('Give back: Mia');
		const next = await asks('Is anybody there?');
		expect(button(next)).toBe('Give back: Mia');
		await people.write('milan', 'I am.', staff, next.message_id);
		await says(mia, 'I am.');
		await people.write('olga', 'Ten euros.', staff, shown.message_id);
		await says(mia, 'Ten euros.');

		// What is no reply to a message of the bot stays in the group.
		const own = await people.write('olga', 'Between us', staff);
		await people.write('milan', 'Yes?', staff, own);
		await people.write('milan', '/ban', staff, next.message_id);
		expect(await answerTo(await press('milan', next))).toBe('The agent has the chat.');
		const again = await says(staff, GIVEN_BACK);
		expect(button(again)).toBe('Take over: Mia');
		await asks('And now?');
		await answers('And now?');
		expect(await miaGot()).toEqual([
			agentSays(`P${mia} What does it cost?`),
			'I am.',
			'Ten euros.',
			agentSays(`P${mia} And now?`),
		]);
		const told = fromBot(await watch.read(), staff).filter(({ text }) => TAKEN.test(text ?? ''));
		expect(told).toHaveLength(1);
	});

	test('an answer that the agent is making is not sent after a reply of staff', async () => {
		taken.agent.hold(mia);
		const copy = await asks('Who are you?');
		await people.write('olga', 'I am Olga.', staff, copy.message_id);
		const confirmed = await says(staff, TAKEN);
		taken.agent.think(mia);
		taken.agent.deliver(mia);
		// The chat takes its messages in their order: when this one is seen, the one before is through.
		expect(button(await asks('Hello Olga'))).toBe('Give back: Mia');
		expect(await miaGot()).toEqual(['I am Olga.']);
		await press('olga', confirmed);
		await says(staff, GIVEN_BACK);
		await asks('And you?');
		await answers('And you?');
	});

	test('an answer that is being sent comes before anybody is told that the chat is taken', async () => {
		taken.agent.hold(mia);
		taken.agent.think(mia);
		const copy = await asks('Are you quick?');
		await taken.gate.holding(1);
		await press('olga', copy);
		const isWritten = async () => (await takenUntil()) > 0;
		await until('the chat is taken', isWritten, LONG_PATIENCE_MS);
		expect(fromBot(await watch.read(), staff).filter(({ text }) => TAKEN.test(text!))).toEqual([]);
		taken.agent.deliver(mia);
		await says(staff, TAKEN);
		const all = await watch.read();
		const place = (matches: (text: string) => boolean) =>
			all.findIndex(({ from_id, text = '' }) => from_id !== mia && matches(text));
		const sent = place((text) => isAnswerTo(JSON.stringify({ chat_id: mia, text }), mia));
		expect(sent).toBeGreaterThan(0);
		expect(place((text) => TAKEN.test(text))).toBeGreaterThan(sent);
	});

	test('after two hours the agent answers again', async () => {
		await press('olga', await asks('Hello'));
		await says(staff, TAKEN);
		const left = (await takenUntil()) - Date.now() / 1000;
		expect(left).toBeGreaterThan(7_000);
		expect(left).toBeLessThanOrEqual(7_200);
		const over = Math.floor(Date.now() / 1000);
		await rows(numberIn('takenUntil', over, [['userId', 'eq', String(mia)]]));
		expect(button(await asks('Two hours later'))).toBe('Take over: Mia');
		await answers('Two hours later');
	});

	test('staff and person are told what does not arrive', async () => {
		const refusal = { status: 403, description: 'bot is not a member of the group' };
		await emulator.fault({ kind: 'error', method: 'copyMessage', ...refusal });
		await people.write('mia', 'Hello?', mia);
		await says(mia, 'Your message did not reach us. Please send it again later, or as a text.');
		const copy = await asks('Hello again');
		await answers('Hello again');
		const blocked = { status: 403, description: 'Forbidden: bot was blocked by the user' };
		await emulator.fault({ kind: 'error', method: 'copyMessage', ...blocked });
		await people.write('olga', 'Are you there?', staff, copy.message_id);
		const lost = await says(staff, /^Your answer did not reach Mia\. They have blocked the bot /);
		expect(lost.text!.split('\n')[1]).toMatch(TAKEN);
	});
}
