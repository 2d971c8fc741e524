import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { credentialFor } from '../../../sandbox/lib/demo';
import { TRIGGER, WORK } from '../../../sandbox/lib/triggers';
import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { useOwnN8n } from '../support/n8n';
import { aMoment, useTriggers } from '../support/triggers';

const emulator = useEmulator({ webhookRetryBaseMs: 100 });
const n8n = useOwnN8n();
const triggers = useTriggers(n8n, emulator);

const polling = async (parameters = {}) =>
	await triggers.publish({ type: 'botMessagingPollingTrigger', parameters });
const webhook = async () => await triggers.publish({ type: 'botMessagingTrigger' });

/** The texts that started a workflow, oldest first, once this many executions have ended. */
async function textsOf(id: string, count: number): Promise<unknown[]> {
	const executions = await triggers.whenEnded(id, count);
	expect(executions.map(({ status }) => status)).toEqual(executions.map(() => 'success'));
	return await Promise.all(
		executions.map(async (execution) => (await triggers.item(execution.id)).text),
	);
}

describe('two workflows that poll one bot', () => {
	test('share one loop, and each gets once what its filters let through', async () => {
		const apples = await polling({ filters: { textContains: 'apple' } });
		const all = await polling({ updates: ['message', 'chat_member'] });
		await aMoment();
		await emulator.control('delete', 'calls');
		const texts = Array.from({ length: 12 }, (_none, n) => (n % 3 ? `pear ${n}` : `apple ${n}`));
		for (const text of texts) await triggers.write(text);
		expect(await textsOf(all, texts.length)).toEqual(texts);
		expect(await textsOf(apples, 4)).toEqual(['apple 0', 'apple 3', 'apple 6', 'apple 9']);

		await aMoment();
		expect(await triggers.executions(all)).toHaveLength(texts.length);
		const polls = await emulator.calls('getUpdates');
		expect(polls.map(({ status }) => status)).not.toContain(409);
		for (const { params } of polls) {
			expect([...params.allowed_updates].sort()).toEqual([
				'callback_query',
				'chat_member',
				'message',
				'my_chat_member',
			]);
		}
		// There is only one loop: no poll starts before the previous one is answered.
		const byStart = polls.sort((one, other) => one.started_at - other.started_at);
		const gaps = byStart.slice(1).map((poll, n) => {
			return poll.started_at - (byStart[n].started_at + byStart[n].duration_ms);
		});
		expect(gaps.length).toBeGreaterThan(0);
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(-1);
		expect((await emulator.state()).bots[0].updates).toEqual([]);
	});

	test('continue when the other is gone', async () => {
		const [leaving, staying] = [await polling(), await polling()];
		await triggers.write('Both');
		expect(await textsOf(leaving, 1)).toEqual(['Both']);
		await n8n.rest.unpublish(leaving);
		await triggers.write('One');
		expect(await textsOf(staying, 2)).toEqual(['Both', 'One']);
		// A workflow published meanwhile also gets what still waits on the server.
		const isConfirmed = async () => (await emulator.state()).bots[0].updates.length === 0;
		await until('the server has forgotten the update', isConfirmed, LONG_PATIENCE_MS);
		await n8n.rest.publish(leaving);
		await triggers.write('Both again');
		expect(await textsOf(staying, 3)).toEqual(['Both', 'One', 'Both again']);
		expect(await textsOf(leaving, 2)).toEqual(['Both', 'Both again']);
	});
});

test('a test in the editor takes nothing from the published workflow', async () => {
	const id = await polling();
	const { executionId } = await n8n.rest.run(id, TRIGGER);
	await aMoment();
	await triggers.write('For both');
	const both = await triggers.whenEnded(id, 2);
	expect(both.map(({ mode }) => mode).sort()).toEqual(['manual', 'trigger']);
	expect(both.map(({ status }) => status)).toEqual(['success', 'success']);
	expect(both[0].updateId).toBe(both[1].updateId);
	expect(both.find(({ mode }) => mode === 'manual')?.id).toBe(Number(executionId));

	await triggers.write('For the published one');
	await triggers.whenEnded(id, 3);
	await aMoment();
	expect((await triggers.executions(id)).map(({ mode }) => mode).sort()).toEqual([
		'manual',
		'trigger',
		'trigger',
	]);
});

test('a credential that gets the token of another bot ends the trigger until it is published again', async () => {
	const other = '77:secretOfAnotherBot';
	const { chats } = emulator.defaults;
	await emulator.control('post', 'seed', {
		bots: [{ id: 77, token: other }],
		users: [{ id: 77, is_bot: true, first_name: 'Other' }],
		members: [{ chat_id: chats.demoGroup, user_id: 77, status: 'member' }],
	});
	const credential = await n8n.rest.createCredential(credentialFor(emulator.url));
	const id = await triggers.publish({ type: 'botMessagingPollingTrigger', credential });
	await triggers.write('The former bot');
	await triggers.whenEnded(id, 1);
	await n8n.rest.updateCredential(credential.id, credentialFor(emulator.url, other));
	const failed = async () =>
		(await triggers.executions(id)).filter((one) => one.status === 'error');
	const isSaid = async () => (await failed()).length > 0;
	await until('it is said', isSaid, LONG_PATIENCE_MS, { pauseMs: 500 });
	await triggers.write('Nobody polls');
	await aMoment();
	expect(await triggers.executions(id)).toHaveLength(2);

	await n8n.rest.unpublish(id);
	await n8n.rest.publish(id);
	// The new bot has got both messages of the group, too.
	const all = await triggers.whenEnded(id, 4);
	expect(all.map(({ status }) => status).sort()).toEqual([
		'error',
		'success',
		'success',
		'success',
	]);
	await n8n.rest.call('DELETE', `/rest/credentials/${credential.id}`).catch(() => {});
});

