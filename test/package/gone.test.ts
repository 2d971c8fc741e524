import { readFileSync } from 'node:fs';
import path from 'node:path';

import { convert } from '../../converter/index';
import { readWorkflow } from '../../converter/workflow';
import rows from './gone.json';
import { ROOT, type Source, sources } from './sources';

/** Something that a newer n8n no longer has. */
interface Gone {
	what: string;
	/** The version of n8n without it. */
	since: string;
	/** The page of n8n's documentation that says so. */
	source: string;
	/** Properties of a node that needs it. */
	node?: Record<string, unknown> & { type: string };
	/** Node versions from this one on still exist. */
	below?: number;
	/** Its notation in expressions and pages. Pages write names of nodes in italics or bold. */
	text?: string;
}

interface Node {
	type: string;
	typeVersion?: number;
}

const GONE: Gone[] = rows;

/** The page that says what is gone, and what to remove. */
const SAYS_SO = 'docs/n8n-3.md';

/** Whether an object includes another one. */
const has = (object: unknown, part: unknown): boolean =>
	part !== null && typeof part === 'object'
		? Object.entries(part).every(([key, value]) =>
				has((object as Record<string, unknown> | undefined)?.[key], value),
			)
		: object === part;

/** Whether a text has these words, but not as the beginning of a longer name such as `npx n8n-node`. */
const says = (text: string, words: string) =>
	text
		.split(words)
		.slice(1)
		.some((rest) => !/^[\w-]/.test(rest));

/** Removed features that a node needs, including those in its expressions. */
const neededBy = (node: Node): Gone[] =>
	GONE.filter(({ node: gone, below = Infinity, text }) => {
		const isGone = gone !== undefined && has(node, gone) && (node.typeVersion ?? 1) < below;
		return isGone || (text !== undefined && says(JSON.stringify(node), text));
	});

/** Removed features that a page names. */
const namedIn = (page: string): Gone[] =>
	GONE.filter(({ what, node, text }) => {
		const words = text ?? (node && [`_${what}_`, `**${what}**`]) ?? [];
		return [words].flat().some((word) => says(page, word));
	});

const nodesIn = ({ file, text }: Source) =>
	(JSON.parse(text) as { nodes: Node[] }).nodes.map((node) => ({ file, node }));

const faults = (file: string, gone: Gone[]) =>
	gone.map(({ what, since }) => `${file}: ${what} is gone since ${since}`);

describe('nothing needs what a newer n8n no longer has:', () => {
	test('the examples', () => {
		const nodes = sources(ROOT, ['examples'], /\.json$/).flatMap(nodesIn);
		expect(nodes.length).toBeGreaterThan(500);
		expect(nodes.flatMap(({ file, node }) => faults(file, neededBy(node)))).toEqual([]);
	});

	test('the pages, and compose.yaml', () => {
		const docs = sources(ROOT, ['docs'], /\.md$/).map(({ file }) => file);
		const pages = ['README.md', 'CONTRIBUTING.md', 'sandbox/compose.yaml', ...docs];
		const found = pages.flatMap((file) =>
			faults(file, namedIn(readFileSync(path.join(ROOT, file), 'utf8'))),
		);
		expect(found.filter((fault) => !fault.startsWith(SAYS_SO))).toEqual([]);
	});

	// The converter leaves other nodes unchanged.
	test('the nodes that the converter makes', () => {
		const made = sources(ROOT, ['test/cases/telegram'], /\.json$/).flatMap(({ file, text }) => {
			const original = readWorkflow(text);
			const { nodes } = convert(original).workflow;
			return nodes
				.filter(({ type }, index) => type !== original.nodes[index].type)
				.map((node) => ({ file, node }));
		});
		expect(made.length).toBeGreaterThan(100);
		expect(made.flatMap(({ file, node }) => faults(file, neededBy(node)))).toEqual([]);
	});
});

describe.each(GONE.map((row) => [row.what, row]))('planted: %s', (_what, row) => {
	test('n8n’s documentation says so', () => {
		expect(row.source).toMatch(/^https:\/\/docs\.n8n\.io\/\S+breaking-changes/);
		expect(row.since).toMatch(/^\d\.\d$/);
	});

	test('a node that needs it is found', () => {
		const typeVersion = (row.below ?? 2) - 0.1;
		const expression = { parameters: { value: `={{ ${row.text}() }}` } };
		const planted = { type: 'n8n-nodes-base.set', typeVersion, ...(row.node ?? expression) };
		expect(neededBy(planted)).toContain(row);
	});

	test('a page that names it is found', () => {
		expect(namedIn(`Use **${row.text ?? row.what}** here.`)).toContain(row);
	});
});

test('a version of a node that still exists is not found', () => {
	const type = '@n8n/n8n-nodes-langchain.agent';
	expect(neededBy({ type, typeVersion: 2 })).toEqual([]);
	expect(neededBy({ type, typeVersion: 1.9 }).map(({ what }) => what)).toEqual([
		'AI Agent, version 1',
	]);
});
