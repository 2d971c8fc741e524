import { usePolling } from '../../support/pollingTests';

const { emulator, start, say, pending, soon } = usePolling();
const { chats } = emulator.defaults;

/** 110 messages in one chat, the first of which is still running, then one in another chat. */
async function flood() {
	const trigger = await start({}, { id: 'flooded' });
	trigger.endsAtOnce = false;
	for (let message = 0; message < 110; message++) await say(`flood ${message}`);
	await say('another chat', chats.privateMia);
	await soon('the other chat has its turn', () => trigger.texts.includes('another chat'));
	expect(trigger.texts).toEqual(['flood 0', 'another chat']);
	return trigger;
}

const inOrder = Array.from({ length: 110 }, (_none, message) => `flood ${message}`);

test('a flooded chat does not hold up another, and keeps its order', async () => {
	const trigger = await flood();
	trigger.endsAtOnce = true;
	for (const { end } of trigger.started) end();
	await soon('all have come', () => trigger.started.length === 111);
	expect(trigger.texts.filter((text) => text !== 'another chat')).toEqual(inOrder);
	await soon('all are confirmed', async () => (await pending()) === 0);
});

test('a new publication gets what the server has already forgotten, in order', async () => {
	const before = await flood();
	await before.stop();
	for (const { end } of before.started) end();
	const after = await start({}, { id: 'flooded' });
	await soon('all have come', () => after.started.length === 109);
	expect(after.texts).toEqual(inOrder.slice(1));
	await soon('all are confirmed', async () => (await pending()) === 0);
});

/** People join the group, with ids from this one up. */
async function raid(first: number, count: number): Promise<number[]> {
	const ids = Array.from({ length: count }, (_none, index) => first + index);
	const people = ids.map((id) => ({ id, is_bot: false, first_name: `Raider ${id}` }));
	await emulator.control('post', 'seed', { users: people });
	for (const user_id of ids) await emulator.act('join', { user_id, chat_id: chats.demoGroup });
	return ids;
}

const raided = async () =>
	await start({ rules: { raidJoins: 3, raidSeconds: 60 } }, { id: 'raided' });

const namedBy = (...triggers: Array<Awaited<ReturnType<typeof raided>>>) =>
	triggers
		.flatMap(({ started }) => started)
		.flatMap(({ item }) => (item.json.raid as { userIds: number[] }).userIds);

test('a raid of 300 people starts two executions, and does not hold up other chats', async () => {
	const trigger = await raided();
	const answering = await start({}, { id: 'answering' });
	trigger.endsAtOnce = false;
	const ids = await raid(880_000, 300);
	await say('another chat', chats.privateMia);
	await soon('the other chat has its turn', () => answering.texts.includes('another chat'));
	expect(trigger.started).toHaveLength(1);
	trigger.started[0].end();
	await soon('the second one begins', () => trigger.started.length === 2);
	trigger.endsAtOnce = true;
	trigger.started[1].end();
	await soon('all are confirmed', async () => (await pending()) === 0);
	expect(namedBy(trigger)).toEqual(ids);
	expect(trigger.started).toHaveLength(2);
});

test('a workflow that is published again during a raid names everyone who joined meanwhile', async () => {
	const before = await raided();
	before.endsAtOnce = false;
	const ids = await raid(881_000, 10);
	const answering = await start({}, { id: 'answering' });
	await say('later', chats.privateMia);
	await soon('all have come', () => answering.texts.includes('later'));
	await before.stop();
	for (const { end } of before.started) end();
	const after = await raided();
	const [last] = await raid(882_000, 1);
	await soon('the last one is named', () => namedBy(after).includes(last));
	expect(namedBy(before, after)).toEqual([...ids, last]);
});
