import { settle } from '../../nodes/BotMessaging/api/basics';
import { ChatNames } from '../../nodes/BotMessaging/api/chatNames';
import { AnswerError } from '../../nodes/BotMessaging/api/errors';
import { Pace } from '../../nodes/BotMessaging/api/pace';
import { Stop } from '../../nodes/BotMessaging/api/retry';
import { DEFAULT_TRAFFIC } from '../../nodes/BotMessaging/api/traffic';
import { useSimulatedTime } from '../support/broadcast';
import { oneOf, playModel, stepsOf } from '../support/model';

const [CHATS, PROBES] = [5, 4];
useSimulatedTime();

/** A server that takes and refuses at random, until the pace takes that for a limit of the bot. */
function world() {
	const [pace, names] = [new Pace(), new ChatNames()];
	const about = { method: 'sendMessage', effect: 'once', ordered: true } as const;
	const isUnlimited = () => pace.isUnlimited({ ...about, party: {} } as never);
	let underWay: Array<{ chat: string; answer: (error?: AnswerError) => void }> = [];
	let isRandom = true;
	/** Refused since the server took one last; and before that, so that they may stay slow. */
	const refused = new Set<string>();
	const slow = new Set<string>();
	const send = async (chat: string) => {
		let begunAt = NaN;
		const call = async () => {
			begunAt = performance.now();
			if (!isRandom) return;
			await new Promise<void>((resolve, reject) => {
				const answer = (error?: AnswerError) => (error ? reject(error) : resolve());
				underWay.push({ chat, answer });
			});
		};
		const request = { ...about, chat, party: {}, cameAt: performance.now(), refusals: 0 };
		await settle(pace.run({ ...request, options: DEFAULT_TRAFFIC }, names, new Stop(), call));
		return begunAt;
	};
	const take = (one?: (typeof underWay)[number]) => {
		if (!one) return;
		underWay = underWay.filter((other) => other !== one);
		for (const chat of refused) slow.add(chat);
		refused.clear();
		one.answer();
	};
	/** Milliseconds that some messages to a chat take if the server takes all. */
	const probe = async (chat: string) => {
		const sent = Array.from({ length: PROBES }, async () => await send(chat));
		await jest.advanceTimersByTimeAsync(20_000);
		const begun = await Promise.all(sent);
		return begun.at(-1)! - begun[0];
	};
	const expectFast = async () => {
		const wronged = [...refused].filter((chat) => !slow.has(chat));
		isRandom = false;
		while (underWay.length > 0) take(underWay[0]);
		await jest.advanceTimersByTimeAsync(10_000);
		const longestMs = (await probe('another')) + 10;
		for (const chat of wronged) expect(await probe(chat)).toBeLessThanOrEqual(longestMs);
		// All is forgotten.
		await jest.advanceTimersByTimeAsync(180_000);
		for (const chats of [refused, slow]) chats.clear();
		isRandom = true;
	};
	return {
		'is sent': (which: number) => void send(`chat ${which % CHATS}`),
		'is taken': (which: number) => take(oneOf(underWay, which)),
		'is refused': async (which: number) => {
			const one = oneOf(underWay, which);
			if (!one) return;
			underWay = underWay.filter((other) => other !== one);
			refused.add(one.chat);
			one.answer(new AnswerError(429, 'Too Many Requests', which % 3));
			await jest.advanceTimersByTimeAsync(0);
			if (!isUnlimited()) await expectFast();
		},
		'time passes': async (which: number) => await jest.advanceTimersByTimeAsync(which),
	};
}

const OFTEN = ['is sent', 'is sent', 'is refused'] as const;
const steps = stepsOf(...OFTEN, ...OFTEN, 'is taken', 'is taken', 'time passes');

test('chats whose refusals have shown a limit of the bot are as fast as any other', async () => {
	await playModel(steps, async (all) => {
		const step = world();
		for (const { what, which } of all) {
			await step[what](which);
			await jest.advanceTimersByTimeAsync(0);
		}
	});
});
