import { randomUUID } from 'node:crypto';

import { withCredential } from './demo';
import { PACKAGE_NAME } from '../../scripts/lib/paths';
import type { CredentialReference, Workflow, WorkflowNode } from './rest';

/** The names of the trigger and the node after it in the workflows made here. */
export const TRIGGER = 'Trigger';
export const WORK = 'Work';

export type TriggerType = 'botMessagingTrigger' | 'botMessagingPollingTrigger';

/** The versions of the nodes as the editor adds them. */
export const TYPE_VERSIONS: Record<string, number> = {
	botMessaging: 1,
	botMessagingTrigger: 1.1,
	botMessagingPollingTrigger: 1,
};

export interface TriggerWorkflow {
	name: string;
	type: TriggerType;
	typeVersion?: number;
	/** Parameters of the trigger other than the defaults. */
	parameters?: WorkflowNode['parameters'];
	credential: CredentialReference;
	/** Minimum run time of an execution, in milliseconds: a number or an expression. */
	takesMs?: number | string;
	/** Code for a Code node after the trigger instead. */
	jsCode?: string;
}

function workOf({ takesMs, jsCode }: TriggerWorkflow) {
	if (jsCode) return { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
	if (!takesMs) return { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	const amount = typeof takesMs === 'number' ? takesMs / 1000 : `={{ (${takesMs}) / 1000 }}`;
	const parameters = { amount, unit: 'seconds' };
	return { type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters };
}

/** One of our triggers, followed by a node that by default only waits. */
export function triggerWorkflow(options: TriggerWorkflow): Workflow {
	const { name, type, typeVersion = TYPE_VERSIONS[type], parameters = {}, credential } = options;
	return withCredential(
		{
			name,
			nodes: [
				{
					// n8n uses it in the path of a webhook.
					webhookId: randomUUID(),
					id: randomUUID(),
					name: TRIGGER,
					type: `${PACKAGE_NAME}.${type}`,
					typeVersion,
					position: [0, 0],
					parameters,
				},
				{ id: randomUUID(), name: WORK, position: [200, 0], ...workOf(options) },
			],
			connections: { [TRIGGER]: { main: [[{ node: WORK, type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		},
		credential,
	);
}
