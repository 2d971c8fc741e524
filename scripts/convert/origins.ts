import type { Shape } from './telegram';
import type { Workflow, WorkflowNode } from './workflow';

/** What a node of n8n passes on: the answer of a node that was converted, or something else. */
export type Origin =
	| Shape
	/** What a node gave that is no longer carried out. */
	| 'gone'
	/** One thing or another: nobody knows which before the workflow runs. */
	| 'mixed';

/** Nodes that pass on the items they get. */
const PASSES_ON = new Set(
	[
		...['if', 'switch', 'filter', 'noOp', 'limit', 'sort', 'removeDuplicates'],
		...['splitInBatches', 'merge', 'wait'],
	].map((name) => `n8n-nodes-base.${name}`),
);

const passesOn = ({ type, disabled, parameters }: WorkflowNode) =>
	disabled === true ||
	(PASSES_ON.has(type) && !['webhook', 'form'].includes(String(parameters.resume)));

/** Code that gives back the items it gets, or all fields of one. */
const GIVES_BACK =
	/\breturn\s+\[?(?:[$_]input\.\w+(?:\(\))?|_?items?)\]?\s*(?:;|$)|\.\.\.\s*(?:item|items|\$json|\$input)\b/m;

/** Set and Code can keep what they get beside what they set, so that nobody knows where a field is from. */
function mayKeep({ type, parameters }: WorkflowNode): boolean {
	if (/\.(?:code|function|functionItem)$/.test(type)) {
		const { jsCode, functionCode, pythonCode } = parameters;
		return GIVES_BACK.test([jsCode, functionCode, pythonCode].join('\n'));
	}
	return (
		type === 'n8n-nodes-base.set' &&
		(parameters.includeOtherFields === true ||
			parameters.include === 'all' ||
			(parameters.values !== undefined && parameters.keepOnlySet !== true))
	);
}

/** What Convert to File makes of the items whole. */
const WHOLE_FILES = [undefined, 'csv', 'html', 'ods', 'rtf', 'toJson', 'xls', 'xlsx'];

/** Nodes that give all fields they get to somebody or something else, without naming them. */
export function handsOver({ type, parameters }: WorkflowNode): boolean {
	const { respondWith = 'firstIncomingItem', aggregate, operation, workflowInputs } = parameters;
	switch (type.replace('n8n-nodes-base.', '')) {
		case 'respondToWebhook':
			return ['firstIncomingItem', 'allIncomingItems'].includes(String(respondWith));
		case 'aggregate':
			return aggregate === 'aggregateAllItemData';
		case 'convertToFile':
			return WHOLE_FILES.some((one) => one === operation);
		case 'executeWorkflow':
			return workflowInputs === undefined;
		default:
			return false;
	}
}

/** The nodes whose items a node gets; of a tool or a model, those that its agent gets. */
function sourcesByNode({ connections }: Workflow): Map<string, string[]> {
	const sources = new Map<string, string[]>();
	const add = (node: string, source: string) =>
		sources.set(node, [...(sources.get(node) ?? []), source]);
	for (const [from, kinds] of Object.entries(connections)) {
		for (const [kind, outputs] of Object.entries(kinds)) {
			for (const { node: to } of outputs.flatMap((output) => output ?? [])) {
				if (kind === 'main') add(to, from);
				else add(from, `${AGENT}${to}`);
			}
		}
	}
	return sources;
}

const AGENT = 'the input of ';

/**
 * Where the items come from that a node reads with `$json`.
 *
 * @param shapes of the nodes that are converted and enabled, by their name
 * @returns undefined if none of them is involved
 */
export function originOf(workflow: Workflow, shapes: Map<string, Shape | 'gone'>) {
	const nodes = new Map(workflow.nodes.map((node) => [node.name, node]));
	const sources = sourcesByNode(workflow);
	const collect = (name: string, into: Set<Origin | undefined>, seen: Set<string>) => {
		if (seen.has(name)) return;
		seen.add(name);
		for (const source of sources.get(name) ?? []) {
			if (source.startsWith(AGENT)) {
				collect(source.slice(AGENT.length), into, seen);
				continue;
			}
			const node = nodes.get(source);
			const shape = shapes.get(source);
			// The same as before needs no more care than what was never Telegram's.
			if (shape !== undefined) into.add(shape === 'same' ? undefined : shape);
			else if (node && passesOn(node)) collect(source, into, seen);
			else if (node && mayKeep(node)) {
				const kept = new Set<Origin | undefined>();
				collect(source, kept, seen);
				into.add([...kept].some((origin) => origin !== undefined) ? 'mixed' : undefined);
			} else into.add(undefined);
		}
	};
	return (name: string): Origin | undefined => {
		const found = new Set<Origin | undefined>();
		collect(name, found, new Set());
		return found.size > 1 ? 'mixed' : [...found][0];
	};
}
