import { randomUUID } from 'node:crypto';

import { credentialFor } from '../../../sandbox/lib/demo';
import { readRun } from '../support/runData';
import type { CredentialReference } from '../../../sandbox/lib/rest';
import { TRIGGER, triggerWorkflow, type TriggerType } from '../../../sandbox/lib/triggers';
import { useEmulator } from '../../support/emulator';
import { useN8n } from '../support/n8n';
import { useTriggers } from '../support/triggers';

const emulator = useEmulator({ webhookRetryBaseMs: 100 });
const n8n = useN8n();
const triggers = useTriggers(n8n, emulator);
const ENDS = ['Ban', 'Help', 'Other'];

let credential: CredentialReference;
beforeAll(async () => {
	credential = await n8n.rest.createCredential(credentialFor(emulator.url));
});

/** Publishes a workflow with a separate node after each of three outputs. */
async function publish(type: TriggerType): Promise<string> {
	const rows = ['ban', 'help'].map((command) => ({ command, where: 'everywhere' }));
	const parameters = { outputs: 'commands', outputCommands: { command: rows } };
	const workflow = triggerWorkflow({ name: `Routing ${type}`, type, parameters, credential });
	const [trigger] = workflow.nodes as object[];
	const ends = ENDS.map((name, index) => ({
		id: randomUUID(),
		name,
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [200, index * 100],
		parameters: {},
	}));
	const main = ENDS.map((node) => [{ node, type: 'main', index: 0 }]);
	const connections = { [TRIGGER]: { main } };
	const id = await n8n.rest.importWorkflow({
		...workflow,
		nodes: [trigger, ...ends],
		connections,
	} as never);
	await n8n.rest.publish(id);
	return id;
}

/** The nodes that an execution has run, in alphabetical order. */
async function nodesOf(executionId: number): Promise<string[]> {
	const path = `/rest/executions/${executionId}`;
	const { data } = await n8n.rest.call<{ data: string }>('GET', path);
	return Object.keys(readRun(data).resultData.runData).sort();
}

test.each<TriggerType>(['botMessagingPollingTrigger', 'botMessagingTrigger'])(
	'%s: an execution runs only the branch of its output',
	async (type) => {
		const id = await publish(type);
		const runs: string[][] = [];
		for (const [index, text] of ['/help me', 'hello', '/ban Noah'].entries()) {
			await triggers.write(text);
			const executions = await triggers.whenEnded(id, index + 1);
			runs.push(await nodesOf(executions.at(-1)!.id));
		}
		await n8n.rest.unpublish(id);
		expect(runs).toEqual([
			['Help', TRIGGER],
			['Other', TRIGGER],
			['Ban', TRIGGER],
		]);
	},
);
