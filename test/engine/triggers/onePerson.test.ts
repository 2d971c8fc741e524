import { useRequestClock } from '../../support/requestClock';
import { startOddServer, type OddServer } from '../../support/odd';
import { usePolling } from '../../support/pollingTests';

const clock = useRequestClock();
const { create, token, soon } = usePolling();

const MOST = 5000;
const [ZOE, TOM] = [7, 8];

let server: OddServer & { confirmed(): number };
afterEach(async () => await server.close());

/** The update of this number: who writes what in a private chat, or a link in a group. */
interface Written {
	from: number;
	text: string;
	group?: true;
}

/** A server that returns the first 100 unconfirmed ones of this number of updates. */
async function startServer(count: number, written: (number: number) => Written) {
	let first = 1;
	const updateOf = (update_id: number) => {
		const { from, text, group } = written(update_id);
		const chat = group ? { id: -100, type: 'group' } : { id: from, type: 'private' };
		const person = { id: from, first_name: 'Somebody' };
		return { update_id, message: { message_id: update_id, date: 1, chat, from: person, text } };
	};
	const list = (offset = 0) => {
		first = Math.max(first, offset);
		const open = Math.min(100, Math.max(0, count + 1 - first));
		return Array.from({ length: open }, (_none, index) => updateOf(first + index));
	};
	const odd = await startOddServer((request, response) => {
		let text = '';
		request.on('data', (chunk) => (text += chunk));
		request.on('end', () => {
			const isPoll = request.url!.endsWith('/getUpdates');
			const result = isPoll ? list(JSON.parse(text).offset) : {};
			response.end(JSON.stringify({ ok: true, result }));
		});
	});
	server = { ...odd, confirmed: () => first - 1 };
}

/** Publishes a workflow whose executions last, and another one of the bot, for groups. */
async function publish() {
	const credential = { baseUrl: server.url, botToken: token() };
	const form = (type: string) => ({ updates: ['message'], filters: { chatTypes: [type] } });
	const slow = create(form('private'), { id: 'slow' }, {}, credential);
	const other = create(form('group'), { id: 'other' }, {}, credential);
	slow.endsAtOnce = false;
	let startedAt = NaN;
	other.onStart = () => (startedAt = clock.passed);
	await slow.start();
	await other.start();
	const begun = clock.passed;
	await soon('the other workflow has its message', () => other.texts.includes('a link'));
	return { slow, seconds: (startedAt - begun) / 1000 };
}

/** Ends all executions, and waits until the server keeps nothing. */
async function endAll({ slow }: Awaited<ReturnType<typeof publish>>, count: number) {
	// Not at once: n8n's save of the static data comes between two executions.
	slow.onStart = ({ end }) => void setImmediate(end);
	for (const { end } of [...slow.started]) end();
	await soon('all is confirmed', () => server.confirmed() === count);
	await soon('nothing waits', () => slow.logged.some((line) => line.includes('were dropped: ')));
}

const textsOf = ({ slow }: Awaited<ReturnType<typeof publish>>, person: number) =>
	slow.started.filter(({ item }) => item.json.chatId === person).map(({ item }) => item.json.text);

test.each([5201, 60_000])(
	'%d messages of one person to a slow workflow hold up nobody else, and cost nobody else a message',
	async (messages) => {
		const count = messages + 7;
		await startServer(count, (number) => {
			if (number === count) return { from: TOM, text: 'a link', group: true };
			if (number > count - 4) return { from: TOM, text: `${number}` };
			const isZoe = [10, 4000, 5000].includes(number);
			return { from: isZoe ? ZOE : 1, text: `${number}` };
		});
		const both = await publish();
		expect(both.seconds).toBeLessThan(2);
		const { slow } = both;
		expect(slow.failed.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^5000 updates wait for this workflow.* are dropped: ID 1$/),
		]);
		await endAll(both, count);
		expect(textsOf(both, ZOE)).toEqual(['10', '4000', '5000']);
		expect(textsOf(both, TOM)).toHaveLength(3);
		const own = textsOf(both, 1);
		// One more had begun, and those of the others wait as well.
		expect(own.length).toBeGreaterThan(MOST - 7);
		expect(own.length).toBeLessThanOrEqual(MOST + 1);
		const first = Array.from({ length: count }, (_none, index) => `${index + 1}`);
		expect(own).toEqual(
			first.filter((text) => !['10', '4000', '5000'].includes(text)).slice(0, own.length),
		);
		expect(slow.logged.at(-1)).toMatch(`Updates were dropped: ${messages - own.length} of ID 1`);
		expect(slow.failed).toHaveLength(1);
	},
);

test('100 people with 1,000 messages each lose as much each, and few failed executions say so', async () => {
	const [people, each] = [100, 1000];
	const count = people * each + 1;
	await startServer(count, (number) =>
		number === count
			? { from: TOM, text: 'a link', group: true }
			: { from: 1000 + (number % people), text: `${number}` },
	);
	const both = await publish();
	expect(both.seconds).toBeLessThan(2);
	const said = both.slow.failed.map(({ message }) => message);
	expect(said.length).toBeLessThanOrEqual(2);
	const named = said.map((words) => words.match(/ID \d+/g)!.length);
	const others = said.map((words) => Number(/(\d+) others/.exec(words)?.[1] ?? 0));
	expect([...named, ...others].reduce((sum, one) => sum + one)).toBe(people);
	await endAll(both, count);
	for (let person = 1000; person < 1000 + people; person++) {
		const { length } = textsOf(both, person);
		expect(Math.abs(length - MOST / people)).toBeLessThanOrEqual(1);
	}
});
