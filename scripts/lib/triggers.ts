import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { withCredential } from './demo';
import { PACKAGE_NAME } from './paths';
import type { CredentialReference, Workflow } from './rest';

/** The name of the trigger in the workflows made here. */
export const TRIGGER = 'Trigger';

export type TriggerType = 'botMessagingTrigger' | 'botMessagingPollingTrigger';

export interface TriggerWorkflow {
	name: string;
	type: TriggerType;
	/** What the trigger's form says beyond its defaults. */
	parameters?: IDataObject;
	credential: CredentialReference;
	/** How long an execution takes at least, in milliseconds. */
	takesMs?: number;
}

/** One of our triggers and a node after it that does nothing but take time. */
export function triggerWorkflow({ takesMs = 0, ...options }: TriggerWorkflow): Workflow {
	const { name, type, parameters = {}, credential } = options;
	const amount = takesMs / 1000;
	const work = takesMs
		? { type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters: { amount, unit: 'seconds' } }
		: { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	return withCredential(
		{
			name,
			nodes: [
				{
					// n8n makes the path of a webhook of it.
					webhookId: randomUUID(),
					id: randomUUID(),
					name: TRIGGER,
					type: `${PACKAGE_NAME}.${type}`,
					typeVersion: 1,
					position: [0, 0],
					parameters,
				},
				{ id: randomUUID(), name: 'Work', position: [200, 0], ...work },
			],
			connections: { [TRIGGER]: { main: [[{ node: 'Work', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		},
		credential,
	);
}
