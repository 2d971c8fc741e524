import type { IDataObject } from 'n8n-workflow';

import { DEFAULTS, type Json, type TestEmulator } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { credentialFor } from '../../../sandbox/lib/demo';
import type { StoredExecution } from '../../../sandbox/lib/executions';
import { readRun } from './runData';
import type { CredentialReference } from '../../../sandbox/lib/rest';
import { TRIGGER, triggerWorkflow, type TriggerWorkflow } from '../../../sandbox/lib/triggers';
import { until } from '../../../scripts/lib/until';
import type { TestN8n } from './n8n';

/** How long to watch after a push or an update that must start nothing. */
const NOTHING_FOR_MS = 1500;

const { chats, users } = DEFAULTS;

/** The credential defaults to the emulator's bot. */
type Wanted = Omit<TriggerWorkflow, 'name' | 'credential'> & Partial<TriggerWorkflow>;

/** Workflows with our triggers, in n8n and for the bot of an emulator. */
export interface TestTriggers {
	/** Stores a workflow, without publishing it. Returns its id. */
	add(workflow: Wanted): Promise<string>;
	/** Stores a workflow and publishes it. Returns its id. */
	publish(workflow: Wanted): Promise<string>;
	/** The executions of a workflow in n8n's database, the oldest first. */
	executions(id: string): Promise<StoredExecution[]>;
	/** Waits until this many executions of a workflow have ended, and returns all of its executions. */
	whenEnded(id: string, count: number): Promise<StoredExecution[]>;
	/** The json of a node's first output item; by default, the trigger's. */
	item(executionId: number, node?: string): Promise<IDataObject>;
	/** The message of a failed execution. */
	failure(executionId: number): Promise<string>;
	/** Somebody writes in the demo group. */
	write(text: string): Promise<void>;
	/** The server's information about the bot's webhook. */
	webhook(): Promise<Json>;
}

/** n8n as the trigger tests use it. Unpublishes a test's workflows after the test. */
export function useTriggers(n8n: TestN8n, emulator: TestEmulator): TestTriggers {
	const published: string[] = [];
	let credential: CredentialReference;
	beforeAll(async () => {
		credential = await n8n.rest.createCredential(credentialFor(emulator.url));
	});
	afterEach(async () => {
		for (const id of published.splice(0)) await n8n.rest.unpublish(id);
	});
	const resultOf = async (executionId: number) => {
		const path = `/rest/executions/${executionId}`;
		return readRun((await n8n.rest.call<{ data: string }>('GET', path)).data).resultData;
	};
	const add: TestTriggers['add'] = async (workflow) => {
		const name = (expect.getState().currentTestName ?? 'Test').slice(-120);
		return await n8n.rest.importWorkflow(triggerWorkflow({ credential, ...workflow, name }));
	};
	return {
		add,
		publish: async (workflow) => {
			const id = await add(workflow);
			published.push(id);
			await n8n.rest.publish(id);
			return id;
		},
		executions: n8n.executions,
		whenEnded: async (id, count) => {
			const haveEnded = async () => (await n8n.rest.countEnded(id)) >= count;
			await until(`${count} executions of ${id} have ended`, haveEnded, LONG_PATIENCE_MS);
			return await n8n.executions(id);
		},
		item: async (executionId, node = TRIGGER) => {
			const [run] = (await resultOf(executionId)).runData[node];
			return run.data!.main[0]![0].json;
		},
		failure: async (executionId) => String((await resultOf(executionId)).error?.message),
		write: async (text) => {
			await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text });
		},
		webhook: async () => (await emulator.api('getWebhookInfo')).body.result,
	};
}

/** Long enough for an unwanted execution to show up. */
export const aMoment = async () => await new Promise((go) => setTimeout(go, NOTHING_FOR_MS));
