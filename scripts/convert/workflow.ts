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

/** What to do to give a workflow, in words that fit where it is given. */
export interface HowToGive {
	/** From the beginning. */
	first: string;
	/** Once more, as something is wrong with it. */
	again: string;
}

export const BY_FILE: HowToGive = {
	first:
		'In n8n, open the workflow, open the menu with the three dots and choose Export JSON. Give that file.',
	again: 'Export it from n8n again.',
};

export const ON_PAGE: HowToGive = {
	first:
		'In n8n, open the workflow, select all its nodes, and copy them. Paste them here, from the first brace to the last.',
	again: 'Copy its nodes in n8n again, and paste them here.',
};

/** JSON is often shown between such lines, where people copy it from. */
const FENCED = /^[^{[]*```[a-z\d]*\s*\n([\s\S]*?)\n?\s*```/i;

function parseJson(text: string, { first }: HowToGive): unknown {
	// Some editors put an invisible mark before the first character.
	const given = text.replace(/^\uFEFF/, '');
	const [, fenced] = FENCED.exec(given) ?? [];
	try {
		return JSON.parse(fenced ?? given);
	} catch {
		const what = text.trim() === '' ? 'There is nothing in it.' : 'It is not JSON.';
		throw new ConvertError(`This is not a workflow of n8n. ${what} ${first}`);
	}
}

/** A node that has no name, as notes on the canvas, which nothing refers to, may have none. */
function named(given: Record<string, unknown>, index: number): Record<string, unknown> {
	const { name, type } = given;
	if (typeof name === 'string' && name !== '') return given;
	return /\.stickyNote$/.test(String(type))
		? { ...given, name: `Sticky Note ${index + 1}` }
		: given;
}

function nodeOf(value: unknown, index: number, { again }: HowToGive): WorkflowNode {
	const node = isRecord(value) ? named(value, index) : {};
	const { name, type, parameters } = node;
	const isGiven = typeof name === 'string' && typeof type === 'string';
	if (isGiven && isRecord(parameters ?? {})) {
		return { ...(node as WorkflowNode), parameters: (parameters ?? {}) as Parameters };
	}
	throw new ConvertError(
		`This workflow is damaged: its node number ${index + 1} has no name, no type or no parameters. ${again}`,
	);
}

/** A page of templates, and n8n's own interface, have the workflow within what they say about it. */
function unwrapped(given: unknown): unknown {
	let workflow = given;
	while (isRecord(workflow) && !Array.isArray(workflow.nodes)) {
		const inner: unknown = workflow.workflow ?? workflow.data;
		if (!isRecord(inner) && !Array.isArray(inner)) break;
		workflow = inner;
	}
	return workflow;
}

const isNode = (value: unknown) =>
	isRecord(value) && typeof value.type === 'string' && !Array.isArray(value.nodes);

/** What was given, as a workflow: a list has one, and nodes may come without the workflow around them. */
function wholeOf(given: unknown, { first }: HowToGive): Record<string, unknown> {
	const inner = unwrapped(given);
	if (isNode(inner)) return { nodes: [inner], connections: {} };
	if (!Array.isArray(inner)) {
		if (isRecord(inner) && Array.isArray(inner.nodes)) return inner;
		throw new ConvertError(`This is not a workflow of n8n: it has no nodes. ${first}`);
	}
	const list: unknown[] = inner;
	if (list.length > 0 && list.every(isNode)) return { nodes: list, connections: {} };
	// The command line of n8n exports a list, also of one workflow.
	if (list.length === 1) return wholeOf(list[0], { first, again: '' });
	const names = list.map(unwrapped).flatMap((one) => (isRecord(one) ? [textIn(one.name)] : []));
	const shown = names.filter(Boolean).map((name) => `“${name}”`);
	throw new ConvertError(
		list.length === 0
			? `This is not a workflow of n8n: it has no nodes. ${first}`
			: `This is a list of ${list.length} workflows${shown.length > 0 ? `: ${shown.join(', ')}` : ''}. Give one at a time.`,
	);
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

/** No form of n8n has fields this deep in each other. */
const DEEPEST = 200;

function checkDepth(given: unknown, { again }: HowToGive): void {
	let level = [given];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > DEEPEST) {
			throw new ConvertError(
				`This workflow is damaged: it has lists or fields nested more than ${DEEPEST} deep. ${again}`,
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
export function readWorkflow(text: string, how: HowToGive = BY_FILE): Workflow {
	const given = parseJson(text, how);
	checkDepth(given, how);
	const { nodes, connections: links, pinData, ...rest } = wholeOf(given, how);
	const connections = connectionsOf(links ?? {});
	if (!connections) {
		throw new ConvertError(
			`This workflow is damaged: its connections are not readable. ${how.again}`,
		);
	}
	return {
		...rest,
		nodes: (nodes as unknown[]).map((node, index) => nodeOf(node, index, how)),
		connections,
		...(isRecord(pinData) && { pinData }),
	};
}
