import { until } from '../../scripts/lib/until';
import { DEFAULTS, useEmulator } from '../support/emulator';
import { madeRows } from '../support/madeSpam';
import { LONG_PATIENCE_MS } from '../support/patience';
import { newcomersOf } from './examples/newcomers';
import { sceneOf } from './examples/scene';
import { addRows, rowsOf } from './support/dataTable';
import { useKillableN8n } from './support/killable';
import { LanguageModel, modelCredential, publishWithModel } from './support/languageModel';
import { peopleOf, type Seen } from './support/people';
import { readRun } from './support/runData';

/** `FILTER_MESSAGES=1000` takes ten minutes. */
const MESSAGES = Number(process.env.FILTER_MESSAGES ?? 120);
const PRESSES = 60;

const emulator = useEmulator();
const n8n = useKillableN8n();
const people = peopleOf(emulator);
const scene = sceneOf(emulator, n8n, people);
const { publish, begin, byHand } = newcomersOf(scene);
const { demoGroup: group, moderators } = DEFAULTS.chats;

const STRANGERS = Array.from({ length: MESSAGES }, (_none, at) => 5000 + at);
let id: string;
const model = new LanguageModel({});
afterAll(async () => await model.close());

const isAbout = (text: string) => (message: Seen) => message.text?.endsWith(`\n\n${text}`) === true;

/** The moderators' question about a text, or undefined if the workflow has ended without one. */
async function questionAbout(text: string, ended: number): Promise<Seen | undefined> {
	let asked: Seen | undefined;
	const isThrough = async () => {
		const { messages } = await emulator.state();
		asked = (messages as Seen[]).find((one) => one.chat_id === moderators && isAbout(text)(one));
		return asked !== undefined || (await n8n.rest.countEnded(id)) > ended;
	};
	await until(`"${text}" is judged`, isThrough, LONG_PATIENCE_MS);
	return asked;
}

/** Before that, n8n has not stored that it waits. */
const isWaiting = async () => {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: id, status: ['waiting'] }));
	const one = async () =>
		(await n8n.rest.call<{ count: number }>('GET', `/rest/executions?filter=${filter}`)).count > 0;
	await until('n8n waits', one, LONG_PATIENCE_MS);
};

const press = async (asked: Seen, button: string) => {
	expect(await scene.answerTo(await people.press('olga', asked, button))).toBe(button);
};
const rowOf = async (text: string) =>
	(await rowsOf(n8n.rest, 'Bot Spam Filter')).find((row) => row.text === text);
const isRow = async (text: string, isSpam: boolean) =>
	await until(
		`"${text}" is a row`,
		async () => (await rowOf(text))?.isSpam === isSpam,
		LONG_PATIENCE_MS,
	);

beforeEach(
	async () =>
		await emulator.control('post', 'seed', {
			users: STRANGERS.map((user) => ({ id: user, is_bot: false, first_name: `P ${user}` })),
			members: STRANGERS.map((user_id) => ({ chat_id: group, user_id, status: 'member' })),
		}),
);

const strangerWrites = async (at: number, text: string): Promise<number> => {
	const { message } = await emulator.act('message', {
		...{ user_id: STRANGERS[at], chat_id: group, text },
	});
	return message.message_id as number;
};

test('it learns from 60 presses, also through a restart, and then deletes spam by itself', async () => {
	await publish('filter-rows');
	id = await publish('filter-learns');
	await begin();
	const counts = { presses: 0, spam: 0, good: 0, foundSpam: 0, foundGood: 0 };
	for (const [at, { text, isSpam }] of madeRows(MESSAGES, 3).entries()) {
		const ended = await n8n.rest.countEnded(id);
		const written = await strangerWrites(at, text);
		const asked = await questionAbout(text, ended);
		const isFound = asked?.text?.includes('It looks like spam') === true;
		const isGone = async () => (await scene.messageNow(group, written))?.deleted;
		expect(await isGone()).toBe(isFound);
		if (counts.presses >= 40) {
			counts[isSpam ? 'spam' : 'good']++;
			if (isFound) counts[isSpam ? 'foundSpam' : 'foundGood']++;
		}
		if (!asked || counts.presses >= PRESSES) continue;
		// A question that was open survives.
		if (counts.presses === 30) {
			await isWaiting();
			await n8n.kill();
			await n8n.start();
		}
		counts.presses++;
		await press(asked, isSpam ? 'Spam' : 'Not Spam');
		await isRow(text, isSpam);
		if (isSpam) await scene.disappears(group, written);
	}
	expect(counts.presses).toBeGreaterThan(40);
	expect(counts.foundSpam).toBeGreaterThan(counts.spam * 0.7);
	expect(counts.foundGood).toBeLessThan(counts.good * 0.1);
});

