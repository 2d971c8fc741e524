import type { AnyNode, Function as Callable } from 'acorn';

import {
	attempt,
	CALLS,
	childrenOf,
	EMPTY,
	expressionIn,
	fixedText,
	isNode,
	isSame,
	isWhole,
	type Kind,
	listOf,
	type Maybe,
	nameOf,
	partOf,
	said,
	statementsIn,
	type Value,
	value,
	WORDS_OF_ERROR,
} from './values';

type Span = [start: number, end: number];

/** How code uses data: it reads, writes, reads what may be other data or takes it apart as in `{ result: a } = b`. */
type As = 'read' | 'write' | 'open';
/** How it uses items: gives them to the next node, hands them to something unknown; and two other uses. */
type AsOne = 'gives' | 'hands' | 'comparesError' | 'readsParameters';

/** One place in code that uses the data of n8n. */
export interface Use {
	as: As | AsOne;
	/** The node whose data it is; undefined for the input. */
	of?: string;
	/** The names that are read of the data; none if all of it is used. */
	path: string[];
	start: number;
	end: number;
	/** End of the code for the data, which begins at `start`; unknown if a variable holds a part of it. */
	base?: number;
	/** The name that is read of the result, '' if that is unknown, '=' if a variable gets it. */
	next?: string;
	/** The object that is read. */
	inner?: Span;
}

/** Follows n8n's data through code. */
class Reader {
	private readonly uses: Use[] = [];
	/** Names that the current function declares, and what it returns. */
	private declared = new Map<string, Maybe>();
	private returned?: Maybe[];
	private readonly functions: Value[] = [];

	constructor(
		private readonly code: string,
		private readonly scope: Map<string, Maybe>,
	) {}

	read(program: AnyNode): Use[] {
		this.leave(program, this.value(program));
		for (const one of this.functions) if (one.given === undefined) this.call(one, []);
		return this.uses;
	}

	private callable(callable: Callable): Value {
		const made: Value = { ...value('function'), callable };
		this.functions.push(made);
		return made;
	}

	private use({ start, end }: AnyNode, { of, path, base, isOpen }: Value, more: Partial<Use> = {}) {
		const as = isOpen === true ? 'open' : 'read';
		this.uses.push({ of, path, start, end, base, as, ...more });
	}

	/** A value goes where nobody follows it. */
	private leave(node: AnyNode, one: Maybe, isHanded = false): void {
		if (one?.is === 'function') this.call(one, []);
		else if (one?.each) {
			this.leave(node, { ...one.each, base: undefined, isOpen: true }, isHanded);
		} else if (isWhole(one)) {
			this.use(node, one, { as: 'gives' });
			this.use(node, { ...one, base: node.end });
		} else if (one?.is === 'json') {
			// A part of an answer that a variable holds.
			if (one.base === undefined && one.path[0] === 'data')
				this.use(node, { ...one, isOpen: true });
		} else if (one && one.is !== 'nodes') {
			this.use(node, one, { as: 'gives' });
			if (isHanded) this.use(node, one, { as: 'hands' });
		}
	}

	private leaveAll = (nodes: AnyNode[]) => nodes.forEach((one) => this.leave(one, this.value(one)));

	/** The value of an expression; statements have none. @param next the name that is read of it */
	private value(node: AnyNode, next?: string): Maybe {
		switch (node.type) {
			case 'Identifier': {
				const one = this.scope.get(node.name);
				return one?.is === 'json' ? { ...one, base: isWhole(one) ? node.end : undefined } : one;
			}
			case 'ChainExpression':
				return this.value(node.expression, next);
			case 'AwaitExpression':
				return this.value(node.argument);
			case 'MemberExpression':
				return this.member(node, next);
			case 'CallExpression':
				return this.called(node);
			case 'LogicalExpression':
				if (node.operator !== '&&') return this.either(node, node.left, node.right, next);
				this.value(node.left);
				return this.value(node.right, next);
			case 'ConditionalExpression':
				this.value(node.test);
				return this.either(node, node.consequent, node.alternate, next);
			case 'BinaryExpression': {
				const sides = childrenOf(node);
				const hasWords = sides.some((side) => /[a-z]/i.test(fixedText(side) ?? ''));
				for (const side of sides) {
					const one = this.value(side);
					if (!/^[!=]==?$/.test(node.operator)) this.leave(side, one);
					else if (hasWords) this.compare(side, one);
				}
				return undefined;
			}
			case 'UnaryExpression':
				if (node.operator === 'delete') this.assign(node.argument, undefined);
				else this.value(node.argument);
				return undefined;
			case 'ArrayExpression': {
				const [only, ...others] = node.elements;
				if (only?.type !== 'SpreadElement' || others.length > 0) break;
				const list = this.value(only.argument);
				if (list?.is !== 'list') this.leave(only.argument, list);
				return list?.is === 'list' ? list : undefined;
			}
			case 'ArrowFunctionExpression':
			case 'FunctionExpression':
				return this.callable(node);
			case 'FunctionDeclaration':
				return undefined;
			case 'VariableDeclarator':
				this.declare(node.id, node.init ? this.value(node.init, '=') : undefined);
				return undefined;
			case 'AssignmentExpression': {
				const one = this.value(node.right, '=');
				if (node.left.type === 'MemberExpression') this.leave(node.right, one);
				this.assign(node.left, one);
				return undefined;
			}
			case 'ForOfStatement': {
				const list = this.value(node.right);
				const [first] = node.left.type === 'VariableDeclaration' ? node.left.declarations : [];
				this.declare(first?.id ?? node.left, list?.is === 'list' ? list.each : undefined);
				this.value(node.body);
				return undefined;
			}
			case 'ReturnStatement': {
				const one = node.argument ? this.value(node.argument) : undefined;
				if (this.returned) this.returned.push(one);
				else if (node.argument) this.leave(node.argument, one);
				return undefined;
			}
			case 'SwitchStatement':
				this.compare(node, this.value(node.discriminant));
				break;
			case 'Property':
				this.leave(node.value, this.value(node.value));
				if (!node.computed) return undefined;
				break;
			default:
		}
		// Functions can be called above their place.
		for (const one of childrenOf(node)) {
			if (one.type === 'FunctionDeclaration') this.scope.set(one.id!.name, this.callable(one));
		}
		this.leaveAll(childrenOf(node));
		return undefined;
	}

