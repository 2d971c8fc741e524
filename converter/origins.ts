import { isSet, makesOneOfTwo, wayOf } from './passing';
import type { Shapes } from './plan';
import { neverFails, REQUEST } from './request';
import type { Shape } from './telegram';
import type { Workflow } from './workflow';

/** The data of converted nodes that reaches another node. */
export interface Origin {
	/** Its shape; `mixed` if there are several, or if a node on the way is unknown. */
	shape: Shape | 'gone' | 'mixed';
	/** Whether the node gets no other data. */
	isAlone: boolean;
	/** Whether no node on the way has changed anything in it. */
	isWhole: boolean;
	/** The converted nodes, by name. */
	sources: string[];
	/** Unknown nodes on the way. */
	unknown: string[];
	/** Whether the request can have failed, and the workflow went on. */
	mayFail: boolean;
	/** Whether a node on the way may give other data. */
	isVague: boolean;
	/** The Merge node that combines an answer and other data into one item. */
	mergedBy?: string;
}

/** A node that items come from, and its output. */
interface Source {
	name: string;
	output: number;
	/** Whether it is the agent that uses the node: tools read the agent's input. */
	isAgent?: true;
}

/** The nodes that each node gets items from; a tool or a model has those of its agent. */
function sourcesByNode({ connections }: Workflow): Map<string, Source[]> {
	const sources = new Map<string, Source[]>();
	const add = (node: string, source: Source) =>
		sources.set(node, [...(sources.get(node) ?? []), source]);
	for (const [name, kinds] of Object.entries(connections)) {
		for (const [kind, outputs] of Object.entries(kinds)) {
			for (const [output, ends] of outputs.entries()) {
				for (const { node: to } of ends ?? []) {
					if (kind === 'main') add(to, { name, output });
					else add(name, { name: to, output, isAgent: true });
				}
			}
		}
	}
	return sources;
}

/** Whether output of one node can reach another. */
function leads(from: string, to: string, sources: Map<string, Source[]>): boolean {
	const seen = new Set<string>();
	const ahead = [to];
	for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
		for (const source of sources.get(name) ?? []) {
			if (source.name === from) return true;
			if (!seen.has(source.name)) ahead.push(source.name);
			seen.add(source.name);
		}
	}
	return false;
}

const LOOP = 'n8n-nodes-base.splitInBatches';

/**
 * Where the items that a node gets and outputs come from; undefined if no converted node is involved.
 *
 * @param shapes shapes of converted, enabled nodes by name
 */
export function originsIn(workflow: Workflow, shapes: Shapes) {
	const nodes = new Map(workflow.nodes.map((node) => [node.name, node]));
	const sources = sourcesByNode(workflow);

	/** The sources of what this output passes on. The done output of a loop passes on what went through it. */
	function behind({ name, output }: Source): Source[] {
		const all = sources.get(name) ?? [];
		const { type, typeVersion = 1 } = nodes.get(name) ?? {};
		if (type !== LOOP) return all;
		const isDone = output === (typeVersion < 3 ? 1 : 0);
		return all.filter((source) => leads(name, source.name, sources) === isDone);
	}

	/** Whether the workflow continues if this node fails. */
	function goesOn(name: string): boolean {
		const node = nodes.get(name)!;
		const { onError, continueOnFail, type } = node;
		const isAnswer = type === REQUEST && neverFails(node);
		return isAnswer || continueOnFail === true || /^continue/.test(String(onError));
	}

	interface Found {
		shapes: Map<string, Shape | 'gone'>;
		unknown: Set<string>;
		hasOther: boolean;
		isChanged: boolean;
		isVague: boolean;
		mergedBy?: string;
	}

	function collect(from: Source[], found: Found, seen: Set<string>): void {
		for (const source of from) {
			const { name, output, isAgent } = source;
			const key = `${output} ${name}`;
			if (seen.has(key)) continue;
			seen.add(key);
			const node = nodes.get(name);
			const shape = shapes.get(name);
			if (isAgent) collect(sources.get(name) ?? [], found, seen);
			else if (shape === 'passes') collect(behind(source), found, seen);
			else if (shape !== undefined && shape !== 'same') found.shapes.set(name, shape);
			else if (shape === 'same' || !node) found.hasOther = true;
			else {
				const { way, gives = [] } = wayOf(node);
				if (way === 'own' || way === 'may') found.hasOther = true;
				const before = found.shapes.size;
				const named = gives.map((other) => ({ name: other, output: 0 }));
				collect(named, found, seen);
				if (way === 'own') continue;
				collect(behind(source), found, seen);
				if (way === 'unknown' || (way === 'may' && !isSet(node))) found.isVague = true;
				if (makesOneOfTwo(node) && found.shapes.size > before) found.mergedBy = name;
				if (way === 'adds' && found.shapes.size > before) found.isChanged = true;
				if (way === 'unknown' && found.shapes.size > before) found.unknown.add(name);
				if (way === 'unknown') found.hasOther = true;
			}
		}
	}

	function originOfItems(from: Source[]): Origin | undefined {
		const found: Found = {
			shapes: new Map(),
			unknown: new Set(),
			hasOther: false,
			isChanged: false,
			isVague: false,
		};
		collect(from, found, new Set());
		const [shape, ...others] = new Set(found.shapes.values());
		if (shape === undefined) return undefined;
		const isMixed =
			others.length > 0 || found.unknown.size > 0 || (shape === 'gone' && found.hasOther);
		return {
			shape: isMixed ? 'mixed' : shape,
			isAlone: !found.hasOther,
			isWhole: !found.hasOther && !found.isChanged,
			sources: [...found.shapes.keys()],
			unknown: [...found.unknown],
			isVague: found.isVague,
			mayFail: [...found.shapes.keys()].some(goesOn),
			...(found.hasOther && found.mergedBy && { mergedBy: found.mergedBy }),
		};
	}

	return {
		/** The answer of a converted node. */
		itself: (name: string) => ({
			isAlone: true,
			isWhole: true,
			sources: [name],
			unknown: [],
			isVague: false,
			mayFail: goesOn(name),
		}),
		into: (name: string) => originOfItems(sources.get(name) ?? []),
		outOf: (name: string) => originOfItems([0, 1].map((output) => ({ name, output }))),
	};
}
