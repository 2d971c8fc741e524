import { runToEnd } from '../../sandbox/lib/runs';
import { TRIGGER } from '../../sandbox/lib/triggers';
import { until } from '../../scripts/lib/until';
import { useEmulator } from '../support/emulator';
import { LONG_PATIENCE_MS } from '../support/patience';
import { useN8n } from './support/n8n';
import { useTriggers } from './support/triggers';

const emulator = useEmulator();
const n8n = useN8n();
const triggers = useTriggers(n8n, emulator);

const POLLING = 'botMessagingPollingTrigger';
const MESSAGES = 30;

test('a test that begins while a webhook is in the way keeps nothing from the published workflow', async () => {
	await emulator.api('setWebhook', { url: 'https://other.example.com/hook' });
	const live = await triggers.publish({ type: POLLING });
	const [told] = await triggers.whenEnded(live, 1);
	expect(told.status).toBe('error');
	const tested = await triggers.add({ type: POLLING });
	const run = await runToEnd(n8n.rest, tested, TRIGGER, { askEveryMs: 100 });
	expect(run.status).toBe('error');
	expect(run.data).toContain('other.example.com');
	await emulator.api('deleteWebhook', {});
	const before = (await emulator.calls('getUpdates')).length;
	for (let n = 0; n < MESSAGES; n++) await triggers.write(`message ${n}`);
	await triggers.whenEnded(live, 1 + MESSAGES);
	await until(
		'all are confirmed',
		async () => (await triggers.webhook()).pending_update_count === 0,
		LONG_PATIENCE_MS,
	);
	expect((await emulator.calls('getUpdates')).length - before).toBeLessThan(10 * MESSAGES);
	const texts = await Promise.all(
		(await n8n.executions(live)).slice(1).map(async ({ id }) => (await triggers.item(id)).text),
	);
	expect(texts.sort()).toEqual(Array.from({ length: MESSAGES }, (_, n) => `message ${n}`).sort());
});
