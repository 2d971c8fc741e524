import { RunningTrigger } from '../../support/pollingTrigger';
import { useWebhooks } from '../../support/webhookTests';

const { emulator, listen, say, info, soon } = useWebhooks();

const polling: RunningTrigger[] = [];

/** Publishes a workflow that polls for the updates of the same bot. */
async function poll(id: string, mode: 'trigger' | 'manual' = 'trigger', credential: object = {}) {
	const bot = { baseUrl: emulator.url, botToken: emulator.token, ...credential };
	const trigger = await new RunningTrigger(bot, {}, { id, mode }).start();
	polling.push(trigger);
	return trigger;
}

afterEach(async () => {
	await Promise.all(polling.splice(0).map(async (trigger) => await trigger.stop()));
});

test.each(['trigger', 'manual'] as const)(
	'a webhook (%s) does not take updates from workflows that poll, and the error names them',
	async (mode) => {
		const moderation = await poll('Moderation');
		await poll('Welcome');
		const trigger = await listen();
		const refusal = await trigger.open(mode).catch((error) => error);
		expect(refusal.message).toContain('"Moderation", "Welcome"');
		expect(refusal.message).toContain('Unpublish');
		// n8n clears up after it.
		await trigger.step('delete', mode);
		expect((await info()).url).toBe('');
		await say('to be moderated');
		await soon('it is', () => moderation.started.length === 1);
	},
);

test('a webhook is set once they are unpublished', async () => {
	const moderation = await poll('Moderation');
	await moderation.stop();
	const trigger = await listen();
	await trigger.open();
	expect((await info()).url).toBe(trigger.address());
});

test('a test run that polls gets in nobody’s way', async () => {
	await poll('Moderation', 'manual');
	const trigger = await listen();
	await trigger.open();
	expect((await info()).url).toBe(trigger.address());
});

test('the address can be written in another way', async () => {
	await poll('Moderation', 'trigger', { baseUrl: `${emulator.url}/ ` });
	const trigger = await listen();
	await expect(trigger.open()).rejects.toThrow('"Moderation"');
});
