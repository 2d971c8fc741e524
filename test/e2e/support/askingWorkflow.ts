import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { PACKAGE_NAME } from '../../../scripts/lib/paths';
import type { Workflow } from '../../../scripts/lib/rest';
import type { TriggerType } from '../../../scripts/lib/triggers';
import { DEFAULTS } from '../../support/emulator';
import { byId } from '../../support/locators';

/** The names of the node that asks, of the one before it, and of the one that starts. */
export const ASK = 'Ask';
export const BEFORE = 'Before';
export const START = 'Start';

/** What comes in: none of it may count as an answer. */
export const ITEM_BEFORE = {
	name: 'Mia',
	answer: 'Approve',
	approved: true,
	data: { approved: true },
	chatInput: 'do it',
};

const { chats } = DEFAULTS;

const READ = `={{ { read: $('${BEFORE}').isExecuted ? $('${BEFORE}').item.json.name : null } }}`;

/** A workflow that asks when a person starts it; a node behind each output reads what came in. */
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
