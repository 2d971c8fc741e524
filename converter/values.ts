import { parse, parseExpressionAt, type AnyNode, type Function as Callable } from 'acorn';

/** What an expression is: a node, an item, its data, a list or an entry of these, or a function of the code. */
export interface Value {
	is: 'node' | 'nodes' | 'item' | 'json' | 'list' | 'entry' | 'function';
	of?: string;
	path: string[];
	base?: number;
	isOpen?: boolean;
	each?: Value;
	callable?: Callable;
	given?: string;
	gives?: Value;
}
export type Maybe = Value | undefined;
type Whole = Value & { is: 'json' };
export type Kind<T extends AnyNode['type']> = Extract<AnyNode, { type: T }>;

export const value = (is: Value['is'], of?: string): Value => ({ is, of, path: [] });
export const listOf = (each: Maybe): Maybe => each && { ...value('list'), each };
export const partOf = ({ of, path, isOpen }: Value, name: string, base?: number): Value => ({
	...value('json', of),
	path: [...path, name],
	base,
	isOpen,
});
export const isWhole = (one: Maybe): one is Whole => one?.is === 'json' && one.path.length === 0;

/** Functions and methods, by what a call of them does with the data that it is given. */
export const CALLS = {
	itemOfNode: /^(?:first|last|itemMatching)$/,
	sameList: /^(?:filter|slice|splice|reverse|sort|concat|flat|toSorted|toReversed)$/,
	oneOfList: /^(?:find|findLast|at|pop|shift|first|last)$/,
	/** Calls that return what they are given first. */
	same: /^(?:Promise\.all|Array\.from|Object\.(?:assign|values)|String|\$ifEmpty)$/,
	/** Calls that read nothing of their arguments, and calls that keep them. */
	unused: /^(?:console\.\w+|Array\.isArray|Boolean)$/,
	keeps: /\.(?:push|unshift|concat|add|set)$/,
	/** Methods of n8n for all data. */
	ofData:
		/^(?:hasOwnProperty|isEmpty|isNotEmpty|hasField|compact|keys|values|merge|toJsonString|urlEncode)$/,
	sameText: /^(?:toLowerCase|toUpperCase|toString|trim)$/,
	compares: /^(?:includes|startsWith|endsWith|match|indexOf|search|test)$/,
};
export const WORDS_OF_ERROR = /^(?:error(?:,message|,description)?|description)$/;

export const isNode = (one: unknown): one is AnyNode =>
	typeof one === 'object' && one !== null && 'type' in one && 'start' in one;

export const childrenOf = (node: AnyNode): AnyNode[] => Object.values(node).flat().filter(isNode);

/** The fixed text that a node is. */
export function fixedText(node?: AnyNode): string | undefined {
	if (node?.type === 'Literal') return node.value === null ? undefined : String(node.value);
	return node?.type === 'TemplateLiteral' && node.expressions.length === 0
		? (node.quasis[0]?.value.cooked ?? undefined)
		: undefined;
}

/** The name that code reads, as in `a.name` or `{ name: b }`; '' if it is unknown. */
export const nameOf = (key: AnyNode, computed: boolean): string =>
	key.type === 'Identifier' && !computed ? key.name : (fixedText(key) ?? '');

export const EMPTY = /^(?:undefined|null|\{\s*\}|\[\s*\]|''|"")$/;

/** What a value is, as text. */
export const said = (one: Maybe) => one && JSON.stringify([one.is, one.of, one.path, one.each]);
export const isSame = (one: Maybe, other: Maybe) => said(one) === said(other);

const OPTIONS = {
	ecmaVersion: 'latest',
	allowReturnOutsideFunction: true,
	allowAwaitOutsideFunction: true,
	allowImportExportEverywhere: true,
} as const;

/** What `read` gives; undefined for code that cannot be read. */
export function attempt<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
		throw error;
	}
}

/** Code as an expression; undefined if it is none. */
export const expressionIn = (code: string) =>
	attempt(() => {
		const node = parseExpressionAt(code, 0, OPTIONS);
		return /^[\s)]*$/.test(code.slice(node.end)) ? node : undefined;
	});

export const statementsIn = (code: string) => attempt(() => parse(code, OPTIONS));
