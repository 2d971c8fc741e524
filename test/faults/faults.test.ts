import { useEmulator } from '../support/emulator';
import { runNode } from '../support/engine';
import { byId } from '../support/locators';

const emulator = useEmulator();
const { demoGroup, moderators, quietGroup, privateOlga, privateMia } = emulator.defaults.chats;
const CHATS = [demoGroup, moderators, quietGroup, privateOlga, privateMia];

const SENDS = 2000;
const DELETES = 5000;
const IDS_PER_ITEM = 25;
const FIRST_OLD_MESSAGE = 10_001;

/** Shares of all calls: 5 % get a 500, 5 % are cut (half of them after they were carried out), 2 % get no answer. */
const FAULTS = [
	{ kind: 'error', status: 500, probability: 0.05 },
	{ kind: 'cut', probability: 0.025 },
	{ kind: 'cut_after', probability: 0.025 },
	{ kind: 'hang', probability: 0.02 },
];

const run = (parameters: object, items: object[]) =>
	runNode({
		credential: { baseUrl: emulator.url, pathForm: 'bot', botToken: emulator.token },
		parameters: { ...parameters, traffic: { timeout: 2 } },
		items: items.map((json) => ({ json: json as never })),
		node: { onError: 'continueRegularOutput' },
	});

async function arrivals(): Promise<Map<string, number>> {
	const { messages } = await emulator.state();
	const counts = new Map<string, number>();
	for (const { text = '' } of messages) counts.set(text, (counts.get(text) ?? 0) + 1);
	return counts;
}

test(`${SENDS} sends each arrive once, or their item says whether they may have arrived`, async () => {
	await emulator.settings({ sendRatePerSecond: 20 });
	await emulator.fault(FAULTS);
	const texts = Array.from({ length: SENDS }, (_none, index) => `numbered ${index}`);
	const { json } = await run(
		{
			resource: 'message',
			operation: 'sendMessage',
			chatId: byId('={{ $json.chat }}'),
			text: '={{ $json.text }}',
		},
		texts.map((text, index) => ({ text, chat: CHATS[index % CHATS.length] })),
	);
	const counts = await arrivals();
	const times = texts.map((text) => counts.get(text) ?? 0);
	const outcomes = json.map(({ error, mayHaveArrived }, index) => {
		if (error === undefined) return times[index] === 1 ? 'sent' : 'LOST';
		if (mayHaveArrived) return times[index] === 1 ? 'in doubt, arrived' : 'in doubt, not arrived';
		return times[index] === 0 ? 'refused' : 'WRONGLY REPORTED';
	});
	const summary: Record<string, number> = {};
	for (const outcome of outcomes) summary[outcome] = (summary[outcome] ?? 0) + 1;
	console.log({ ...summary, duplicates: times.filter((count) => count > 1).length });

	expect(json).toHaveLength(SENDS);
	expect(times.filter((count) => count > 1)).toEqual([]);
	expect(outcomes.filter((outcome) => /LOST|WRONGLY/.test(outcome))).toEqual([]);
	// 12 % of the calls are hit, so a run in which nothing is in doubt has tested nothing.
	expect(summary['in doubt, arrived']).toBeGreaterThan(0);
}, 600_000);

test(`${DELETES} deletes remove every message, and every item says so`, async () => {
	const ids = Array.from({ length: DELETES }, (_none, index) => FIRST_OLD_MESSAGE + index);
	await emulator.control('post', 'seed', {
		messages: ids.map((message_id) => ({
			message_id,
			chat_id: demoGroup,
			from_id: emulator.defaults.botId,
			text: 'old',
		})),
	});
	await emulator.settings({ sendRatePerSecond: 20 });
	await emulator.fault(FAULTS);
	const { json } = await run(
		{
			resource: 'message',
			operation: 'deleteMessages',
			chatId: byId(demoGroup),
			messageIds: '={{ $json.ids }}',
			additionalFields: { returnFailed: true },
		},
		Array.from({ length: DELETES / IDS_PER_ITEM }, (_none, index) => ({
			ids: ids.slice(index * IDS_PER_ITEM, (index + 1) * IDS_PER_ITEM),
		})),
	);
	const { messages } = await emulator.state();
	const left = messages.filter(
		(message: { message_id: number; deleted: boolean }) =>
			message.message_id >= FIRST_OLD_MESSAGE && !message.deleted,
	);
	console.log({ deleted: DELETES - left.length, left: left.length });
	expect(left).toEqual([]);
	expect(json).toHaveLength(DELETES);
	expect(json.filter(({ outcome }) => outcome !== 'deleted')).toEqual([]);
}, 120_000);
