import type { IDataObject, INode, IWorkflowSettings } from 'n8n-workflow';

import { withCredential } from '../../../sandbox/lib/demo';
import { readRun } from './runData';
import { PACKAGE_NAME } from '../../../scripts/lib/paths';
import type { CredentialReference, N8nRest, Workflow } from '../../../sandbox/lib/rest';
import { runToEnd } from '../../../sandbox/lib/runs';
import type { CaseFile } from '../../cases/case';

const TRIGGER = 'Start';

export interface Execution {
	/** E.g. `success`, `error`. */
	status: string;
	/** The json of the last node's items. */
	items: IDataObject[];
	/** The error that ended it, if any. */
	error?: { message: string; description?: string };
	/** The execution's data as saved by n8n. */
	saved: string;
}

/** A node of a test workflow; its version defaults to 1, and its credentials to the package's. */
export type Step = Pick<INode, 'name' | 'type' | 'parameters'> & {
	typeVersion?: number;
	credentials?: Record<string, CredentialReference>;
};

/** A step with the package's action node. */
export const botMessaging = (parameters: IDataObject, name = 'Bot Messaging'): Step => ({
	name,
	type: `${PACKAGE_NAME}.botMessaging`,
	parameters: parameters as INode['parameters'],
});

/** A step that gives the next one an item with this data. */
export const itemStep = (json: object): Step => ({
	name: 'Content',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: JSON.stringify(json) },
});

/** Steps that output one item with a file. */
export const fileSteps = ({ field = 'data', name, type, content }: CaseFile): Step[] => [
	itemStep({ content: Buffer.from(content).toString('base64') }),
	{
		name: 'File',
		type: 'n8n-nodes-base.convertToFile',
		typeVersion: 1.1,
		parameters: {
			operation: 'toBinary',
			sourceProperty: 'content',
			binaryPropertyName: field,
			options: { fileName: name, mimeType: type },
		},
	},
];

/** A workflow that a person starts, with these steps in a row. */
export function workflowOf(name: string, steps: Step[]): Workflow {
	const nodes = [
		{ name: TRIGGER, type: 'n8n-nodes-base.manualTrigger', parameters: {} },
		...steps,
	].map((step, index) => ({
		id: String(index),
		typeVersion: 1,
		position: [index * 200, 0],
		...step,
	}));
	const follow = (next: Step) => ({ main: [[{ node: next.name, type: 'main', index: 0 }]] });
	const connections = Object.fromEntries(
		steps.map((step, index) => [nodes[index].name, follow(step)]),
	);
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** Runs the steps in n8n like its editor, and reads the saved result. */
export async function execute(
	rest: N8nRest,
	credential: CredentialReference,
	steps: Step[],
	settings: IWorkflowSettings = {},
): Promise<Execution> {
	const name = expect.getState().currentTestName ?? 'Test';
	const made = workflowOf(name.slice(-120), steps);
	const workflow = withCredential(
		{ ...made, settings: { ...made.settings, ...settings } },
		credential,
	);
	const id = await rest.importWorkflow(workflow);
	const { status, data: saved } = await runToEnd(rest, id, TRIGGER);
	const { runData, lastNodeExecuted = '', error } = readRun(saved).resultData;
	const output = runData[lastNodeExecuted]?.[0].data?.main[0] ?? [];
	return {
		status,
		items: output.map(({ json }) => json),
		error: error as Execution['error'],
		saved,
	};
}
