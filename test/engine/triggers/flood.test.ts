import { usePolling } from '../../support/pollingTests';

const { emulator, start, say, pending, soon } = usePolling();
const { chats } = emulator.defaults;

/** 110 messages of one chat, of which the first still runs, and then one of another chat. */
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

test('a flooded chat does not hold up another one, and keeps its order', async () => {
	const trigger = await flood();
	trigger.endsAtOnce = true;
	for (const { end } of trigger.started) end();
	await soon('all have come', () => trigger.started.length === 111);
	expect(trigger.texts.filter((text) => text !== 'another chat')).toEqual(inOrder);
	await soon('all are confirmed', async () => (await pending()) === 0);
});

test('a new publication gets what the server has forgotten, in order', async () => {
	const before = await flood();
	await before.stop();
	for (const { end } of before.started) end();
	const after = await start({}, { id: 'flooded' });
	await soon('all have come', () => after.started.length === 109);
	expect(after.texts).toEqual(inOrder.slice(1));
	await soon('all are confirmed', async () => (await pending()) === 0);
});
