import { Context } from '../../../nodes/BotMessaging/update/context';
import type { Update } from '../../../nodes/BotMessaging/update/update';
import { startOddServer, type OddServer } from '../../support/odd';
import { usePolling } from '../../support/pollingTests';

const { create, token, soon } = usePolling();

const PEOPLE = 130;
const MESSAGES = 1000;

const TO_BOT = { updates: ['message'], filters: { chatTypes: ['private'] } };
const IN_GROUPS = { updates: ['message'], filters: { chatTypes: ['group'] } };

const message = (id: number, chat: object, text: string) => ({
	update_id: id,
	message: { message_id: id, date: 1, chat, from: { id: 1, first_name: 'Mia' }, text },
});

/** 130 people write 1,000 messages to the bot, in turn; then there is a link in a group. */
const LINK = MESSAGES + 1;
const ALL = [
	...Array.from({ length: MESSAGES }, (_none, index) =>
		message(index + 1, { id: 1 + (index % PEOPLE), type: 'private' }, `${index}`),
	),
	message(LINK, { id: -100, type: 'group' }, 'a link'),
];

/** A server that returns the first 100 unconfirmed ones of these updates. */
async function startServer(odd: unknown[]) {
	let first = 1;
	const listed = ({ offset }: { offset?: number }) => {
		first = Math.max(first, offset ?? 0);
		const isConfirmed = (entry: unknown) => Number(Object(entry).update_id) < first;
		return [...odd, ...ALL].filter((entry) => !isConfirmed(entry)).slice(0, 100);
	};
	const server = await startOddServer((request, response) => {
		let text = '';
		request.on('data', (chunk) => (text += chunk));
		request.on('end', () => {
			const isPoll = request.url!.endsWith('/getUpdates');
			const result = isPoll ? listed(JSON.parse(text)) : {};
			response.end(JSON.stringify({ ok: true, result }));
		});
	});
	servers.push(server);
	return { url: server.url, confirmed: () => first - 1 };
}

const servers: OddServer[] = [];
afterEach(async () => {
	await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

/** A workflow with long executions, and one that waits for the link. */
async function startBoth(
	prepare: (slow: Slow) => void = () => {},
	form: object = {},
	odd: unknown[] = [],
) {
	const server = await startServer(odd);
	const credential = { baseUrl: server.url, botToken: token() };
	const slow = create({ ...TO_BOT, ...form }, { id: 'slow' }, {}, credential);
	slow.endsAtOnce = false;
	prepare(slow);
	const other = await create(IN_GROUPS, { id: 'other' }, {}, credential).start();
	await slow.start();
	return { server, slow, other };
}

type Slow = ReturnType<typeof create>;

const endAll = (slow: Slow) => {
	slow.endsAtOnce = true;
	for (const { end } of [...slow.started]) end();
};

/** Waits in steps: all at once can take longer than a wait on a busy machine. */
async function allHaveCome({ started }: Slow): Promise<void> {
	for (let count = 20; count <= MESSAGES; count += 20) {
		await soon(`${count} have come`, () => started.length >= count);
	}
	expect(started).toHaveLength(MESSAGES);
}

/** Waiting updates in n8n's saved data. */
const waitingIn = (saved: object = {}) =>
	Object.values(saved).flatMap((node) => (node as { waiting?: unknown[] })?.waiting ?? []);

test('1,000 messages for a slow workflow hold up no other, and keep their order', async () => {
	const { server, slow, other } = await startBoth();
	await soon('the other workflow starts', () => other.texts.includes('a link'));
	expect(slow.started).toHaveLength(5);
	const words = slow.logged.filter((line) => line.includes('wait'));
	expect(words).toEqual([expect.stringMatching(/\d+ executions of this workflow wait/)]);

	endAll(slow);
	await allHaveCome(slow);
	for (const person of [1, 7, PEOPLE]) {
		const own = slow.started.filter(({ item }) => item.json.chatId === person);
		const texts = ALL.filter(({ message: { chat } }) => (chat as { id: number }).id === person);
		expect(own.map(({ item }) => item.json.text)).toEqual(texts.map((one) => one.message.text));
	}
	await soon('all are confirmed', () => server.confirmed() === LINK);
	// n8n must save once more although nothing starts, so that a crash repeats none of them.
	await soon('nothing is written down', () => waitingIn(slow.saved).length === 0);
});

test.each<[what: string, entry: unknown]>([
	['without a number, which stays there', null],
	['whose number is a text', { ...ALL[0], update_id: '1' }],
])('an update %s among them changes nothing', async (_what, entry) => {
	const { slow, other } = await startBoth(undefined, {}, [entry]);
	await soon('the other workflow starts', () => other.texts.includes('a link'));
	endAll(slow);
	await allHaveCome(slow);
});

test('the server forgets only what n8n has saved', async () => {
	const { server, slow, other } = await startBoth((trigger) => (trigger.cannotSave = true));
	await soon('n8n is asked to save', () => slow.empty > 0);
	expect([server.confirmed(), other.texts]).toEqual([0, []]);
	slow.onSave = (saved) => {
		const unsaved = server.confirmed() - waitingIn(saved).length;
		if (unsaved > 0) slow.errors.push(new Error(`${unsaved} could be lost`));
	};
	slow.cannotSave = false;
	await soon('the other workflow starts', () => other.texts.includes('a link'));
	expect(slow.errors).toEqual([]);
});

test('a new start finds everything that waited', async () => {
	const { slow, other } = await startBoth();
	await soon('the other workflow starts', () => other.texts.includes('a link'));
	const texts = waitingIn(slow.saved).map((one) => (one as (typeof ALL)[0]).message.text);
	expect(texts).toEqual(ALL.slice(0, texts.length).map((one) => one.message.text));
	expect(texts.length).toBeGreaterThan(MESSAGES - 100);
});

test('Run Again: after a crash, few executions that have ended run again, however long the list is', async () => {
	const { slow, other } = await startBoth(undefined, { options: { afterInterruption: 'again' } });
	await soon('the other workflow starts', () => other.texts.includes('a link'));
	for (let ended = 1; ended <= 40; ended++) {
		slow.started[ended - 1].end();
		await soon('the next has come', () => slow.started.length === ended + 5);
	}
	const { ended = [] } = Object.values(slow.saved!)[0] as { ended?: string[] };
	const again = (waitingIn(slow.saved) as Update[]).filter(
		(update) => !ended.includes(new Context(update).identity),
	);
	const over = again.filter((update) =>
		slow.texts.slice(0, 40).includes(new Context(update).text!),
	);
	expect(over.length).toBeLessThanOrEqual(5);
	expect(again.length).toBeGreaterThan(MESSAGES - 200);
});

test.each([
	[
		'that keeps something in its static data',
		(trigger: Slow) => Object.assign(trigger.workflow.nodes, { Code: CODE }),
	],
	[
		'with Always Output Data, which would fill an empty execution',
		(trigger: Slow) =>
			Object.assign(trigger.workflow.getNode('Polling')!, { alwaysOutputData: true }),
	],
])('a workflow %s does not hold up the others', async (_what, prepare) => {
	const { slow, other } = await startBoth(prepare);
	await soon('the other workflow starts', () => other.texts.includes('a link'));
	expect([slow.started.length, slow.empty]).toEqual([5, 0]);
	endAll(slow);
	await allHaveCome(slow);
});

const CODE = {
	id: 'code',
	name: 'Code',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	position: [0, 0],
	parameters: { jsCode: '$getWorkflowStaticData("global")' },
};
