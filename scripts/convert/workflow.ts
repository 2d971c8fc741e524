/** What this converter knows of a workflow as n8n exports it; the rest of it is passed on as it is. */

export type Parameters = Record<string, unknown>;

export interface WorkflowNode {
	name: string;
	type: string;
	typeVersion?: number;
	parameters: Parameters;
	disabled?: boolean;
	notes?: string;
	notesInFlow?: boolean;
	credentials?: Record<string, unknown>;
	webhookId?: string;
	[further: string]: unknown;
}

export interface Connection {
	node: string;
	type: string;
	index: number;
}

/** By the name of the node they come from, and by their kind, such as `main` or `ai_tool`. */
export type Connections = Record<string, Record<string, Array<Connection[] | null>>>;

export interface Workflow {
	nodes: WorkflowNode[];
	connections: Connections;
	/** By the name of the node; what is no list of items is damaged. */
	pinData?: Record<string, unknown>;
	[further: string]: unknown;
}

/** Something in what was given is not as it must be; the message is for the user. */
export class ConvertError extends Error {}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const HOW_TO_GET_ONE =
	'In n8n, open the workflow, open the menu with the three dots and choose Export JSON. Give that file.';

function parseJson(text: string): unknown {
	try {
		// Some editors put an invisible mark before the first character.
		return JSON.parse(text.replace(/^\uFEFF/, ''));
	} catch {
		const what = text.trim() === '' ? 'There is nothing in it.' : 'It is not JSON.';
		throw new ConvertError(`This is not a workflow of n8n. ${what} ${HOW_TO_GET_ONE}`);
	}
}

function nodeOf(value: unknown, index: number): WorkflowNode {
	const { name, type, parameters = {} } = isRecord(value) ? value : {};
	if (typeof name === 'string' && typeof type === 'string' && isRecord(parameters)) {
		return { ...(value as WorkflowNode), parameters };
	}
	throw new ConvertError(
		`This workflow is damaged: its node number ${index + 1} has no name, no type or no parameters. Export it from n8n again.`,
	);
}

/** A page of templates has the workflow within what it says about it. */
function unwrapped(given: unknown): unknown {
	let workflow = given;
	while (isRecord(workflow) && !Array.isArray(workflow.nodes) && isRecord(workflow.workflow)) {
		({ workflow } = workflow);
	}
	return workflow;
}

/** No form of n8n has fields this deep in each other. */
const DEEPEST = 200;

function checkDepth(given: unknown): void {
	let level = [given];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > DEEPEST) {
			throw new ConvertError(
				`This workflow is damaged: it has lists or fields nested more than ${DEEPEST} deep. Export it from n8n again.`,
			);
		}
		level = level.flatMap((value) =>
			typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
		);
	}
}

const isConnection = (value: unknown): value is Connection =>
	isRecord(value) && typeof value.node === 'string';

/** The connections, without what is empty; undefined if they cannot be read. */
function connectionsOf(given: unknown): Connections | undefined {
	if (!isRecord(given)) return undefined;
	const connections: Connections = {};
	for (const [node, kinds] of Object.entries(given)) {
		if (kinds === null) continue;
		if (!isRecord(kinds)) return undefined;
		connections[node] = {};
		for (const [kind, outputs] of Object.entries(kinds)) {
			if (outputs === null) continue;
			if (!Array.isArray(outputs)) return undefined;
			connections[node][kind] = outputs.map((output: unknown) =>
				Array.isArray(output) ? output.filter(isConnection) : null,
			);
		}
	}
	return connections;
}

/** The workflow in the text of an exported file, or in what the editor of n8n copies. */
export function readWorkflow(text: string): Workflow {
	const given = parseJson(text);
	// The command line of n8n exports a list, also of one workflow.
	if (Array.isArray(given) && given.length > 1) {
		throw new ConvertError(
			`This file holds ${given.length} workflows. Give one at a time: export them from n8n separately.`,
		);
	}
	checkDepth(given);
	const workflow = unwrapped(Array.isArray(given) ? given[0] : given);
	if (!isRecord(workflow) || !Array.isArray(workflow.nodes)) {
		throw new ConvertError(`This is not a workflow of n8n: it has no nodes. ${HOW_TO_GET_ONE}`);
	}
	const { connections: links, pinData, ...rest } = workflow;
	const connections = connectionsOf(links ?? {});
	if (!connections) {
		throw new ConvertError(
			'This workflow is damaged: its connections are not readable. Export it from n8n again.',
		);
	}
	return {
		...rest,
		nodes: workflow.nodes.map(nodeOf),
		connections,
		...(isRecord(pinData) && { pinData }),
	};
}
