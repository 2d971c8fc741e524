import { DEFAULTS } from '../../support/emulator';
import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { useN8n } from '../support/n8n';
import { aMoment, useTriggers } from '../support/triggers';

const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

const emulator = useEmulator({ webhookRetryBaseMs: 100 });
const n8n = useN8n();
const triggers = useTriggers(n8n, emulator);

/** The secret that n8n has agreed upon with the server last. */
async function secret(): Promise<string> {
	const [registration] = (await emulator.calls('setWebhook')).slice(-1);
	return registration.params.secret_token as string;
}

/** Posts to the bot's webhook like the server or an attacker. Returns the HTTP status. */
async function post(body: string, headers: Record<string, string>): Promise<number> {
	const { url } = await triggers.webhook();
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body,
	});
	return response.status;
}

const update = (updateId: number, text = 'Hello') =>
	JSON.stringify({
		update_id: updateId,
		message: {
			message_id: 7,
			date: 1_700_000_000,
			chat: { id: 1003, type: 'private', first_name: 'Mia' },
			from: { id: 1003, is_bot: false, first_name: 'Mia' },
			text,
		},
	});

const publish = async (parameters = {}) =>
	await triggers.publish({ type: 'botMessagingTrigger', parameters });

describe('a published webhook trigger', () => {
	test('gets pushes at its production URL, and starts once with a flat item', async () => {
		const id = await publish({ updates: ['message', 'chat_member'] });
		const { url, allowed_updates: kinds } = await triggers.webhook();
		expect(url).toMatch(new RegExp(`^${n8n.url}/webhook/[0-9a-f-]{36}/bot-updates$`));
		expect(kinds).toEqual(['message', 'chat_member', 'callback_query', 'my_chat_member']);
		expect(await secret()).toMatch(/^[0-9a-f]{64}$/);

		await triggers.write('/ban @noah spam');
		await aMoment();
		const [execution, ...more] = await triggers.whenEnded(id, 1);
		expect(more).toEqual([]);
		expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
		const item = await triggers.item(execution.id);
		expect(item).toMatchObject({
			updateId: execution.updateId,
			updateType: 'message',
			chatId: DEFAULTS.chats.demoGroup,
			chatType: 'group',
			userId: DEFAULTS.users.mia,
			firstName: 'Mia',
			text: '/ban @noah spam',
			command: '/ban',
			commandArguments: '@noah spam',
			update: { update_id: execution.updateId, message: { text: '/ban @noah spam' } },
		});
		expect(await emulator.control('get', 'deliveries')).toMatchObject([
			{ update_id: execution.updateId, attempt: 1, status: 200 },
		]);
	});

	test('answers 403 to a wrong or missing secret, and starts nothing', async () => {
		const id = await publish();
		const right = await secret();
		for (const wrong of [`${right.slice(1)}g`, right.slice(1), right.toUpperCase(), '']) {
			expect(await post(update(1), { [SECRET_HEADER]: wrong })).toBe(403);
		}
		expect(await post(update(1), {})).toBe(403);
		await aMoment();
		expect(await triggers.executions(id)).toEqual([]);
		// With the secret, the same push starts the workflow: nothing else was missing.
		expect(await post(update(1), { [SECRET_HEADER]: right })).toBe(200);
		expect(await triggers.whenEnded(id, 1)).toMatchObject([{ status: 'success', updateId: 1 }]);
	});

	test('reports an invalid update once, then accepts it, and starts nothing', async () => {
		const id = await publish();
		const right = { [SECRET_HEADER]: await secret() };
		const unreadable = [
			'{}',
			'[{"update_id":1}]',
			'{"update_id":"1","message":{}}',
			'{"update_id":1.5,"message":{}}',
		];
		for (const body of unreadable) {
			expect([body, await post(body, right), await post(body, right)]).toEqual([body, 500, 200]);
		}
		// Their kinds are unknown, so nothing can start.
		for (const body of ['{"update_id":1}', '{"update_id":1,"message":"Hello"}']) {
			expect([body, await post(body, right)]).toEqual([body, 200]);
		}
		// These two do not reach the trigger: n8n answers them itself.
		expect(await post('{"update_id":1,', right)).toBe(422);
		expect(await post(update(1, 'x'.repeat(17 * 1024 ** 2)), right)).toBe(500);
		await aMoment();
		const started = async () =>
			(await triggers.executions(id)).filter(({ updateId }) => updateId !== undefined);
		expect(await started()).toEqual([]);
		expect(await post(update(1), right)).toBe(200);
		await until('it has started', async () => (await started()).length === 1, LONG_PATIENCE_MS);
	});

	test('accepts an update that is sent again, and starts nothing more', async () => {
		const id = await publish();
		const right = { [SECRET_HEADER]: await secret() };
		// The server is asked to retry while the first push is handled; after that, it gets 200.
		const again = Array.from({ length: 5 }, async () => await post(update(5), right));
		for (const status of await Promise.all(again)) expect([200, 503]).toContain(status);
		await triggers.whenEnded(id, 1);
		expect(await post(update(5), right)).toBe(200);
		expect(await post(update(6), right)).toBe(200);
		await aMoment();
		const executions = await triggers.whenEnded(id, 2);
		expect(executions.map(({ updateId }) => updateId)).toEqual([5, 6]);
	});

	test('can answer when the workflow has finished', async () => {
		const options = { answerWhen: 'finished' };
		const id = await triggers.publish({
			type: 'botMessagingTrigger',
			parameters: { options },
			takesMs: 2000,
		});
		await triggers.write('Take your time');
		await triggers.whenEnded(id, 1);
		const delivered = async () =>
			(await emulator.control('get', 'deliveries')) as Array<{ duration_ms: number }>;
		await until(
			'the push is answered',
			async () => (await delivered()).length > 0,
			LONG_PATIENCE_MS,
		);
		const [{ duration_ms: duration, ...delivery }, ...more] = await delivered();
		expect(delivery).toMatchObject({ attempt: 1, status: 200 });
		expect(duration).toBeGreaterThanOrEqual(2000);
		expect(more).toEqual([]);
		expect(await triggers.executions(id)).toHaveLength(1);
	});

	test('removes its own webhook when it is unpublished, and no other', async () => {
		const id = await publish();
		expect((await triggers.webhook()).url).toContain(n8n.url);
		await n8n.rest.unpublish(id);
		expect((await triggers.webhook()).url).toBe('');

		await n8n.rest.publish(id);
		await emulator.api('setWebhook', { url: 'https://other.example/bot' });
		await n8n.rest.unpublish(id);
		expect((await triggers.webhook()).url).toBe('https://other.example/bot');
	});
});

describe('a webhook that belongs to another program', () => {
	const foreign = 'https://other.example:8443/bots/hook?key=hidden';

	test('is not replaced: publishing says whose it is and what to do', async () => {
		await emulator.api('setWebhook', { url: foreign });
		const refusal = await publish().catch(({ message }: Error) => message);
		expect(refusal).toContain('updates to other.example:8443. ');
		expect(refusal).toContain('Take Over an Existing Webhook');
		expect(refusal).not.toContain('hidden');
		expect((await triggers.webhook()).url).toBe(foreign);
	});

	test('is replaced if the user chose so', async () => {
		await emulator.api('setWebhook', { url: foreign });
		const id = await publish({ options: { takeOver: true } });
		expect((await triggers.webhook()).url).toContain(n8n.url);
		await triggers.write('Hello');
		expect(await triggers.whenEnded(id, 1)).toMatchObject([{ status: 'success' }]);
	});
});
