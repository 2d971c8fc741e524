import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { PACKAGE_NAME } from '../../../scripts/lib/paths';
import type { Workflow } from '../../../scripts/lib/rest';
import type { TriggerType } from '../../../scripts/lib/triggers';
import { DEFAULTS } from '../../support/emulator';

/** The names of the node that asks and of the one before it. */
export const ASK = 'Ask';
export const START = 'Start';

const { chats } = DEFAULTS;

/** A workflow that asks when a person starts it; behind each output is a node that does nothing. */
export function askingWorkflow(parameters: IDataObject, outputs = 1): Workflow {
	const node = (name: string, type: string, x: number, given: object = {}) => ({
		id: randomUUID(),
		name,
		type,
		typeVersion: 1,
		position: [x, 0],
		parameters: given,
	});
	const ends = Array.from({ length: outputs }, (_none, index) => `Output ${index}`);
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	return {
		name: (expect.getState().currentTestName ?? 'Asks').slice(-120),
		nodes: [
			node(START, 'n8n-nodes-base.manualTrigger', 0),
			node(ASK, `${PACKAGE_NAME}.botMessaging`, 200, {
				resource: 'message',
				operation: 'sendAndWait',
				chatId: String(chats.demoGroup),
				message: 'May it stay?',
				...parameters,
			}),
			...ends.map((name) => node(name, 'n8n-nodes-base.noOp', 400)),
		],
		connections: {
			[START]: { main: [to(ASK)] },
			[ASK]: { main: ends.map(to) },
		},
		settings: { executionOrder: 'v1' },
	};
}

/** The same, but each message in a chat starts it. */
export function askingOnMessages(type: TriggerType, options: IDataObject, parameters: IDataObject) {
	const workflow = askingWorkflow(parameters);
	const [start, ...others] = workflow.nodes;
	// A press or a reply that is not known to belong to a question starts it as well.
	const updates = ['message', 'callback_query'];
	const trigger = {
		...start,
		webhookId: randomUUID(),
		type: `${PACKAGE_NAME}.${type}`,
		parameters: { updates, options },
	};
	return { ...workflow, nodes: [trigger, ...others] };
}