test('a trigger whose credential is deleted says so, and fetches nothing more', async () => {
	const credential = await n8n.rest.createCredential(credentialFor(emulator.url));
	const id = await triggers.publish({ type: 'botMessagingPollingTrigger', credential });
	await triggers.write('Before');
	await triggers.whenEnded(id, 1);
	await n8n.rest.call('DELETE', `/rest/credentials/${credential.id}`);
	const [, said] = await triggers.whenEnded(id, 2);
	expect(said.status).toBe('error');
	expect(await triggers.failure(said.id)).toMatch(/has been deleted. This trigger has stopped/);
	await emulator.control('delete', 'calls');
	await triggers.write('Nobody polls');
	await aMoment();
	expect(await emulator.calls('getUpdates')).toEqual([]);
	expect(await triggers.executions(id)).toHaveLength(2);
});

describe('a server whose getUpdates', () => {
	test('takes no parameter is polled all the same', async () => {
		await emulator.settings({ methods: 'reference' });
		const id = await polling();
		const texts = ['One', 'Two', 'Three'];
		for (const text of texts) {
			await triggers.write(text);
			await aMoment();
		}
		expect(await textsOf(id, 3)).toEqual(texts);
		const polls = await emulator.calls('getUpdates');
		const refused = polls.filter(({ status }) => status === 400);
		expect(refused.map(({ params }) => Object.keys(params).sort())).toEqual([
			['allowed_updates', 'limit', 'timeout'],
			['limit', 'timeout'],
			['limit'],
		]);
	});

	test.each([
		[400, 'This bot may not ask for updates'],
		[403, 'Forbidden'],
		[404, 'Not Found'],
	])('is refused with %d shows a failed execution at once', async (status, description) => {
		const fault = { kind: 'error', method: 'getUpdates', status, description, times: 4 };
		await emulator.fault(fault);
		const id = await polling();
		const [said] = await triggers.whenEnded(id, 1);
		expect(said.status).toBe('error');
		expect(await triggers.failure(said.id)).toContain(description);
		await triggers.write('Now');
		const [, ...others] = await triggers.whenEnded(id, 2);
		expect(others.map((one) => one.status)).toEqual(['success']);
	});
});

test('a Code node that counts in the static data loses no count', async () => {
	const jsCode = `
		const kept = $getWorkflowStaticData('global');
		kept.count = (kept.count ?? 0) + 1;
		return [{ json: { text: String(kept.count) } }];
	`;
	const id = await triggers.publish({ type: 'botMessagingPollingTrigger', jsCode });
	for (let n = 1; n <= 6; n++) await triggers.write(`Message ${n}`);
	const executions = await triggers.whenEnded(id, 6);
	const counts = executions.map(async ({ id: execution }) => await triggers.item(execution, WORK));
	expect(await Promise.all(counts)).toEqual(
		['1', '2', '3', '4', '5', '6'].map((text) => ({ text })),
	);
});

describe('a webhook in the way of polling', () => {
	const foreign = 'https://other.example:8443/bots/hook?key=hidden';
	const log = () => readFileSync(join(n8n.folder, 'n8n.log'), 'utf8');

	test('is reported in the log and as a failed execution, and polling continues when it is gone', async () => {
		await emulator.api('setWebhook', { url: foreign });
		const id = await polling();
		const isTold = async () => log().includes('other.example:8443');
		await until('the log names the webhook', isTold, LONG_PATIENCE_MS);
		expect(log()).toContain('Remove Webhook');
		expect(log()).not.toContain('hidden');
		expect((await triggers.webhook()).url).toBe(foreign);
		const [failed] = await triggers.whenEnded(id, 1);
		expect(failed.status).toBe('error');
		await emulator.api('deleteWebhook');
		await triggers.write('Now');
		const [, ...others] = await triggers.whenEnded(id, 2);
		expect(others.map(({ status }) => status)).toEqual(['success']);
		expect((await triggers.item(others[0].id)).text).toBe('Now');
	});

	test('is removed if the user chose so', async () => {
		await emulator.api('setWebhook', { url: foreign });
		const id = await polling({ options: { removeWebhook: true } });
		await triggers.write('Now');
		expect(await textsOf(id, 1)).toEqual(['Now']);
		expect((await triggers.webhook()).url).toBe('');
	});
});

test('a bot can be switched between webhook and polling without a loss', async () => {
	const pushed = await webhook();
	await triggers.write('One');
	expect(await textsOf(pushed, 1)).toEqual(['One']);
	await n8n.rest.unpublish(pushed);
	await triggers.write('Two');

	const polled = await polling();
	await triggers.write('Three');
	expect(await textsOf(polled, 2)).toEqual(['Two', 'Three']);
	await n8n.rest.unpublish(polled);
	await triggers.write('Four');

	await n8n.rest.publish(pushed);
	await triggers.write('Five');
	expect((await textsOf(pushed, 3)).sort()).toEqual(['Five', 'Four', 'One']);
	await aMoment();
	expect(await triggers.executions(pushed)).toHaveLength(3);
	expect(await triggers.executions(polled)).toHaveLength(2);
});
