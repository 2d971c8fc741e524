import { Bot, registry } from '../../nodes/BotMessaging/memory/registry';
import { Kept } from '../../nodes/BotMessaging/api/owner';
import { usePolling } from '../support/pollingTests';

const { create, say, soon, pending } = usePolling();

/** Clears n8n's memory of its bots, as after a restart. */
const forgetBots = () => Object.assign(registry, { bots: new Kept((id: string) => new Bot(id)) });

/** n8n ends during one message, in each of this many starts; another message waits after it. */
async function endAtEachStart(afterInterruption: string, starts: number) {
	const keys: unknown[] = [];
	let memory = {};
	const triggers: Array<ReturnType<typeof create>> = [];
	for (let start = 1; start <= starts; start++) {
		forgetBots();
		const trigger = create({ options: { afterInterruption } }, {}, memory);
		trigger.onStart = ({ item, end, key }) => {
			if (item.json.text === 'ends n8n') keys.push(key);
			else end();
		};
		trigger.endsAtOnce = false;
		await trigger.start();
		if (start === 1) for (const text of ['ends n8n', 'next']) await say(text);
		await soon('it runs, or is passed over', () => trigger.started.length > 0);
		memory = { ...trigger.saved };
		triggers.push(trigger);
		if (start < starts) await trigger.stop();
	}
	return { keys, last: triggers[starts - 1] };
}

describe('D5 openclaw #739: a message that crashes n8n each time', () => {
	test('always has the same key by default, and n8n starts each key once', async () => {
		const { keys } = await endAtEachStart('leave', 3);
		expect(new Set(keys).size).toBe(1);
	});

	test('is given up and reported after three repetitions with Run Again, and the next one runs', async () => {
		const { keys, last } = await endAtEachStart('again', 5);
		expect(keys).toHaveLength(4);
		expect(last.texts).toEqual(['next']);
		expect(last.failed.map(({ message }) => message)).toEqual([
			expect.stringMatching(/update \d+, chat .* was interrupted 4 times/),
		]);
		await soon('both are confirmed', async () => (await pending()) === 0);
	});
});
