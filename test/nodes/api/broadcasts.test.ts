import {
	asNotice,
	besideMessages,
	expectLoop,
	expectRoomBeside,
	shareRefused,
	useSimulatedTime,
	withOneMessage,
	type Beside,
} from '../../support/broadcast';

useSimulatedTime();

describe('a broadcast of low priority beside another workflow of the bot', () => {
	test.each([
		{ everyMs: 2000, retryAfter: 1 },
		{ everyMs: 1000, retryAfter: 1 },
		{ everyMs: 5000 },
		{ everyMs: 2000 },
	])(
		'$everyMs ms between its answers, $retryAfter s to wait after a refusal',
		async ({ everyMs, ...limits }) => await expectRoomBeside(everyMs, limits),
	);
});

describe('a broadcast in a loop, with ten people in each run', () => {
	// A refusal holds up the whole loop and its other nodes, so they use less than the remaining limit.
	test.each([
		{ otherNodesMs: 0, use: 0.95 },
		{ otherNodesMs: 0, retryAfter: 1, use: 0.92 },
		{ otherNodesMs: 150, use: 0.88 },
	])(
		'$otherNodesMs ms in its other nodes, $retryAfter s to wait after a refusal: it uses $use of the limit',
		async (loop) => await expectLoop(loop),
	);
});

describe('beside an execution with 10,000 messages, whose server takes 30 a second,', () => {
	test.each<[what: string, ask: Beside]>([
		['an execution with one message', withOneMessage],
		['a notice of a trigger', asNotice],
	])('%s begins within a second', async (_what, ask) => {
		const { count, p99, lost, asked } = await besideMessages(10_000, 1600, ask);
		expect(count).toBeGreaterThanOrEqual(200);
		expect(lost).toBe(0);
		expect(p99).toBeLessThanOrEqual(1000);
		expect(shareRefused(asked)).toBeLessThanOrEqual(0.02);
	});
});
