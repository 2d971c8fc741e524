import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { useN8n } from '../support/n8n';
import { aMoment, useTriggers } from '../support/triggers';

const UPDATES = 300;
const ALL_WITHIN_MS = 600_000;

const emulator = useEmulator({ webhookRetryBaseMs: 100 });
const n8n = useN8n();
const triggers = useTriggers(n8n, emulator);

const publish = async (parameters = {}) =>
	await triggers.publish({ type: 'botMessagingTrigger', parameters });

const settled = async (withinMs = LONG_PATIENCE_MS) =>
	await until(
		'the server has no update left',
		async () => (await triggers.webhook()).pending_update_count === 0,
		withinMs,
	);

test('several workflows of one bot share its webhook, and the last one to leave removes it', async () => {
	const bans = await publish({ filters: { commands: '/ban' } });
	const all = await publish({ updates: ['message', 'chat_member'] });
	expect((await triggers.webhook()).allowed_updates.sort()).toEqual([
		'callback_query',
		'chat_member',
		'message',
		'my_chat_member',
	]);
	for (const text of ['/ban @noah', 'Hello']) await triggers.write(text);
	await settled();
	await triggers.whenEnded(all, 2);
	const [ban] = await triggers.whenEnded(bans, 1);
	expect(await triggers.item(ban.id)).toMatchObject({ text: '/ban @noah' });
	await aMoment();
	expect(await triggers.executions(bans)).toHaveLength(1);
	// One push for each update, which was acknowledged once.
	const pushes = (await emulator.control('get', 'deliveries')) as Array<{ status: number }>;
	expect(pushes.map(({ status }) => status)).toEqual([200, 200]);

	await n8n.rest.unpublish(all);
	expect((await triggers.webhook()).allowed_updates).toEqual([
		'message',
		'callback_query',
		'my_chat_member',
	]);
	await triggers.write('/ban @olga');
	expect(await triggers.whenEnded(bans, 2)).toMatchObject([{ status: 'success' }, {}]);
	await n8n.rest.unpublish(bans);
	expect((await triggers.webhook()).url).toBe('');
});

test(
	`${UPDATES} updates reach three workflows although the one that gets the pushes is unpublished meanwhile`,
	async () => {
		const staying = [await publish(), await publish()];
		const leaving = await publish();
		const writing = Array.from({ length: UPDATES }, (_none, n) => `Message ${n}`).reduce(
			async (before, text) => await before.then(async () => await triggers.write(text)),
			Promise.resolve(),
		);
		await triggers.whenEnded(leaving, UPDATES / 10);
		await n8n.rest.unpublish(leaving);
		await writing;
		await settled(ALL_WITHIN_MS);
		for (const id of staying) {
			await triggers.whenEnded(id, UPDATES);
			await aMoment();
			const executions = await triggers.executions(id);
			expect(executions).toHaveLength(UPDATES);
			expect(new Set(executions.map(({ updateId }) => updateId)).size).toBe(UPDATES);
			expect(new Set(executions.map(({ status }) => status))).toEqual(new Set(['success']));
		}
		const left = await triggers.executions(leaving);
		console.log(`The workflow that left has ${left.length} of ${UPDATES}`);
		expect(left.length).toBeLessThan(UPDATES);
		expect(new Set(left.map(({ updateId }) => updateId)).size).toBe(left.length);
		expect(new Set(left.map(({ status }) => status))).toEqual(new Set(['success']));
	},
	ALL_WITHIN_MS + LONG_PATIENCE_MS,
);
