import type { IDataObject } from 'n8n-workflow';

import { items, useBot } from '../../support/bot';
import { startByHand, type Asked } from '../../support/byHand';
import { useClock } from '../../support/clock';
import { byId } from '../../support/locators';

const { run } = useBot();
const clock = useClock();

const HOUR_MS = 3_600_000;

type Refusal = Parameters<Asked['answer']>[0];

const servers: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
	await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

/** A server that refuses requests about some chats in this way, until it is opened. */
async function refusing(refusal: Refusal, isMeant = (_chat: number) => true) {
	const asked: string[] = [];
	let isOpen = false;
	const server = await startByHand(({ method, params, answer }) => {
		asked.push(method);
		answer(isOpen || !isMeant(Number(params.chat_id)) ? undefined : refusal);
	});
	servers.push(server);
	/** One execution with an item for each chat: its outputs, and the number of requests. */
	const send = async (chats: number[], traffic: IDataObject = {}, operation = 'sendMessage') => {
		const before = asked.length;
		const { json } = await run(
			operation,
			{
				chatId: byId('={{ $json.chat }}'),
				...(operation === 'sendMessage' ? { text: 'Hello' } : { messageId: '7' }),
				traffic,
			},
			{
				credential: { baseUrl: server.url },
				items: items(...chats.map((chat) => ({ chat }))),
				node: { onError: 'continueRegularOutput' },
			},
		);
		return { json, requests: asked.length - before };
	};
	return { send, asked, open: () => void (isOpen = true), url: server.url };
}

const many = (count: number, chat: (index: number) => number) =>
	Array.from({ length: count }, (_none, index) => chat(index));

const SENT = { message_id: 1 };
const FAILED = { errorCode: 429, errorReason: 'tooFast', mayHaveArrived: false };

describe.each([300, 30_000, 1e9, 1e300])(
	'a server asks for a wait of %d s, which is',
	(retryAfter) => {
		const refusal = { status: 429, description: 'Too Many Requests', retryAfter };

		test('too long: 30 items of the chat cause one request, and nothing waits', async () => {
			const { send } = await refusing(refusal);
			const begun = clock.passed;
			const { json, requests } = await send(many(30, () => -5));
			expect(requests).toBe(1);
			expect(json).toEqual(Array(30).fill(expect.objectContaining(FAILED)));
			expect(clock.passed - begun).toBeLessThan(1000);
		});

		test('remembered by the next execution, for an hour at most', async () => {
			const { send, open } = await refusing(refusal);
			await send([-5]);
			expect((await send([-5])).requests).toBe(0);
			clock.advance(HOUR_MS);
			expect((await send([-5, -5, -5])).requests).toBe(1);
			open();
			expect((await send([-5])).requests).toBe(0);
			clock.advance(HOUR_MS);
			expect((await send([-5, -5])).json).toMatchObject([SENT, SENT]);
		});
	},
);

test('the error says when the next request is allowed, and names Max Wait', async () => {
	const { url } = await refusing({ status: 429, retryAfter: 300 });
	const parameters = { chatId: byId('-5'), text: 'Hello', traffic: { longestWait: 45 } };
	const send = async () =>
		await run('sendMessage', parameters, {
			credential: { baseUrl: url },
			timezone: 'Asia/Tokyo',
		});
	const [asked, known] = [await send(), await send()];
	for (const { error } of [asked, known]) {
		expect(error?.description).toContain('a longer wait than Max Wait (45 s)');
		expect(error?.description).toMatch(/Until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Asia\/Tokyo\)/);
	}
});

test('if all chats are refused for as long as Max Wait, the bot counts as refused: the others fail without a request', async () => {
	const { send } = await refusing({ status: 429, retryAfter: 300 });
	const { requests, json } = await send(
		many(100, (index) => -index - 1),
		{ parallelRequests: 1 },
	);
	expect(requests).toBeLessThanOrEqual(40);
	expect(json).toEqual(Array(100).fill(expect.objectContaining(FAILED)));
	expect((await send([-101])).requests).toBe(0);
	clock.advance(300_000);
	expect((await send([-101])).requests).toBe(1);
});

test.each<[what: string, refusal: Refusal, pauseMs: number]>([
	['minutes apart', { status: 429, retryAfter: 3600 }, 5 * 60_000],
	['by their slow mode', { status: 400, description: 'SLOWMODE_WAIT_3600' }, 0],
])('three chats that are refused %s hold up no other', async (_what, refusal, pauseMs) => {
	const { send } = await refusing(refusal, (chat) => chat < -90);
	for (const chat of [-91, -92, -93]) {
		await send([chat]);
		clock.advance(pauseMs);
	}
	expect((await send([-5])).json).toMatchObject([SENT]);
	expect((await send([-91])).requests).toBe(0);
});

test('chats that are refused do not hold up those that are not', async () => {
	const { send } = await refusing({ status: 429, retryAfter: 300 }, (chat) => chat < -90);
	const chats = many(30, (index) => (index % 5 === 0 ? -91 - index : -1 - index));
	const { requests, json } = await send(chats, { parallelRequests: 1 });
	expect(requests).toBe(30);
	expect(json.filter(({ errorCode }) => errorCode === undefined)).toHaveLength(24);
});

test('a chat that takes no messages can still be cleaned up', async () => {
	const { send, asked } = await refusing({ status: 429, retryAfter: 300 });
	await send([-5]);
	await send([-5], { retries: 0 }, 'deleteMessage');
	expect(asked).toEqual(['sendMessage', 'deleteMessage']);
});

test('later executions also wait if the wait is within Max Wait', async () => {
	const { send, open } = await refusing({ status: 429, retryAfter: 300 });
	await send([-5]);
	open();
	expect((await send([-5], { longestWait: 400 })).json).toMatchObject([SENT]);
	expect((await send([-5])).json).toMatchObject([SENT]);
});

test('the node does not wait for a busy server that asks for a day', async () => {
	const { send } = await refusing({ status: 503, retryAfter: 86_400 });
	const begun = clock.passed;
	expect((await send([-5], {}, 'deleteMessage')).requests).toBe(1);
	expect(clock.passed - begun).toBeLessThan(1000);
});
