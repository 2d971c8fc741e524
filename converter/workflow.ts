import { parseExpressionAt } from 'acorn';

/** The parts of an exported workflow that the converter reads; it passes on the rest unchanged. */

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

/** By the name of the source node and the kind of connection, such as `main` or `ai_tool`. */
export type Connections = Record<string, Record<string, Array<Connection[] | null>>>;

export interface Workflow {
	nodes: WorkflowNode[];
	connections: Connections;
	/** By node name; anything but a list of items is damaged. */
	pinData?: Record<string, unknown>;
	[further: string]: unknown;
}

/** The input is invalid; the message is for the user. */
export class ConvertError extends Error {}

const damaged = (what: string, { again }: HowToGive) =>
	new ConvertError(`This workflow is damaged: ${what}. ${again}`);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const recordOf = (value: unknown): Parameters => (isRecord(value) ? value : {});
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A parameter as text; expressions too. */
export const textOf = (value: unknown): string =>
	typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** What a text says as JSON; undefined if it is not JSON. */
export function fromJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** How to provide a workflow, worded for the command line or the page. */
export interface HowToGive {
	/** For the first attempt. */
	first: string;
	/** For another attempt after a mistake. */
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

/** Where the JSON that begins at `start` ends, or the line in which it breaks. */
function endOfJson(text: string, start: number): { end?: number; line?: number } {
	try {
		return parseExpressionAt(text, start, { ecmaVersion: 'latest' });
	} catch (error) {
		return { line: (error as { loc?: { line: number } }).loc?.line };
	}
}

/** The JSON in a text. Words before and after it are skipped, and what a web page has around it. */
function parseJson(text: string, { first }: HowToGive): unknown {
	const start = text.search(/[[{]/);
	const last = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
	const whole = fromJson(start >= 0 && last > start ? text.slice(start, last) : text);
	if (whole !== undefined) return whole;
	const { end, line } = start < 0 ? {} : endOfJson(text, start);
	const json = end === undefined ? undefined : fromJson(text.slice(start, end));
	if (json !== undefined) return json;
	const where = line === undefined ? '' : ` Look at line ${line}.`;
	const what = text.trim() === '' ? 'There is nothing in it.' : `It is not JSON.${where}`;
	throw new ConvertError(`This is not a workflow of n8n. ${what} ${first}`);
}

function nodeOf(value: unknown, index: number, how: HowToGive): WorkflowNode {
	const node = recordOf(value);
	const { type } = node;
	const isNote = /\.stickyNote$/.test(String(type));
	// A note on the canvas can be without a name.
	const name = node.name || !isNote ? node.name : `Sticky Note ${index + 1}`;
	const parameters = node.parameters ?? {};
	if (typeof name !== 'string' || typeof type !== 'string' || !isRecord(parameters)) {
		throw damaged(`its node number ${index + 1} has no name, no type or no parameters`, how);
	}
	return { ...node, name, type, parameters };
}

/** Takes the workflow out of the data of a template page or of n8n's own interface. */
function unwrapped(given: unknown): unknown {
	const { nodes, workflow, data } = recordOf(given);
	const inner = workflow ?? data;
	const isWrapped = !Array.isArray(nodes) && typeof inner === 'object' && inner !== null;
	return isWrapped ? unwrapped(inner) : given;
}

const isNode = (value: unknown) =>
	isRecord(value) && typeof value.type === 'string' && !Array.isArray(value.nodes);

/** The input as a workflow: a list must have one, and bare nodes are wrapped. */
function wholeOf(given: unknown, how: HowToGive): Record<string, unknown> {
	const inner = unwrapped(given);
	if (isRecord(inner) && Array.isArray(inner.nodes)) return inner;
	const list = isNode(inner) ? [inner] : listOf(inner);
	if (list.length === 0) {
		throw new ConvertError(`This is not a workflow of n8n: it has no nodes. ${how.first}`);
	}
	if (list.every(isNode)) return { nodes: list, connections: {} };
	// n8n's command line exports a list even for one workflow.
	if (list.length === 1) return wholeOf(list[0], how);
	const names = list.map((one) => textOf(recordOf(unwrapped(one)).name)).filter(Boolean);
	const shown = names.map((name) => `“${name}”`).join(', ');
	throw new ConvertError(
		`This is a list of ${list.length} workflows${shown && `: ${shown}`}. Give one at a time.`,
	);
}

/** No form of n8n nests fields deeper. */
const DEEPEST = 200;

function checkDepth(given: unknown, how: HowToGive): void {
	let level = [given];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > DEEPEST) {
			throw damaged(`it has lists or fields nested more than ${DEEPEST} deep`, how);
		}
		level = level.flatMap((value) =>
			typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
		);
	}
}

const isConnection = (value: unknown): value is Connection =>
	isRecord(value) && typeof value.node === 'string';

/** The connections without empty ones; undefined if they are unreadable. */
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

/** Reads a workflow from an exported file, or from what n8n's editor copies. */
export function readWorkflow(text: string, how: HowToGive = BY_FILE): Workflow {
	const given = parseJson(text, how);
	checkDepth(given, how);
	const { nodes, connections: links, pinData, ...rest } = wholeOf(given, how);
	const connections = connectionsOf(links ?? {});
	if (!connections) throw damaged('its connections are not readable', how);
	return {
		...rest,
		nodes: listOf(nodes).map((node, index) => nodeOf(node, index, how)),
		connections,
		...(isRecord(pinData) && { pinData }),
	};
}
