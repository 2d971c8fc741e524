import { setTimeout as sleep } from 'node:timers/promises';

import { makeChats, writeMessages } from '../../bench/arrivals';
import { credentialFor } from '../../sandbox/lib/demo';
import type { StoredExecution } from '../../sandbox/lib/executions';
import type { CredentialReference } from '../../sandbox/lib/rest';
import { tallyOf } from '../../bench/tally';
import type { TriggerType } from '../../sandbox/lib/triggers';
import { until } from '../../scripts/lib/until';
import { useN8n } from '../e2e/support/n8n';
import { useEmulator } from '../support/emulator';
import { Arriving, NO_MORE_FOR_MS, PATIENT_SERVER, TRIGGERS, UPDATES, WITHIN_MS } from './arriving';
import { found, wordsOf } from './found';

const emulator = useEmulator(PATIENT_SERVER);
const n8n = useN8n();
let credential: CredentialReference;
let published: string | undefined;

beforeAll(async () => {
	credential = await n8n.rest.createCredential(credentialFor(emulator.url));
});
beforeEach(async () => await makeChats(emulator.url));
afterEach(async () => {
	if (published) await n8n.rest.unpublish(published);
	published = undefined;
});

async function publish(type: TriggerType, takesMs: number): Promise<Arriving> {
	const workflow = { type, credential, takesMs };
	const arriving = await Arriving.publish(() => n8n.rest, emulator.url, workflow);
	published = arriving.id;
	return arriving;
}

describe.each(TRIGGERS)('%s', (_name, type) => {
	test(`${UPDATES} updates`, async () => {
		const arriving = await publish(type, 0);
		const updates = await arriving.inPortions(UPDATES);
		await sleep(NO_MORE_FOR_MS);
		const tally = tallyOf(await n8n.executions(arriving.id), updates);
		// The server pushes several updates at a time; only polling can keep a chat's order.
		const outOfOrder = type === 'botMessagingTrigger' ? 0 : tally.outOfOrder;
		found(wordsOf({ ...tally, outOfOrder }));
		expect({ ...tally, outOfOrder }).toMatchObject({
			updates: UPDATES,
			statuses: { success: UPDATES },
			missing: 0,
			duplicates: 0,
			outOfOrder: 0,
		});
	});

	test('an execution that is stopped', async () => {
		const { id } = await publish(type, 30_000);
		const { last } = await writeMessages(emulator.url, 1);
		let executions: StoredExecution[] = [];
		const isRunning = async () => {
			executions = await n8n.executions(id);
			return executions.some(({ status }) => status === 'running');
		};
		await until('the execution runs', isRunning, WITHIN_MS);
		await n8n.rest.call('POST', `/rest/executions/${executions[0].id}/stop`);
		await sleep(NO_MORE_FOR_MS);
		executions = await n8n.executions(id);
		found(executions.length === 1 ? 'is not repeated' : `runs ${executions.length} times`);
		expect(executions).toMatchObject([{ status: 'canceled', updateId: last }]);
	});
});
