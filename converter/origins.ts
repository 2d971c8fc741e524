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
function sourcesByNode({ nodes, connections }: Workflow): Map<string, Source[]> {
	const sources = new Map(nodes.map(({ name }): [string, Source[]] => [name, []]));
	const add = (node: string, source: Source) => sources.get(node)?.push(source);
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

/** The nodes that can be reached, each behind those that it leads to, without those seen before. */
function walk(from: string, next: (name: string) => string[], seen: Set<string>): string[] {
	const reached: string[] = [];
	const ahead: Array<[name: string, isLeft: boolean]> = [[from, false]];
	for (let one = ahead.pop(); one; one = ahead.pop()) {
		const [name, isLeft] = one;
		if (isLeft) reached.push(name);
		if (isLeft || seen.has(name)) continue;
		seen.add(name);
		ahead.push([name, true]);
		for (const other of next(name)) ahead.push([other, false]);
	}
	return reached;
}

/** All nodes, each behind its sources unless it is in a loop with them, and a name for each loop. */
function ordered(sources: Map<string, Source[]>) {
	const namesOf = (name: string) => (sources.get(name) ?? []).map((source) => source.name);
	const targets = new Map([...sources.keys()].map((name): [string, string[]] => [name, []]));
	for (const name of sources.keys()) {
		for (const source of namesOf(name)) targets.get(source)?.push(name);
	}
	const seen = new Set<string>();
	const order = [...sources.keys()].flatMap((name) => walk(name, namesOf, seen));
	const loops = new Map<string, string>();
	const grouped = new Set<string>();
	for (const name of [...order].reverse()) {
		const group = walk(name, (one) => targets.get(one) ?? [], grouped);
		for (const member of group) loops.set(member, name);
	}
	return { order, loops };
}

/** What is known of items: the converted and the unknown nodes behind them, Merge nodes, and what they are. */
const PARTS = ['sources', 'unknown', 'merges', 'are'] as const;
type Found = Record<(typeof PARTS)[number], Set<string>>;
type Are = 'other' | 'changed' | 'vague';

const each = (valueOf: (part: keyof Found) => Set<string>) =>
	Object.fromEntries(PARTS.map((part) => [part, valueOf(part)])) as Found;
const made = (given: Partial<Record<keyof Found, string[]>> & { are?: Are[] }) =>
	each((part) => new Set(given[part]));
const NOTHING = made({});

/** All of several sets. If one of them has all, it is that one: what a long way passes on is kept once. */
function united(sets: Array<Set<string>>): Set<string> {
	const [most = new Set(), ...others] = [...new Set(sets)].sort((a, b) => b.size - a.size);
	const isAll = others.every((other) => [...other].every((name) => most.has(name)));
	return isAll ? most : new Set(sets.flatMap((one) => [...one]));
}

const allOf = (all: Found[]) => each((part) => united(all.map((one) => one[part])));

const LOOP = 'n8n-nodes-base.splitInBatches';

/**
 * Where the items that a node gets and outputs come from; undefined if no converted node is involved. What a node
 * outputs is found once, after its sources, and again only in loops: the work grows as the workflow does.
 *
 * @param shapes shapes of converted, enabled nodes by name
 */
export function originsIn(workflow: Workflow, shapes: Shapes) {
	const nodes = new Map(workflow.nodes.map((node) => [node.name, node]));
	const sources = sourcesByNode(workflow);
	const { order, loops } = ordered(sources);
	const ways = new Map(workflow.nodes.map((node) => [node.name, wayOf(node)]));
	const found = new Map<string, Found>();

	const isLoop = (name: string) => nodes.get(name)?.type === LOOP;

	/** What leaves a loop when it is done is kept apart. */
	function keyOf(name: string, output: number): string {
		const { typeVersion = 1 } = nodes.get(name) ?? {};
		return isLoop(name) && output === (typeVersion < 3 ? 1 : 0) ? `done ${name}` : `from ${name}`;
	}

	const into = (name: string): Found => allOf((sources.get(name) ?? []).map(outOf));

	function outOf({ name, output, isAgent }: Source): Found {
		return found.get(isAgent ? `into ${name}` : keyOf(name, output)) ?? NOTHING;
	}

	/** What an output passes on. The done output of a loop passes on what went through it. */
	function behind(name: string, output: number): Found {
		if (!isLoop(name)) return into(name);
		const isDone = keyOf(name, output).startsWith('done');
		const isThrough = (source: Source) => loops.get(source.name) === loops.get(name);
		const all = (sources.get(name) ?? []).filter((source) => isThrough(source) === isDone);
		return allOf(all.map(outOf));
	}

	function gives(name: string, output: number): Found {
		const node = nodes.get(name);
		const shape = shapes.get(name);
		if (shape === 'passes') return behind(name, output);
		if (shape !== undefined && shape !== 'same') return made({ sources: [name] });
		if (shape === 'same' || !node) return made({ are: ['other'] });
		const { way, gives: named = [] } = ways.get(name)!;
		const others = named.map((other) => outOf({ name: other, output: 0 }));
		const passed = way === 'own' ? others : [...others, behind(name, output)];
		const before = allOf(passed);
		const isConcerned = before.sources.size > 0;
		const isUnknown = way === 'unknown';
		const are: Are[] = [];
		if (isUnknown || way === 'own' || way === 'may') are.push('other');
		if (isUnknown || (way === 'may' && !isSet(node))) are.push('vague');
		if (way === 'adds' && isConcerned) are.push('changed');
		const more = {
			are,
			unknown: isUnknown && isConcerned ? [name] : [],
			merges: isConcerned && makesOneOfTwo(node) ? [name] : [],
		};
		return allOf([made(more), before]);
	}

	let isNew = true;
	function set(key: string, now: Found): void {
		const before = found.get(key) ?? NOTHING;
		isNew ||= PARTS.some((part) => now[part].size > before[part].size);
		found.set(key, now);
	}
	while (isNew) {
		isNew = false;
		for (const name of order) {
			set(`into ${name}`, into(name));
			for (const output of isLoop(name) ? [0, 1] : [0]) {
				set(keyOf(name, output), gives(name, output));
			}
		}
	}

	/** Whether the workflow continues if this node fails. */
	function goesOn(name: string): boolean {
		const node = nodes.get(name)!;
		const { onError, continueOnFail, type } = node;
		const isAnswer = type === REQUEST && neverFails(node);
		return isAnswer || continueOnFail === true || /^continue/.test(String(onError));
	}

	function originOf(of: Found): Origin | undefined {
		const names = [...of.sources];
		const [shape, ...others] = new Set(names.map((name) => shapes.get(name) as Shape | 'gone'));
		if (shape === undefined) return undefined;
		const hasOther = of.are.has('other');
		const isMixed = others.length > 0 || of.unknown.size > 0 || (shape === 'gone' && hasOther);
		const [mergedBy] = of.merges;
		return {
			shape: isMixed ? 'mixed' : shape,
			isAlone: !hasOther,
			isWhole: !hasOther && !of.are.has('changed'),
			sources: names,
			unknown: [...of.unknown],
			isVague: of.are.has('vague'),
			mayFail: names.some(goesOn),
			...(hasOther && mergedBy && { mergedBy }),
		};
	}

	return {
		into: (name: string) => originOf(into(name)),
		outOf: (name: string) => originOf(allOf([0, 1].map((output) => outOf({ name, output })))),
	};
}
