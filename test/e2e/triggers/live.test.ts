import { TRIGGER } from '../../../sandbox/lib/triggers';
import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { useN8n } from '../support/n8n';
import { aMoment, useTriggers } from '../support/triggers';

/** n8n listens for a test event for two minutes. */
const LISTENS_MS = 120_000;

const emulator = useEmulator({ webhookRetryBaseMs: 100 });
const n8n = useN8n();
const triggers = useTriggers(n8n, emulator);

/** The secret of each registration so far, the newest last. */
const secrets = async () =>
	(await emulator.calls('setWebhook')).map(({ params }) => params.secret_token as string);

/** A published workflow whose trigger also listens for a test event in the editor. */
async function listening() {
	const parameters = { updates: ['message', 'callback_query'] };
	const id = await triggers.publish({ type: 'botMessagingTrigger', parameters });
	const live = await triggers.webhook();
	expect(await n8n.rest.run(id, TRIGGER)).toEqual({ waitingForWebhook: true });
	expect((await triggers.webhook()).url).toBe(withTest(live.url));
	return { id, live };
}

/** The address that leads to a published trigger and to its test. */
function withTest(live: string): string {
	const place = live.split('/').slice(-3, -1).join('/');
	return `${live}?to=${place},${place.replace('webhook', 'webhook-test')}`;
}

/** Expects the webhook to be as before the test, and a push to start the published workflow. */
async function expectLive({ id, live }: Awaited<ReturnType<typeof listening>>, withinMs: number) {
	const isAlone = async () => (await triggers.webhook()).url === live.url;
	await until('the webhook leads to the published trigger alone', isAlone, withinMs);
	expect((await triggers.webhook()).allowed_updates).toEqual(live.allowed_updates);
	const [first, ...later] = await secrets();
	expect(later.length).toBeGreaterThan(1);
	expect(later.at(-1)).toBe(first);

	const before = await triggers.executions(id);
	await triggers.write('Are you there?');
	const executions = await triggers.whenEnded(id, before.length + 1);
	expect(executions.slice(before.length)).toMatchObject([{ mode: 'webhook', status: 'success' }]);
}

describe('listening for a test event while the workflow is published', () => {
	test('ended by an event: the test and the published workflow both get it', async () => {
		const workflow = await listening();
		await triggers.write('For both');
		const executions = await triggers.whenEnded(workflow.id, 2);
		expect(executions.map(({ mode }) => mode).sort()).toEqual(['manual', 'webhook']);
		for (const { id, status } of executions) {
			expect(status).toBe('success');
			expect(await triggers.item(id)).toMatchObject({ text: 'For both' });
		}
		await expectLive(workflow, LONG_PATIENCE_MS);
		expect(await triggers.executions(workflow.id)).toHaveLength(3);
	});

	test('the published workflow misses nothing that arrives during the test', async () => {
		const { id } = await listening();
		await Promise.all(['One', 'Two', 'Three', 'Four'].map((text) => triggers.write(text)));
		const executions = await triggers.whenEnded(id, 5);
		expect(executions.map(({ status }) => status)).toEqual(Array(5).fill('success'));
		const live = executions.filter(({ mode }) => mode === 'webhook');
		expect(live).toHaveLength(4);
		expect(new Set(live.map(({ updateId }) => updateId)).size).toBe(4);
	});

	test('ended by a stop: the webhook is restored', async () => {
		const workflow = await listening();
		await n8n.rest.stopListening(workflow.id);
		await expectLive(workflow, LONG_PATIENCE_MS);
	});

	test('started and stopped several times: the webhook is restored each time', async () => {
		const workflow = await listening();
		for (const round of [1, 2, 3]) {
			await n8n.rest.stopListening(workflow.id);
			const isBack = async () => (await triggers.webhook()).url === workflow.live.url;
			await until(`it is back after round ${round}`, isBack, LONG_PATIENCE_MS);
			await n8n.rest.run(workflow.id, TRIGGER);
			expect((await triggers.webhook()).url).not.toBe(workflow.live.url);
		}
		await n8n.rest.stopListening(workflow.id);
		await expectLive(workflow, LONG_PATIENCE_MS);
	});

	test(
		"ended by n8n's time-out: the webhook is restored",
		async () => {
			const workflow = await listening();
			await expectLive(workflow, LISTENS_MS + LONG_PATIENCE_MS);
		},
		LISTENS_MS + 2 * LONG_PATIENCE_MS,
	);

	test('unpublished meanwhile: no webhook is left after the test', async () => {
		const { id } = await listening();
		await n8n.rest.unpublish(id);
		await n8n.rest.stopListening(id);
		await aMoment();
		expect((await triggers.webhook()).url).toBe('');
	});
});

test('a workflow that is not published has no webhook after its test', async () => {
	const id = await triggers.add({ type: 'botMessagingTrigger' });
	await n8n.rest.run(id, TRIGGER);
	expect((await triggers.webhook()).url).toContain('/webhook-test/');
	await triggers.write('Only a test');
	expect(await triggers.whenEnded(id, 1)).toMatchObject([{ mode: 'manual', status: 'success' }]);
	const isGone = async () => (await triggers.webhook()).url === '';
	await until('no webhook is left', isGone, LONG_PATIENCE_MS);
});
