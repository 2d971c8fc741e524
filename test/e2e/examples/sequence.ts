import type { IDataObject } from 'n8n-workflow';

import { ensureCredential, readExample } from '../../../sandbox/lib/demo';
import { executionsBy } from '../../../sandbox/lib/executions';
import type { Workflow } from '../../../sandbox/lib/rest';
import { runToEnd } from '../../../sandbox/lib/runs';
import { until } from '../../../scripts/lib/until';
import { useGate, type Gate } from '../../support/gate';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { itemStep, type Step } from '../support/execute';
import type { KillableN8n } from '../support/killable';
import { numberIn, rowsOf } from '../support/tableRows';
import { fromBot, seedPeople, Watch } from '../support/takeover';
import { newcomersOf } from './newcomers';
import type { Scene } from './scene';

const SCHEDULE = 'Every Minute';
/** Once a year, so that a round begins when a test wants it. */
const NEVER = { field: 'cronExpression', expression: '0 0 1 1 *' };
/** How many people are marked at the same time. */
const BATCH = 10;
const DAY = 24 * 3600;
const GOODBYE = 'You will get no more messages. Write /start to get the rest of them.';
const THEY_ARE_IN = 'You get our messages. Write /stop to end this.';

const named = (wanted: string) =>
	readExample('sequence').nodes.find(({ name }) => name === wanted)!.parameters;
const textsOf = (segment: string) => {
	const { jsonOutput } = named('Messages') as { jsonOutput: string };
	return (JSON.parse(jsonOutput) as Record<string, Array<{ text: string }>>)[segment].map(
		({ text }) => text,
	);
};
const [welcome, day, week] = textsOf('everyone');

