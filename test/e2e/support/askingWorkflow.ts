import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { PACKAGE_NAME } from '../../../scripts/lib/paths';
import type { Workflow } from '../../../sandbox/lib/rest';
import type { TriggerType } from '../../../sandbox/lib/triggers';
import { DEFAULTS } from '../../support/emulator';
import { byId } from '../../support/locators';

/** The names of the node that asks, the one before it, and the trigger. */
export const ASK = 'Ask';
export const BEFORE = 'Before';
export const START = 'Start';

/** The incoming item: nothing in it may count as an answer. */
export const ITEM_BEFORE = {
	name: 'Mia',
	answer: 'Approve',
	approved: true,
	data: { approved: true },
	chatInput: 'do it',
};

const { chats } = DEFAULTS;

const READ = `={{ { read: $('${BEFORE}').isExecuted ? $('${BEFORE}').item.json.name : null } }}`;

/** A workflow that asks when a person starts it; after each output, a node reads the item. */
export function askingWorkflow(parameters: IDataObject, outputs = 1): Workflow {
	const node = (name: string, type: string, x: number, given: object = {}) => ({
		id: randomUUID(),
		name,
		type,
		typeVersion: type === 'n8n-nodes-base.set' ? 3.4 : 1,
		position: [x, 0],
		parameters: given,
	});
	const ends = Array.from({ length: outputs }, (_none, index) => `Output ${index}`);
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	return {
		name: (expect.getState().currentTestName ?? 'Asks').slice(-120),
		nodes: [
			node(START, 'n8n-nodes-base.manualTrigger', 0),
			node(BEFORE, 'n8n-nodes-base.set', 100, {
				mode: 'raw',
				jsonOutput: JSON.stringify(ITEM_BEFORE),
			}),
			node(ASK, `${PACKAGE_NAME}.botMessaging`, 200, {
				resource: 'message',
				operation: 'sendAndWait',
				chatId: byId(chats.demoGroup),
				message: 'May it stay?',
				...parameters,
			}),
			...ends.map((name) =>
				node(name, 'n8n-nodes-base.set', 400, { mode: 'raw', jsonOutput: READ }),
			),
		],
		connections: {
			[START]: { main: [to(BEFORE)] },
			[BEFORE]: { main: [to(ASK)] },
			[ASK]: { main: ends.map(to) },
		},
		settings: { executionOrder: 'v1' },
	};
}

/** The same, but each message in a chat starts it. */
export function askingOnMessages(
	type: TriggerType,
	options: IDataObject,
	parameters: IDataObject,
	outputs = 1,
) {
	const workflow = askingWorkflow(parameters, outputs);
	const [start, ...others] = workflow.nodes;
	// A press or reply that belongs to no known question also starts it.
	const updates = ['message', 'callback_query'];
	const trigger = {
		...start,
		webhookId: randomUUID(),
		type: `${PACKAGE_NAME}.${type}`,
		parameters: { updates, options },
	};
	return { ...workflow, nodes: [trigger, ...others] };
}
