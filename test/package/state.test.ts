import ts from 'typescript';

import { ROOT, type Source, sources } from './sources';

/** The only module-level variable that is changed: it holds everything that outlives a call. */
const REGISTRY = 'nodes/BotMessaging/memory/registry.ts: registry';

/** Other stored state, and why it has no owner yet. */
const KNOWN: Record<string, string> = {
	'nodes/BotMessaging/engine/memory.ts: calls':
		'it belongs to the object that n8n gives to a call of a tool, and goes with it',
	'nodes/BotMessaging/format/characters.ts: segmenter':
		'a constant, which is made when it is first needed',
	'nodes/BotMessaging/moderation/limits.ts: emoji':
		'a constant, which is made when it is first needed',
	'nodes/BotMessaging/questions/triggerOptions.ts: own':
		'a constant of the process, which is read when it is first needed',
};

/** Values that cannot change, or that change only through their methods. */
const PLAIN = new Set(['Map', 'Set', 'RegExp', 'Date', 'Error', 'URL', 'TextEncoder']);

const MUTATORS = new Set(
	'set add delete clear push pop shift unshift splice sort reverse fill copyWithin'.split(' '),
);

const ASSIGNMENTS = [ts.SyntaxKind.FirstAssignment, ts.SyntaxKind.LastAssignment] as const;

/** The variable at the bottom of `a.b[c].d`. */
function rootOf(node: ts.Expression): string | undefined {
	if (ts.isIdentifier(node)) return node.text;
	const isAccess = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
	return isAccess || ts.isNonNullExpression(node) ? rootOf(node.expression) : undefined;
}

/** Variables that a file modifies. */
function writtenIn(file: ts.SourceFile): Set<string> {
	const written = new Set<string | undefined>();
	const visit = (node: ts.Node): void => {
		if (ts.isBinaryExpression(node)) {
			const { kind } = node.operatorToken;
			const isAssignment = kind >= ASSIGNMENTS[0] && kind <= ASSIGNMENTS[1];
			// A search sets its start position.
			const isPlace = node.left.getText().endsWith('.lastIndex');
			if (isAssignment && !isPlace) written.add(rootOf(node.left));
		}
		if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
			const isStep = [ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken].some(
				(kind) => kind === node.operator,
			);
			if (isStep) written.add(rootOf(node.operand));
		}
		if (ts.isDeleteExpression(node)) written.add(rootOf(node.expression));
		if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
			const { expression: object, name } = node.expression;
			if (MUTATORS.has(name.text)) written.add(rootOf(object));
			const isAssign = object.getText() === 'Object' && name.text === 'assign';
			if (isAssign && node.arguments[0]) written.add(rootOf(node.arguments[0]));
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	written.delete(undefined);
	return written as Set<string>;
}

/** Whether a value may hold something that changes, without a write that shows. */
function isOpaque(value: ts.Expression | undefined): boolean {
	if (!value) return false;
	if (ts.isNewExpression(value)) return !PLAIN.has(value.expression.getText());
	const isCall = ts.isCallExpression(value);
	return isCall && /\b(once|memoize|throttle|debounce)$/.test(value.expression.getText());
}

const isLet = ({ declarationList: { flags } }: ts.VariableStatement) =>
	(flags & ts.NodeFlags.Const) === 0;

const isStatic = (member: ts.ClassElement) =>
	ts.isPropertyDeclaration(member) &&
	(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0;

/** The module-level variables, and static members, that keep something between two calls. */
function stateIn({ file, text }: Source): string[] {
	const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
	const written = writtenIn(parsed);
	const names = parsed.statements.flatMap((statement) => {
		if (ts.isVariableStatement(statement)) {
			return statement.declarationList.declarations
				.filter(({ initializer }) => isLet(statement) || isOpaque(initializer))
				.map(({ name }) => name.getText());
		}
		if (ts.isClassDeclaration(statement)) return statement.members.filter(isStatic).map(nameOf);
		return [];
	});
	// Includes values created by another module.
	const made = parsed.statements.flatMap((statement) => [
		...(ts.isVariableStatement(statement)
			? statement.declarationList.declarations.map(({ name }) => name.getText())
			: []),
		...(ts.isImportDeclaration(statement) ? importedBy(statement) : []),
	]);
	const all = [...names, ...made.filter((name) => written.has(name))];
	return [...new Set(all)].map((name) => `${file}: ${name}`);
}

const nameOf = (member: ts.ClassElement) => member.name?.getText() ?? '';

function importedBy({ importClause }: ts.ImportDeclaration): string[] {
	const bindings = importClause?.namedBindings;
	if (!bindings || !ts.isNamedImports(bindings)) return [];
	return bindings.elements.map(({ name }) => name.text);
}

test.each<[string, string]>([
	['a let', 'let last = 0;'],
	['a map', 'const seen = new Map(); export const note = (id) => seen.set(id, 1);'],
	['a nested map', 'const seen = { all: new Map() }; const note = () => seen.all.clear();'],
	['a set', 'const seen = new Set(); function note() { seen.add(1); }'],
	['a weak map', 'const seen = new WeakMap();'],
	['a map of our own', 'const seen = new Bounded<string, string>(5);'],
	['an array', 'export const all: string[] = []; function note() { all.push(1); }'],
	['an object', 'const now = { at: 0 }; function note() { now.at = 1; }'],
	['a count', 'const counts = [0]; function note() { counts[0]++; }'],
	['a deletion', 'const all = {}; function note() { delete all[1]; }'],
	['an assignment', 'const all = {}; function note() { Object.assign(all, {}); }'],
	['what is imported', "import { all } from './a'; export const note = () => all.push(1);"],
	['a static member', 'class A { static all = []; }'],
	['a memory', 'const read = once(() => 1);'],
])('the guard finds %s', (_what, text) => {
	expect(stateIn({ file: 'a.ts', text })).toHaveLength(1);
});

test.each([
	'const TYPES = new Set([1]); const has = (a) => TYPES.has(a);',
	'function make() { const all = []; all.push(1); let a = 1; return all; }',
	'const RATES = [1, 2]; const sorted = () => [...RATES].sort();',
	'class A { private all = []; add() { this.all.push(1); } }',
])('the guard lets %j through', (text) => {
	expect(stateIn({ file: 'a.ts', text })).toEqual([]);
});

test('no module keeps anything outside the registry', () => {
	const found = sources(ROOT, ['nodes', 'credentials']).flatMap(stateIn);
	expect(found.sort()).toEqual([REGISTRY, ...Object.keys(KNOWN)].sort());
});
