import { readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { BotMessagingApi } from '../../credentials/BotMessagingApi.credentials';
import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { operations } from '../../nodes/BotMessaging/operations';
import { within } from '../support/form';
import { importedFiles, ROOT, type Source, sources } from './sources';

const MAX_LINES = 400;

/**
 * Folders that must not import each other. The emulator checks the nodes only while neither knows the other;
 * both know the reference, which knows only itself.
 */
const BOUNDARIES = [
	{
		from: /^(nodes|credentials)\//,
		to: /^(emulator|converter|check|test|bench|sandbox|scripts)(\/|$)/,
	},
	{ from: /^reference\//, to: /^(?!reference\/)/ },
	{
		from: /^emulator\//,
		to: /^(nodes|credentials|converter|check|test|bench|sandbox|scripts)(\/|$)/,
	},
	{
		from: /^(converter|check)\//,
		to: /^(test|bench|sandbox)(\/|$)|^scripts\/(?!lib\/(program|table)$)/,
	},
	{ from: /^(sandbox|scripts\/(?!mutation\/))/, to: /^test(\/|$)/ },
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

describe('the folders respect their borders:', () => {
	test.each<[string, string, string]>([
		['an import', 'nodes/A/a.ts', "import { b } from '../../emulator/b';"],
		['a folder import', 'nodes/a.ts', "import { b } from '../emulator';"],
		['a type import', 'emulator/a.ts', "import type { B } from '../nodes/b';"],
		['an export', 'emulator/methods/a.ts', "export * from '../../credentials/b';"],
		['a dynamic import', 'nodes/A/a.ts', "void import('../../emulator/b');"],
		['the reference', 'reference/a.ts', "import type { B } from '../nodes/b';"],
		['a require', 'nodes/A/a.ts', "const b = require('../../emulator/b');"],
		['the converter', 'converter/a.ts', "import { b } from '../scripts/lib/paths';"],
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
		const products = ['nodes', 'credentials', 'reference', 'emulator', 'converter', 'check'];
		const all = sources(ROOT, [...products, 'test', 'scripts', 'sandbox/lib', 'sandbox/queue']);
		expect(all.flatMap(crossings)).toEqual([]);
	});
});

describe('uploads of the tests are written with form-data, beside the HTTP clients', () => {
	const ofTheClient = ({ file, text }: Source) =>
		/new FormData\(/.test(text) && !/from 'form-data'/.test(text) ? [file] : [];

	test('the guard finds one that is not', () => {
		expect(ofTheClient({ file: 'a.ts', text: 'new FormData()' })).toEqual(['a.ts']);
	});

	test('all tests of the emulator do so', () => {
		expect(sources(ROOT, ['test/emulator']).flatMap(ofTheClient)).toEqual([]);
	});
});

/** Anything with behaviour: functions, classes, calls. */
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
		'the guard finds %j',
		(text) => expect(behaviour({ file: 'reference/a.ts', text })).not.toEqual([]),
	);

	test('it has no behaviour', () => {
		expect(sources(ROOT, ['reference']).flatMap(behaviour)).toEqual([]);
	});
});

describe('errors in n8n’s form are created in one place:', () => {
	const makers = ({ file, text }: Source) => (/new Node\w+Error\(/.test(text) ? [file] : []);

	test('no other file creates one', () => {
		expect(sources(ROOT, ['nodes', 'credentials']).flatMap(makers)).toEqual([
			'nodes/BotMessaging/engine/nodeErrors.ts',
		]);
	});
});

describe('api/ knows no method of the API and no label of the form', () => {
	const forms = [...new BotMessaging().description.properties, ...new BotMessagingApi().properties];
	const labels = forms.flatMap(within).map(({ displayName }) => displayName);
	/** One-word labels are ordinary words. */
	const names = [...operations.map(({ method }) => method), ...labels].filter((name) =>
		/[a-z][A-Z]| /.test(name),
	);
	const mentions = ({ file, text }: Source) => {
		const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
		return names.filter((name) => code.includes(name)).map((name) => `${file}: ${name}`);
	};

	test.each(['sendMessage', 'Message ID', 'Requests per Second', 'Base URL'])(
		'the guard finds %j',
		(name) => {
			expect(mentions({ file: 'a.ts', text: `const a = '${name}';` })).not.toEqual([]);
		},
	);

	test('no file names a method or a label', () => {
		expect(sources(ROOT, ['nodes/BotMessaging/api']).flatMap(mentions)).toEqual([]);
	});
});

/**
 * The rooms of the house from the ground up, each with the rooms that it may import. The same table is
 * in CONTRIBUTING.md.
 */
const ROOMS: Record<string, string[]> = {
	reference: [],
	credentials: [],
	format: [],
	api: ['reference', 'credentials'],
	refusals: ['reference', 'api'],
	engine: ['reference', 'credentials', 'format', 'api', 'refusals'],
	update: ['reference', 'api'],
	moderation: ['reference', 'format', 'api', 'update'],
	fields: ['reference', 'format', 'api', 'engine', 'update'],
	callbackData: ['credentials', 'api'],
	questions: [
		...['reference', 'format', 'api', 'engine', 'update', 'moderation', 'fields', 'callbackData'],
	],
	menus: ['reference', 'format', 'api', 'engine', 'update', 'fields', 'callbackData', 'questions'],
	memory: ['reference', 'credentials', 'api', 'update', 'moderation'],
	commandList: ['api', 'memory'],
	dispatch: [
		...['reference', 'credentials', 'format', 'api', 'refusals', 'engine', 'update'],
		...['moderation', 'fields', 'questions', 'menus', 'memory', 'commandList'],
	],
	sources: [
		...['reference', 'credentials', 'api', 'engine', 'update', 'fields', 'questions', 'memory'],
		...['commandList', 'dispatch'],
	],
	operations: [
		...['reference', 'format', 'api', 'engine', 'update', 'moderation', 'fields'],
		...['callbackData', 'questions', 'menus', 'memory'],
	],
	lists: ['reference', 'credentials', 'api', 'engine', 'update', 'moderation', 'memory'],
	emulator: ['reference'],
	converter: ['reference', 'format'],
	check: ['reference', 'emulator'],
};

const NODES = 'nodes/BotMessaging';

/** Rooms whose name is not the path of a folder of the nodes. */
const FOLDERS: Record<string, string> = {
	reference: 'reference',
	credentials: 'credentials',
	emulator: 'emulator',
	converter: 'converter',
	check: 'check',
};

const folderOf = (room: string) => FOLDERS[room] ?? `${NODES}/${room}`;

/** The room of a file or a folder; nothing for the nodes themselves, which may import all. */
function roomOf(file: string): string | undefined {
	return Object.keys(ROOMS).find((room) => `${file}/`.startsWith(`${folderOf(room)}/`));
}

/** Forbidden imports of a file. */
function climbs(source: Source): string[] {
	const room = roomOf(source.file);
	if (room === undefined) return [];
	return importedFiles(source)
		.filter((target) => {
			if (target.startsWith('node_modules') || roomOf(target) === room) return false;
			const isOfTheHouse = /^(nodes|credentials|reference|emulator|converter|check)(\/|$)/.test(
				target,
			);
			return isOfTheHouse && !ROOMS[room].includes(roomOf(target) ?? '');
		})
		.map((target) => `${source.file} -> ${target}`);
}

/** A single file with all imports of a folder. */
const importing = (folder: string, targets: string[]) =>
	targets
		.map((target) => `import './${path.posix.relative(path.posix.dirname(folder), target)}';`)
		.join('\n');

/** Files that import themselves through others. */
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

describe('a folder imports what the table allows:', () => {
	const house = () =>
		sources(ROOT, ['nodes', 'credentials', 'reference', 'emulator', 'converter', 'check']);

	test.each<[string, string, string]>([
		['api to forms', 'nodes/BotMessaging/api/a.ts', "import { b } from '../fields/b';"],
		['engine to list', 'nodes/BotMessaging/engine/a.ts', "import b from '../operations';"],
		['fields to a node', 'nodes/BotMessaging/fields/a.ts', "import b from '../Bot.node';"],
		['operations to dispatch', `${NODES}/operations/a.ts`, "import b from '../dispatch/b';"],
	])('the guard sees %s', (_kind, file, text) => {
		expect(climbs({ file, text })).toHaveLength(1);
	});

	test('every folder is in the table', () => {
		const lost = house().filter(({ file }) => !roomOf(file) && path.dirname(file) !== NODES);
		expect(lost.map(({ file }) => file)).toEqual([]);
	});

	test('a folder imports only folders below it', () => {
		const rooms = Object.keys(ROOMS);
		const upwards = rooms.filter((room, floor) =>
			ROOMS[room].some((other) => !rooms.slice(0, floor).includes(other)),
		);
		expect(upwards).toEqual([]);
	});

	test('CONTRIBUTING.md has the same table', () => {
		const text = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8').replace(/ +/g, ' ');
		const row = (room: string) => `| \`${room}/\` | ${ROOMS[room].join(', ') || 'nothing'} |`;
		expect(Object.keys(ROOMS).filter((room) => !text.includes(row(room)))).toEqual([]);
	});

	test('no file breaks the table', () => {
		expect(house().flatMap(climbs)).toEqual([]);
	});

	test('the guard finds a circle', () => {
		const circle = [
			{ file: 'a.ts', text: "import { b } from './b';" },
			{ file: 'b.ts', text: "import type { C } from './c';" },
			{ file: 'c/index.ts', text: "import { a } from '../a';" },
			{ file: 'd.ts', text: "import { a } from './a';" },
		];
		expect(inCircles(circle)).toEqual(['a.ts', 'b.ts', 'c/index.ts']);
	});

	test('no file imports itself through others', () => {
		expect(inCircles(house())).toEqual([]);
	});

	test.each(['questions', 'menus', 'callbackData'])(
		'no folder of %s imports itself through others',
		(room) => {
			const files = house().filter(({ file }) => roomOf(file) === room);
			const folders = new Set(files.map(({ file }) => path.posix.dirname(file)));
			const asFiles = [...folders].map((folder) => {
				const targets = files
					.filter(({ file }) => path.posix.dirname(file) === folder)
					.flatMap(importedFiles)
					.map((target) => path.posix.dirname(target))
					.filter((target) => target !== folder);
				return { file: `${folder}.ts`, text: importing(folder, targets) };
			});
			expect(inCircles(asFiles)).toEqual([]);
		},
	);
});

describe('a parameter is read for its own item:', () => {
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

	test('no node reads only the first item', () => {
		expect(sources(ROOT, ['nodes']).flatMap(firstItemReads)).toEqual([]);
	});
});

/** The types, interfaces and classes that a file declares. */
const declaredIn = ({ file, text }: Source) =>
	[...text.matchAll(/^(?:export )?(?:abstract )?(?:type|interface|class) (\w+)/gm)].map(
		([, name]) => ({ name, file }),
	);

/** Names that several files give to a type, with these files. */
function sharedNames(all: Source[]): string[] {
	const places = new Map<string, string[]>();
	for (const { name, file } of all.flatMap(declaredIn)) {
		places.set(name, [...(places.get(name) ?? []), file]);
	}
	return [...places].filter(([, files]) => files.length > 1).map((place) => place.flat().join(' '));
}

describe('a name has one type:', () => {
	test('the guard finds a name that two files define', () => {
		const text = 'export interface Way {\n}\ntype Other = string;\n';
		const twice = [
			{ file: 'nodes/a.ts', text },
			{ file: 'nodes/b.ts', text: 'abstract class Way {}\n' },
		];
		expect(sharedNames(twice)).toEqual(['Way nodes/a.ts nodes/b.ts']);
	});

	test('no name of a type is defined twice', () => {
		expect(sharedNames(sources(ROOT, ['nodes', 'credentials']))).toEqual([]);
	});
});

describe('a file is short:', () => {
	test('the guard counts lines, not the newline at the end', () => {
		const text = 'x;\n'.repeat(MAX_LINES);
		expect(overlong({ file: 'nodes/a.ts', text })).toEqual([]);
		expect(overlong({ file: 'nodes/a.ts', text: `${text}x;\n` })).toEqual([
			'nodes/a.ts: 401 lines',
		]);
	});

	test('no file is too long', () => {
		const products = ['nodes', 'credentials', 'reference', 'emulator', 'converter', 'check'];
		const all = sources(ROOT, [...products, 'scripts', 'sandbox/lib', 'sandbox/queue']);
		expect(all.flatMap(overlong)).toEqual([]);
	});
});
