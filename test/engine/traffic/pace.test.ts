import { useEmulator } from '../../support/emulator';
import { runNode } from '../../support/engine';

const emulator = useEmulator();

/** How much of the first stretch of a run is left out: it finds the limit first. */
const WARM_UP_SECONDS = 1;

async function sendMany(count: number, chats: number[], latencyMs: number) {
	await emulator.settings({ latencyMs });
	const { json, error } = await runNode({
		credential: { baseUrl: emulator.url, pathForm: 'bot', botToken: emulator.token },
		parameters: {
			resource: 'message',
			operation: 'sendMessage',
			chatId: '={{ $json.chat }}',
			text: '={{ $json.text }}',
		},
		items: Array.from({ length: count }, (_none, index) => ({
			json: { chat: chats[index % chats.length], text: `message ${index}` },
		})),
	});
	expect(error).toBeUndefined();
	expect(json).toHaveLength(count);
	const calls = await emulator.calls('sendMessage');
	const done = calls.filter(({ status }) => status === 200);
	const from = done[0].started_at + WARM_UP_SECONDS * 1000;
	const later = done.filter(({ started_at }) => started_at > from);
	const seconds = (done[done.length - 1].started_at - from) / 1000;
	return {
		done,
		refusedShare: (calls.length - done.length) / calls.length,
		perSecond: later.length / seconds,
	};
}

describe('a long run settles just under the server’s limit', () => {
	test.each([
		['20 a second, one chat', 20, 300, 'one', 5],
		['20 a second, several chats', 20, 300, 'many', 5],
		['5 a second, one chat', 5, 75, 'one', 5],
		['5 a second, several chats', 5, 100, 'many', 20],
	])('%s', async (_name, limit, count, chats, latencyMs) => {
		const { demoGroup, moderators, quietGroup, privateOlga, privateMia } = emulator.defaults.chats;
		await emulator.settings({ sendRatePerSecond: limit });
		const all = [demoGroup, moderators, quietGroup, privateOlga, privateMia];
		const { done, refusedShare, perSecond } = await sendMany(
			count,
			chats === 'one' ? [demoGroup] : all,
			latencyMs,
		);
		console.log(_name, { refusedShare, perSecond, done: done.length });
		expect(done).toHaveLength(count);
		expect(refusedShare).toBeLessThanOrEqual(0.1);
		expect(perSecond).toBeGreaterThanOrEqual(0.85 * limit);
	}, 60_000);
});