	/** The value of one of two expressions. */
	private either(node: AnyNode, one: AnyNode, other: AnyNode, next?: string): Maybe {
		const [first, second] = [this.value(one, next), this.value(other, next)];
		const whole = [first, second].find(isWhole);
		if (!whole) return first && second && !isSame(first, second) ? undefined : (first ?? second);
		const isSure = EMPTY.test(this.textOf(whole === first ? other : one)) || isSame(first, second);
		return { ...whole, base: node.end, isOpen: whole.isOpen === true || !isSure };
	}

	private readonly textOf = ({ start, end }: AnyNode) => this.code.slice(start, end);

	private compare(node: AnyNode, one: Maybe): void {
		const isError = one?.is === 'json' && WORDS_OF_ERROR.test(one.path.join());
		if (isError) this.use(node, one, { as: 'comparesError' });
	}

	private member(node: Kind<'MemberExpression'>, next?: string): Maybe {
		const name = nameOf(node.property, node.computed);
		if (node.computed) this.leave(node.property, this.value(node.property));
		if (name === '$node') return value('nodes');
		const one = this.value(node.object, name);
		if (!one) return undefined;
		const { is, of, isOpen, path, each } = one;
		if (is === 'nodes') return value('item', name);
		const isOfNode = /^param(?:s|eter)$/.test(name) && of !== undefined && is !== 'json';
		if (isOfNode) this.use(node, one, { as: 'readsParameters' });
		if (is === 'node' && name === 'item') return value('item', of);
		if (is === 'item' && name === 'json') return { ...value('json', of), isOpen };
		if (is === 'list' && node.computed) return each;
		if (is !== 'json' || path.length > 1) return undefined;
		const before = this.code.slice(node.start, node.property.start);
		const here = node.start + before.replace(/\s*(?:\?\.\s*\[?|\.|\[)\s*$/, '').length;
		const isFirst = path.length === 0;
		const base = isFirst ? here : node.start === node.object.start ? one.base : undefined;
		const read = partOf(one, name, base);
		this.use(node, read, { next, ...(base === undefined && { inner: [node.start, here] }) });
		return read;
	}

	private called({ callee, arguments: given }: Kind<'CallExpression'>): Maybe {
		const text = this.textOf(callee);
		if (text === '$' || text === '$items') {
			const name = fixedText(given[0]);
			if (given.length > 0 && name === undefined) return undefined;
			return text === '$' ? value('node', name) : listOf(value('item', name));
		}
		if (callee.type !== 'MemberExpression') {
			const made = this.value(callee);
			return made?.is === 'function' ? this.call(made, given) : this.handed(given, text);
		}
		const name = nameOf(callee.property, callee.computed);
		const one = this.value(callee.object, name);
		if (one?.is === 'list') return this.ofList(one, name, given);
		if (one?.is === 'node') {
			this.leaveAll(given);
			if (CALLS.itemOfNode.test(name)) return value('item', one.of);
			return name === 'all' ? listOf(value('item', one.of)) : undefined;
		}
		if (isWhole(one) && CALLS.ofData.test(name)) this.leave(callee.object, one);
		if (CALLS.sameText.test(name)) return one;
		if (!CALLS.compares.test(name)) return this.handed(given, text);
		for (const side of [one, ...given.map((arg) => this.value(arg))]) this.compare(callee, side);
		return undefined;
	}

	/** Reads what a call of something unknown is given; returns what it gives. */
	private handed(given: AnyNode[], text: string): Maybe {
		const values = given.map((node, at) => {
			const one = this.value(node);
			const isUsed = !CALLS.unused.test(text) && !(at === 0 && CALLS.same.test(text));
			if (isUsed) this.leave(node, one, !CALLS.keeps.test(text));
			return one;
		});
		return CALLS.same.test(text) ? values[0] : undefined;
	}

	/** The value of a method of a list. */
	private ofList(list: Value, name: string, given: AnyNode[]): Maybe {
		const { each } = list;
		const [first] = given.map((node) => {
			const one = this.value(node);
			if (one?.is !== 'function') return void this.leave(node, one);
			return this.call(one, name.startsWith('reduce') ? [undefined, each] : [each]);
		});
		if (name === 'map' || name === 'flatMap') return listOf(first ?? undefined);
		if (name === 'entries') return listOf({ ...value('entry'), each });
		return CALLS.sameList.test(name) ? list : CALLS.oneOfList.test(name) ? each : undefined;
	}

	/** Reads the body of a function once, with what its first call gives it. */
	private call(one: Value, given: Array<AnyNode | Maybe>): Maybe {
		const values = given.map((arg) => (isNode(arg) ? this.value(arg) : arg));
		const now = values.map(said).join();
		if (one.given !== undefined) {
			if (one.given === now) return one.gives;
			given.forEach((arg, at) => isNode(arg) && this.leave(arg, values[at], true));
			return undefined;
		}
		one.given = now;
		const { declared, returned } = this;
		this.declared = new Map();
		this.returned = [];
		const { params, body } = one.callable!;
		params.forEach((param, at) => this.declare(param, values[at]));
		const result = this.value(body);
		const [first, ...others] = body.type === 'BlockStatement' ? this.returned : [result];
		one.gives = others.every((other) => isSame(other, first)) ? first : undefined;
		for (const [name, before] of this.declared) this.scope.set(name, before);
		Object.assign(this, { declared, returned });
		return one.gives;
	}

	private declare(target: AnyNode, one: Maybe): void {
		if (target.type === 'Identifier') {
			if (!this.declared.has(target.name)) {
				this.declared.set(target.name, this.scope.get(target.name));
			}
			this.scope.set(target.name, one);
		} else if (target.type === 'AssignmentPattern') {
			this.leave(target.right, this.value(target.right));
			this.declare(target.left, one);
		} else if (target.type === 'ArrayPattern') {
			target.elements.forEach((element, at) => {
				const is = at === 1 || one?.is === 'list' ? one?.each : undefined;
				if (element) this.declare(element, is);
			});
		} else if (target.type === 'ObjectPattern') {
			for (const property of target.properties) {
				if (property.type === 'Property') {
					const name = nameOf(property.key, property.computed);
					this.declare(property.value, this.takeOut(target, one, name));
				} else if (isWhole(one)) this.use(target, { ...one, isOpen: true });
			}
		}
	}

	/** The value of a name of `{ a, b: { c } }`. */
	private takeOut(target: AnyNode, one: Maybe, name: string): Maybe {
		if (one?.is === 'item' && name === 'json') return value('json', one.of);
		if (one?.is !== 'json' || one.path.length > 1) return undefined;
		const read = partOf(one, name);
		this.use(target, read, { as: 'open' });
		return read;
	}

	/** Writes a value to a variable or a field. */
	private assign(target: AnyNode, one: Maybe): void {
		if (target.type === 'Identifier') {
			const before = this.scope.get(target.name);
			if (!before || isSame(before, one)) this.scope.set(target.name, one);
			else before.isOpen = true;
		} else if (target.type === 'MemberExpression') {
			const name = nameOf(target.property, target.computed);
			const of = this.value(target.object, name);
			if (isWhole(of)) this.use(target, { ...of, path: [name] }, { as: 'write' });
		} else this.declare(target, one);
	}
}

/**
 * What JavaScript reads of n8n's data; undefined if it cannot be read.
 *
 * @param isItemData whether `item` is the data of an item, as in the node Function Item
 */
export function readCode(code: string, isItemData = false): Use[] | undefined {
	for (const parsed of [expressionIn, statementsIn]) {
		const node = parsed(code);
		const globals: Array<[string, Maybe]> = [
			['$json', value('json')],
			['$data', value('json')],
			['$input', value('node')],
			['$node', value('nodes')],
			['items', listOf(value('item'))],
			['item', value(isItemData ? 'json' : 'item')],
		];
		const uses = node && attempt(() => new Reader(code, new Map(globals)).read(node));
		if (uses) return uses;
	}
	return undefined;
}
