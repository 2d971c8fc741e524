import { readdirSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { BotMessagingApi } from '../../credentials/BotMessagingApi.credentials';
import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { operations } from '../../nodes/BotMessaging/operations';
import { within } from '../support/form';
import { importedFiles, ROOT, type Source, sources } from './sources';

const MAX_LINES = 300;

/**
 * Who may not ask for whom. The emulator checks the nodes only while neither knows the other; both
 * know the reference, which knows nothing but itself.
 */
const BOUNDARIES = [
	{ from: /^(nodes|credentials)\//, to: /^(emulator|test|bench|scripts)(\/|$)/ },
	{ from: /^reference\//, to: /^(?!reference\/)/ },
	{ from: /^emulator\//, to: /^(nodes|credentials|test|bench|scripts)(\/|$)/ },
	{ from: /^test\/emulator\//, to: /^(nodes|credentials)(\/|$)/ },
	{ from: /^test\/support\/emulator\.ts$/, to: /^(nodes|credentials)(\/|$)/ },
	{ from: /^test\/(?!emulator\/|support\/emulator\.ts$)/, to: /^emulator(\/|$)/ },
];

function crossings(source: Source): string[] {
	const targets = importedFiles(source);
	return BOUNDARIES.filter(({ from }) => from.test(source.file)).flatMap(({ to }) =>
		targets.filter((target) => to.test(target)).map((target) => `${source.file} -> ${target}`),
	);
}

/** Calls that read a parameter of the first item whichever item is read. */
function firstItemReads({ file, text }: Source): string[] {
	const reads: string[] = [];
	const visit = (node: ts.Node): void => {
		if (
			ts.isCallExpression(node) &&
			ts.isPropertyAccessExpression(node.expression) &&
			node.expression.name.text === 'getNodeParameter' &&
			node.arguments[1]?.getText() === '0'
		) {
			reads.push(`${file}: ${node.getText()}`);
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true));
	return reads;
}

function overlong({ file, text }: Source): string[] {
	const lines = text.trimEnd().split('\n').length;
	return lines > MAX_LINES ? [`${file}: ${lines} lines`] : [];
}

describe('the folders keep their distance', () => {
	test.each<[string, string, string]>([
		['an import', 'nodes/A/a.ts', "import { b } from '../../emulator/b';"],
		['a folder import', 'nodes/a.ts', "import { b } from '../emulator';"],
		['a type import', 'emulator/a.ts', "import type { B } from '../nodes/b';"],
		['an export', 'emulator/methods/a.ts', "export * from '../../credentials/b';"],
		['a dynamic import', 'nodes/A/a.ts', "void import('../../emulator/b');"],
		['the reference', 'reference/a.ts', "import type { B } from '../nodes/b';"],
		['a require', 'nodes/A/a.ts', "const b = require('../../emulator/b');"],
		['a test of nodes', 'test/nodes/a.test.ts', "import { b } from '../../emulator/wire/server';"],
		['a test of the emulator', 'test/emulator/a.test.ts', "import { b } from '../../nodes/b';"],
	])('the guard sees %s', (_kind, file, text) => {
		expect(crossings({ file, text })).toHaveLength(1);
	});

	test.each<[string, string]>([
		['test/support/emulator.ts', "import { b } from '../../emulator/wire/server';"],
		['test/emulator/a.test.ts', "import { b } from '../../emulator/wire/server';"],
		['test/nodes/a.test.ts', "import { b } from '../support/emulator';"],
	])('the guard lets %s through', (file, text) => {
		expect(crossings({ file, text })).toEqual([]);
	});

	test('no file crosses a boundary', () => {
		const all = sources(ROOT, ['nodes', 'credentials', 'reference', 'emulator', 'test']);
		expect(all.flatMap(crossings)).toEqual([]);
	});
});

/** What could behave: functions, classes, calls. */
function behaviour({ file, text }: Source): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		const isFunction = ts.isFunctionLike(node) && 'body' in node;
		if (isFunction || ts.isClassLike(node) || ts.isCallExpression(node)) {
			found.push(`${file}: ${node.getText()}`);
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true));
	return found;
}

describe('the reference is types and data', () => {
	test.each(['const a = () => 1;', 'function a() {}', 'class A {}', 'const a = b();'])(
		'the guard sees %j',
		(text) => expect(behaviour({ file: 'reference/a.ts', text })).not.toEqual([]),
	);

	test('it does nothing', () => {
		expect(sources(ROOT, ['reference']).flatMap(behaviour)).toEqual([]);
	});
});

describe('errors as n8n shows them are made in one place', () => {
	const makers = ({ file, text }: Source) => (/new Node\w+Error\(/.test(text) ? [file] : []);

	test('nowhere else', () => {
		expect(sources(ROOT, ['nodes', 'credentials']).flatMap(makers)).toEqual([
			'nodes/BotMessaging/engine/nodeErrors.ts',
		]);
	});
});

describe('api/ knows no method of the API and no label of the form', () => {
	const forms = [...new BotMessaging().description.properties, ...new BotMessagingApi().properties];
	const labels = forms.flatMap(within).map(({ displayName }) => displayName);
	/** A label of one word is a word like any other. */
	const names = [...operations.map(({ method }) => method), ...labels].filter((name) =>
		/[a-z][A-Z]| /.test(name),
	);
	const mentions = ({ file, text }: Source) => {
		const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
		return names.filter((name) => code.includes(name)).map((name) => `${file}: ${name}`);
	};

	test.each(['sendMessage', 'User ID', 'Requests per Second', 'Base URL'])(
		'the guard sees %j',
		(name) => {
			expect(mentions({ file: 'a.ts', text: `const a = '${name}';` })).not.toEqual([]);
		},
	);

	test('no file names one', () => {
		expect(sources(ROOT, ['nodes/BotMessaging/api']).flatMap(mentions)).toEqual([]);
	});
});

/** The floors of the house, from the ground up: a folder imports only from those below it. */
const FLOORS = [
	'reference',
	'credentials',
	'nodes/BotMessaging/formatting',
	'nodes/BotMessaging/api',
	'nodes/BotMessaging/engine',
	'nodes/BotMessaging/update',
	'nodes/BotMessaging/moderation',
	'nodes/BotMessaging/fields',
	'nodes/BotMessaging/operations/message/sendAndWait',
	'nodes/BotMessaging/bots',
	'nodes/BotMessaging/triggers',
	'nodes/BotMessaging/operations',
	'nodes/BotMessaging/methods',
	'nodes/BotMessaging',
];

/** On which floor a file or a folder is; -1 for what is not in the house. */
function floorOf(file: string): number {
	return FLOORS.findIndex((folder) => `${file}/`.startsWith(`${folder}/`));
}

const climbs = (source: Source) =>
	importedFiles(source)
		.filter((target) => floorOf(target) > floorOf(source.file))
		.map((target) => `${source.file} -> ${target}`);

/** The files that import themselves by way of others. */
function inCircles(all: Source[]): string[] {
	const imports = new Map(all.map((source) => [source.file, importedFiles(source)]));
	const found = (target: string) =>
		[`${target}.ts`, `${target}/index.ts`].filter((file) => imports.has(file));
	const reached = (from: string, seen = new Set<string>()): Set<string> => {
		for (const next of (imports.get(from) ?? []).flatMap(found)) {
			if (!seen.has(next)) reached(next, seen.add(next));
		}
		return seen;
	};
	return [...imports.keys()].filter((file) => reached(file).has(file));
}

describe('nobody imports from a floor above', () => {
	const house = () => sources(ROOT, ['nodes', 'credentials', 'reference']);

	test.each<[string, string, string]>([
		['api to forms', 'nodes/BotMessaging/api/a.ts', "import { b } from '../fields/b';"],
		['engine to list', 'nodes/BotMessaging/engine/a.ts', "import b from '../operations';"],
		['fields to a node', 'nodes/BotMessaging/fields/a.ts', "import b from '../Bot.node';"],
	])('the guard sees %s', (_kind, file, text) => {
		expect(climbs({ file, text })).toHaveLength(1);
	});

	test('every folder has its floor', () => {
		expect(house().filter(({ file }) => floorOf(file) < 0)).toEqual([]);
		const folders = readdirSync(path.join(ROOT, 'nodes/BotMessaging'), { withFileTypes: true })
			.filter((entry) => entry.isDirectory())
			.map(({ name }) => `nodes/BotMessaging/${name}`);
		expect(folders.filter((folder) => !FLOORS.includes(folder))).toEqual([]);
	});

	test('no file does', () => {
		expect(house().flatMap(climbs)).toEqual([]);
	});

	test('the guard sees a circle', () => {
		const circle = [
			{ file: 'a.ts', text: "import { b } from './b';" },
			{ file: 'b.ts', text: "import type { C } from './c';" },
			{ file: 'c/index.ts', text: "import { a } from '../a';" },
			{ file: 'd.ts', text: "import { a } from './a';" },
		];
		expect(inCircles(circle)).toEqual(['a.ts', 'b.ts', 'c/index.ts']);
	});

	test('no file imports itself by way of others', () => {
		expect(inCircles(house())).toEqual([]);
	});
});

describe('a parameter is read for its own item', () => {
	test.each([
		"this.getNodeParameter('chatId', 0);",
		"context.getNodeParameter(\n\tname(a, b),\n\t0,\n\t'',\n);",
	])('the guard sees %j', (text) => {
		expect(firstItemReads({ file: 'nodes/a.ts', text })).toHaveLength(1);
	});

	test('the guard lets an item index through', () => {
		const text = "this.getNodeParameter('chatId', index, 0); // getNodeParameter('chatId', 0)";
		expect(firstItemReads({ file: 'nodes/a.ts', text })).toEqual([]);
	});

	test('no node reads the first item only', () => {
		expect(sources(ROOT, ['nodes']).flatMap(firstItemReads)).toEqual([]);
	});
});

describe('a file says one thing', () => {
	test('the guard counts lines, not the newline at the end', () => {
		const text = 'x;\n'.repeat(MAX_LINES);
		expect(overlong({ file: 'nodes/a.ts', text })).toEqual([]);
		expect(overlong({ file: 'nodes/a.ts', text: `${text}x;\n` })).toEqual([
			'nodes/a.ts: 301 lines',
		]);
	});

	test('no file is too long', () => {
		const all = sources(ROOT, ['nodes', 'credentials', 'reference', 'emulator', 'scripts']);
		expect(all.flatMap(overlong)).toEqual([]);
	});
});
