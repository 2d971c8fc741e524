import ts from 'typescript';

import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { operations } from '../../nodes/BotMessaging/operations';
import { within } from '../support/form';
import { importedFiles, ROOT, type Source, sources } from './sources';

const MAX_LINES = 300;

/** Who may not ask for whom. The emulator checks the nodes only while neither knows the other. */
const BOUNDARIES = [
	{ from: /^(nodes|credentials)\//, to: /^(emulator|test|bench|scripts)(\/|$)/ },
	{ from: /^emulator\//, to: /^(nodes|credentials|test|bench|scripts)(\/|$)/ },
	{ from: /^test\/emulator\//, to: /^(nodes|credentials)(\/|$)/ },
	{ from: /^test\/support\/emulator\.ts$/, to: /^(nodes|credentials)(\/|$)/ },
	{ from: /^test\/(?!emulator\/|support\/emulator\.ts$)/, to: /^emulator(\/|$)/ },
	{
		from: /^nodes\/BotMessaging\/api\//,
		to: /^nodes\/BotMessaging\/(engine|operations|fields)\//,
	},
	{ from: /^nodes\/BotMessaging\/engine\//, to: /^nodes\/BotMessaging\/operations(\/|$)/ },
];

function crossings(source: Source): string[] {
	const targets = importedFiles(source);
	return BOUNDARIES.filter(({ from }) => from.test(source.file)).flatMap(({ to }) =>
		targets.filter((target) => to.test(target)).map((target) => `${source.file} -> ${target}`),
	);
}

/** Calls that read a parameter of the first item whichever item is at hand. */
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
		['a require', 'nodes/A/a.ts', "const b = require('../../emulator/b');"],
		['a test of nodes', 'test/nodes/a.test.ts', "import { b } from '../../emulator/server';"],
		['a test of the emulator', 'test/emulator/a.test.ts', "import { b } from '../../nodes/b';"],
		['api to forms', 'nodes/BotMessaging/api/a.ts', "import { b } from '../fields/b';"],
		['engine to list', 'nodes/BotMessaging/engine/a.ts', "import b from '../operations';"],
	])('the guard sees %s', (_kind, file, text) => {
		expect(crossings({ file, text })).toHaveLength(1);
	});

	test.each<[string, string]>([
		['test/support/emulator.ts', "import { b } from '../../emulator/server';"],
		['test/emulator/a.test.ts', "import { b } from '../../emulator/server';"],
		['test/nodes/a.test.ts', "import { b } from '../support/emulator';"],
	])('the guard lets %s through', (file, text) => {
		expect(crossings({ file, text })).toEqual([]);
	});

	test('no file crosses a boundary', () => {
		const all = sources(ROOT, ['nodes', 'credentials', 'emulator', 'test']);
		expect(all.flatMap(crossings)).toEqual([]);
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
	const { properties } = new BotMessaging().description;
	const labels = properties.flatMap(within).map(({ displayName }) => displayName);
	/** A label of one word is a word like any other. */
	const names = [...operations.map(({ method }) => method), ...labels].filter((name) =>
		/[a-z][A-Z]| /.test(name),
	);
	const mentions = ({ file, text }: Source) => {
		const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
		return names.filter((name) => code.includes(name)).map((name) => `${file}: ${name}`);
	};

	test.each(['sendMessage', 'Chat ID', 'Requests per Second'])('the guard sees %j', (name) => {
		expect(mentions({ file: 'a.ts', text: `const a = '${name}';` })).not.toEqual([]);
	});

	test('no file names one', () => {
		expect(sources(ROOT, ['nodes/BotMessaging/api']).flatMap(mentions)).toEqual([]);
	});
});

describe('a parameter is read for the item at hand', () => {
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
		const all = sources(ROOT, ['nodes', 'credentials', 'emulator', 'scripts']);
		expect(all.flatMap(overlong)).toEqual([]);
	});
});