export function sequence(scene: Scene, power: KillableN8n): void {
	const { emulator, n8n } = scene;
	const watch = new Watch(emulator);
	let id: string | undefined;
	let gate: Gate;
	let isHeld: (body: string) => boolean;

	afterEach(async () => {
		if (id) await n8n.rest.unpublish(id);
	});
	const gates = useGate(emulator);
	beforeEach(async () => {
		isHeld = () => false;
		({ gate } = await gates((body) => isHeld(body)));
		const gated = Object.create(emulator, { url: { value: gate.url } }) as typeof emulator;
		id = await newcomersOf({ ...scene, emulator: gated }).publish('sequence');
		await runsBy(NEVER);
	}, LONG_PATIENCE_MS);

	/** When the schedule starts a round by itself. */
	const runsBy = async (interval: object) => {
		const { nodes } = await n8n.rest.call<Workflow>('GET', `/rest/workflows/${id}`);
		const schedule = nodes.find(({ name }) => name === SCHEDULE)!;
		schedule.parameters = { rule: { interval: [interval] } };
		await n8n.rest.call('PATCH', `/rest/workflows/${id}`, { nodes });
		await n8n.rest.publish(id!);
	};

	const numbers = (from: number, count: number) =>
		Array.from({ length: count }, (_none, index) => from + index);
	const write = async (person: number, text: string) => {
		const { ok, refused } = await emulator.act('message', {
			...{ user_id: person, chat_id: person, text },
		});
		if (!ok) throw new Error(refused);
	};
	const got = (person: number) => fromBot(watch.messages, person).map(({ text }) => text);
	const gets = async (person: number, text: string) =>
		await watch.sees(`${person} gets "${text}"`, () =>
			got(person).includes(text) ? true : undefined,
		);
	const rows = async (parameters?: IDataObject, before?: Step[]) => {
		const credential = await ensureCredential(n8n.rest, gate.url);
		return await rowsOf(n8n.rest, credential, 'Bot Sequence', parameters, before);
	};
	const rowOf = async (person: number) =>
		(await rows()).find(({ userId }) => userId === String(person))!;
	const now = () => Math.floor(Date.now() / 1000);
	/** Puts people on the list who have the first message, and for whom the second one is due. */
	const subscribed = async (people: number[]) => {
		const row = { segment: 'everyone', state: 'on', step: 1, dueAt: now(), sendingSince: 0 };
		const list = people.map((person) => ({ ...row, userId: String(person) }));
		const split = { type: 'n8n-nodes-base.splitOut', parameters: { fieldToSplitOut: 'list' } };
		const columns = { mappingMode: 'autoMapInputData', value: null };
		await rows({ operation: 'insert', columns, options: {} }, [
			itemStep({ list }),
			{ name: 'Split', ...split },
		]);
	};
	/** Waits until it is noted that these people have so many messages. Gives back their rows. */
	const settled = async (people: number[], step: number) => {
		let theirs: IDataObject[] = [];
		const areNoted = async () => {
			theirs = (await rows()).filter(({ userId }) => people.includes(Number(userId)));
			const isNoted = (row: IDataObject) => row.step === step && row.sendingSince === 0;
			return theirs.length === people.length && theirs.every(isNoted);
		};
		await until(`${people.join(', ')} have ${step} messages`, areNoted, LONG_PATIENCE_MS);
		return theirs;
	};
	/** The next message of a person, or of all whose numbers begin so, has been due since so many seconds. */
	const isDue = async (person: number | string, since = 1) =>
		await rows(
			numberIn('dueAt', now() - since, [
				['userId', 'like', String(person)],
				['dueAt', 'gt', 0],
			]),
		);
	const round = async () => {
		const { status } = await runToEnd(n8n.rest, id!, SCHEDULE);
		expect(status).toBe('success');
	};

	test('messages come at once, after a day and after a week, for each segment its own', async () => {
		const people = numbers(81_001, 3);
		const links = ['', ' spring', ' constructor'];
		const texts = ['everyone', 'spring', 'everyone'].map(textsOf);
		await seedPeople(emulator, people);
		for (const [index, person] of people.entries()) await write(person, `/start${links[index]}`);
		for (const [index, person] of people.entries()) await gets(person, texts[index][0]);
		const isInTime = async (step: number, days: number) => {
			const [{ dueAt, ...row }] = await settled([people[1]], step);
			expect(row).toMatchObject({ segment: 'spring', state: 'on', problem: '' });
			expect(Math.abs(Number(dueAt) - now() - days * DAY)).toBeLessThan(300);
		};
		await isInTime(1, 1);
		// Nobody is due before the day is over, and another start is no new one.
		await round();
		await write(people[1], '/start');
		await gets(people[1], THEY_ARE_IN);
		await isDue('810%');
		await round();
		await isInTime(2, 6);
		await isDue('810%');
		await round();
		await round();
		expect(await settled(people, 3)).toMatchObject(people.map(() => ({ dueAt: 0 })));
		await watch.read();
		for (const [index, person] of people.entries()) {
			expect(got(person).filter((text) => text !== THEY_ARE_IN)).toEqual(texts[index]);
		}
	});

	test('what the server is too busy for comes later, and who has blocked the bot holds up nobody', async () => {
		const [first, second] = numbers(81_011, 2);
		await seedPeople(emulator, [first, second]);
		for (const person of [first, second]) await write(person, '/start');
		await settled([first, second], 1);
		await isDue(first, 2);
		await isDue(second);
		const refusal = { status: 403, description: 'Forbidden: bot was blocked by the user' };
		await emulator.fault([
			{ kind: 'error', method: 'sendMessage', ...refusal },
			{ kind: 'error', method: 'sendMessage', status: 401, description: 'Unauthorized' },
		]);
		await round();
		const all = [await rowOf(first), await rowOf(second)];
		expect(all.map(({ step }) => step).sort()).toEqual([1, 2]);
		expect(all.every(({ problem }) => problem !== '')).toBe(true);
		for (const person of [first, second]) await isDue(person);
		await round();
		await watch.read();
		expect([got(first), got(second)].map((texts) => texts.at(-1)).sort()).toEqual(
			[day, week].sort(),
		);
	});

	test('/stop wins, also while a round is being sent', async () => {
		const people = numbers(81_101, BATCH + 2);
		const [slow, late] = [people[0], people.at(-1)!];
		await seedPeople(emulator, people);
		for (const person of people) await write(person, '/start');
		await settled(people, 1);
		await isDue('811%');
		await isDue(slow, 100);
		await isDue(late, 0);
		isHeld = (body) => body.includes(day) && body.includes(String(slow));
		await n8n.rest.run(id!, SCHEDULE);
		await gate.holding(1);

		// The one who is on the list of the next batch, and the one whose message is on its way.
		await write(late, '/stop');
		await gets(late, GOODBYE);
		await write(slow, '/stop');
		const isStopped = async () => (await rowOf(slow)).state === 'stopped';
		await until('it is stopped', isStopped, LONG_PATIENCE_MS);
		expect(got(slow)).toEqual([welcome]);
		gate.open();
		await gets(slow, GOODBYE);
		await gets(people.at(-2)!, day);
		await isDue('811%');
		await round();
		await watch.read();
		expect(got(slow)).toEqual([welcome, day, GOODBYE]);
		expect(got(late)).toEqual([welcome, GOODBYE]);

		await write(late, '/start');
		await gets(late, THEY_ARE_IN);
		await round();
		expect(got(late).slice(0, 3)).toEqual([welcome, GOODBYE, THEY_ARE_IN]);
		await gets(late, day);
	});

	test('n8n is killed twice while it sends: nobody gets a message twice, and who may lack it is marked', async () => {
		const people = numbers(81_201, 60);
		const theirs = async () =>
			(await rows()).filter(({ userId }) => people.includes(Number(userId)));
		await seedPeople(emulator, people);
		// The first round makes the data table.
		await round();
		const { rule } = named(SCHEDULE) as { rule: { interval: object[] } };
		await runsBy(rule.interval[0]);
		await subscribed(people);
		await emulator.settings({ latencyMs: 300 });
		await n8n.rest.run(id!, SCHEDULE);
		const received = async () => {
			await watch.read();
			return people.filter((person) => got(person).includes(day));
		};
		for (const amount of [15, 35]) {
			const isAmid = async () => (await received()).length >= amount;
			await until(`${amount} have it`, isAmid, LONG_PATIENCE_MS, { pauseMs: 20 });
			await power.kill();
			expect((await received()).length).toBeLessThan(people.length);
			await power.start();
		}
		await emulator.settings({ latencyMs: 0 });
		const isOver = async () => (await theirs()).every(({ dueAt }) => Number(dueAt) > now());
		await until('all were due', isOver, 2 * LONG_PATIENCE_MS);
		await round();
		const has = await received();
		const unsure = (await theirs()).filter(({ sendingSince }) => Number(sendingSince) > 0);
		// On a slow machine, the next round may begin before the last one is over.
		const killed = (await executionsBy(n8n.rest, id!)).filter(({ status }) => status === 'crashed');
		expect(unsure.length).toBeLessThanOrEqual(killed.length * BATCH);
		const lacking = people.filter((person) => !has.includes(person)).map(String);
		expect(unsure.map(({ userId }) => userId)).toEqual(expect.arrayContaining(lacking));
		for (const person of people) {
			expect(got(person).filter((text) => text === day).length).toBeLessThanOrEqual(1);
		}
	}, 900_000);
}
