import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import axios from 'axios';

import { credentialFor } from '../../../sandbox/lib/demo';
import { readRun } from '../support/runData';
import type { TriggerType } from '../../../sandbox/lib/triggers';
import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { startOddServer, type OddServer } from '../../support/odd';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { updateOf } from '../../support/webhookTests';
import { useOwnN8n } from '../support/n8n';
import { aMoment, useTriggers } from '../support/triggers';

const emulator = useEmulator();
const n8n = useOwnN8n();
const triggers = useTriggers(n8n, emulator);

const CHAT = -100;
const TOKEN = '123456:odd';

/** An id that converts neither to text nor to a number, so the chat is unknown. */
const unreadable = (id: number) => ({
	update_id: id,
	message: { ...updateOf(id, CHAT).message, chat: { id: { toString: 1 }, type: 'group' } },
});

let server: OddServer | undefined;
afterEach(async () => {
	await server?.close();
	server = undefined;
});

/** The trigger's words in n8n's log about an update. */
const logged = (id: number) =>
	readFileSync(join(n8n.folder, 'n8n.log'), 'utf8')
		.split('\n')
		.filter((line) => line.includes(`Trigger: The trigger cannot read update ${id},`));

/** The error of a failed execution, as shown by n8n. */
async function errorOf(executionId: number): Promise<string> {
	const path = `/rest/executions/${executionId}`;
	const { data } = await n8n.rest.call<{ data: string }>('GET', path);
	return readRun(data).resultData.error!.message;
}

/** Expects one failed execution that names the update, a normal one for the next update, and no more. */
async function expectNamed(workflow: string, id: number): Promise<void> {
	await triggers.whenEnded(workflow, 2);
	await aMoment();
	const executions = await triggers.executions(workflow);
	expect(executions.map(({ status }) => status).sort()).toEqual(['error', 'success']);
	const failed = executions.find(({ status }) => status === 'error')!;
	expect(await errorOf(failed.id)).toContain(`cannot read update ${id}, message ${id}`);
	const good = executions.find(({ status }) => status === 'success')!;
	expect(good.updateId).toBe(id + 1);
	expect(logged(id)).toHaveLength(1);
}

const publishAt = async (type: TriggerType, url: string) => {
	const credential = await n8n.rest.createCredential(credentialFor(url, TOKEN));
	return await triggers.publish({ type, credential });
};

test('an update that cannot be read becomes one failed execution with its number, polled', async () => {
	const updates = [unreadable(1), updateOf(2, CHAT)];
	let next = 0;
	server = await startOddServer((request, response) => {
		let text = '';
		request.on('data', (chunk) => (text += chunk));
		request.on('end', () => {
			const isPoll = request.url!.endsWith('/getUpdates');
			if (isPoll) next = Math.max(next, JSON.parse(text).offset ?? 0);
			const open = updates.filter(({ update_id: id }) => id >= next);
			response.end(JSON.stringify({ ok: true, result: isPoll ? open : {} }));
		});
	});
	const workflow = await publishAt('botMessagingPollingTrigger', server.url);
	await until('both are confirmed', async () => next === 3, LONG_PATIENCE_MS);
	await expectNamed(workflow, 1);
});

test('an update that cannot be read becomes one failed execution with its number, pushed twice', async () => {
	const workflow = await triggers.publish({ type: 'botMessagingTrigger' });
	const { url } = await triggers.webhook();
	const [{ params }] = await emulator.calls('setWebhook');
	const headers = { 'X-Telegram-Bot-Api-Secret-Token': params.secret_token as string };
	const push = async (update: object) =>
		(await axios.post(url, update, { headers, validateStatus: () => true })).status;
	const answers: number[] = [];
	while (answers.at(-1) !== 200 && answers.length < 6) answers.push(await push(unreadable(11)));
	expect(answers).toEqual([500, 200]);
	expect(await push(updateOf(12, CHAT))).toBe(200);
	await expectNamed(workflow, 11);
});