test('a ban by hand and commands are rows, and a model can only spare a message', async () => {
	const spam = 'Attention! earn 500$ without work register now';
	await begin();
	const written = await people.write('noah', spam);
	const asked = await people.sees(moderators, 0, isAbout(spam));
	expect(asked.text).toContain('It is deleted.');
	expect((await scene.messageNow(group, written))?.deleted).toBe(true);
	await press(asked, 'Not Spam');
	await people.sees(group, written, ({ text }) => text === spam);
	await isRow(spam, false);
	await people.write('milan', '/spam', moderators, asked.message_id - 1);
	await isRow(spam, true);

	const good = 'I think this phone was late at home thanks';
	const judged = await n8n.rest.countEnded(id);
	await people.come('zoe');
	await people.write('zoe', good);
	expect(await questionAbout(good, judged)).toBeUndefined();
	await byHand('banChatMember', 'zoe');
	await isRow(good, true);
	await people.write('olga', '/notspam', group, await people.write('noah', good));
	await isRow(good, false);

	const ofModel = await modelCredential(n8n.rest, await model.listen());
	const { nodes } = await n8n.rest.call<{ nodes: Array<{ type: string; disabled?: boolean }> }>(
		'GET',
		`/rest/workflows/${id}`,
	);
	for (const node of nodes) if (node.type.startsWith('@n8n/')) node.disabled = false;
	await n8n.rest.call('PATCH', `/rest/workflows/${id}`, { nodes });
	await publishWithModel(n8n.rest, id, ofModel);
	await begin();
	const says = ['{"spam":false,"fine":true}', '{"spam":true,"fine":false}', 'Deleted.'];
	for (const [at, isAsked] of [false, true, true].entries()) {
		model.says = says[at];
		const text = `${spam} ${at}`;
		const before = await n8n.rest.countEnded(id);
		await strangerWrites(at, text);
		// Executions of messages before may end meanwhile.
		if (isAsked) await people.sees(moderators, 0, isAbout(text));
		else expect(await questionAbout(text, before)).toBeUndefined();
	}
	const found = model.asked.length;
	expect(found).toBeGreaterThanOrEqual(3);
	const before = await n8n.rest.countEnded(id);
	await strangerWrites(3, GOOD);
	expect(await questionAbout(GOOD, before)).toBeUndefined();
	expect(model.asked).toHaveLength(found);
});

test('100,000 trusted people are found, and kept through a restart', async () => {
	const first = 9_000_000;
	const crowd = Array.from({ length: 100_000 }, (_none, at) => ({
		...{ userId: String(first + at), good: 3, text: '' },
	}));
	await addRows(n8n.rest, 'Bot Trusted People', crowd);
	const chosen = [0, 50_000, 99_999].map((at) => first + at);
	const seed = async () => {
		await emulator.control('post', 'seed', {
			users: chosen.map((user) => ({ id: user, is_bot: false, first_name: `P ${user}` })),
			members: chosen.map((user_id) => ({ chat_id: group, user_id, status: 'member' })),
		});
		await begin();
	};
	await seed();
	const spam = 'Attention! earn 500$ without work register';
	const times: number[] = [];
	/** Writes, waits for the end, and notes how long n8n looked for the person and counted. */
	const judge = async (user_id: number, text: string) => {
		const ended = await n8n.rest.countEnded(id);
		await emulator.act('message', { user_id, chat_id: group, text });
		const asked = await questionAbout(text, ended);
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const path = `/rest/executions?filter=${filter}&limit=1`;
		const [{ id: last }] = (await n8n.rest.call<{ results: Array<{ id: string }> }>('GET', path))
			.results;
		const { data } = await n8n.rest.call<{ data: string }>('GET', `/rest/executions/${last}`);
		const { runData } = readRun(data).resultData;
		for (const node of ['Get the Person', 'Count a Good Message']) {
			const [run] = runData[node] ?? [];
			if (run) times.push(run.executionTime);
		}
		return asked;
	};
	for (const start of ['before', 'after']) {
		for (const user of chosen) {
			expect(await judge(user, `${spam} ${start} ${user}`)).toBeUndefined();
		}
		const stranger = STRANGERS[start === 'before' ? 0 : 1];
		expect(await judge(stranger, `${spam} ${start}`)).toBeDefined();
		expect(await judge(stranger, `${GOOD} ${start}`)).toBeUndefined();
		if (start === 'after') continue;
		await n8n.kill();
		await n8n.start();
	}
	console.log(`milliseconds for 100,000 people: ${times.join(', ')}`);
}, 600_000);

const GOOD = 'Hello the train is better now after work see you';
