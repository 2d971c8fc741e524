import { doubtText, labelOf, type Reading } from './doubts';
import { isExpression, mapParts } from './expression';
import type { Origin } from './origins';
import { AT_THE_TOP } from './passing';

/** What the code of a node can refer to. */
export interface Reach {
	/** Where the items of the node come from. */
	direct: Origin | undefined;
	/** The converted data in the output of nodes, including converted ones, by name. */
	named: Map<string, Origin>;
}

const { raw } = String;

/** Input of a node: code for one item, up to its json. */
const DIRECT = raw`(?:\$json|(?:\$input\.(?:item|(?:first|last)\(\)|all\(\)\[\d+\])|items\[\d+\])\??\.json)`;

const quotedName = (group: string) =>
	raw`(?<${group}q>["'\x60])(?<${group}>(?:\\.|(?!\k<${group}q>).)*)\k<${group}q>`;

const JSON_OF = raw`(?:\??\.json\b|\[["']json["']\])`;
const ONE_OF = raw`\??\.(?:item|(?:first|last|itemMatching)\([^()]*\)|all\([^()]*\)\[[^\]]*\])`;

/** Code for the item of a named node, in all notations of n8n. */
const NAMED = [
	raw`\$\(\s*${quotedName('a')}\s*\)${ONE_OF}${JSON_OF}`,
	raw`(?:\$item\([^()]*\)\.)?\$node(?:\[\s*${quotedName('b')}\s*\]|\.(?<c>\w+))${JSON_OF}`,
	raw`\$items\(\s*${quotedName('d')}[^()]*\)\[[^\]]*\]${JSON_OF}`,
].join('|');

const field = (names: string) =>
	raw`(?:\??\.(?:${names})\b|(?:\?\.)?\[\s*["'](?:${names})["']\s*\])`;

/** A person's answer, which the Telegram node puts under `data`. */
const ANSWER = raw`${field('data')}(?=${field('approved|text|chatId|messageId|respondedAt')})`;

/** n8n's own field about a form, next to the form's fields. */
const TIME = raw`${field('data')}(?=${field('respondedAt')})`;

/** The words of a failed request: an HTTP Request has them in an object, or as Telegram sends them. */
const ERROR = raw`${field('error')}${field('message|description')}|${field('description')}`;

/** A reference to Telegram's answer; or a text or a remark, in which nothing is a reference. */
const REFERENCE = new RegExp(
	[
		raw`(?<![\w$]|(?<!\.\.)\.)(?<item>${DIRECT}|${NAMED})(?:(?<result>${field('result')})|(?<ok>${field('ok')})|(?<error>${ERROR})|(?<code>${field('error_code')})|(?<time>${TIME})|(?<data>${ANSWER})|(?<form>${field('data')})|(?<whole>(?![\w$]|\s*(?:\?\.|\.|\[))))`,
		raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*`,
	].join('|'),
	'g',
);

/** Fields that contain JavaScript. */
const CODE_FIELD = /^(?:jsCode|functionCode|code)$/;

/** Other ways to read an answer that remain, such as `({ json: { result } }) =>`. */
const left = (top: string, other: string) =>
	new RegExp(
		raw`${field(`${top}${other}`)}|\{[^{}]*\b${top}\b[^{}]*(?:\{[^{}]*\}[^{}]*)?\}[\s})\],]*=`,
	);
const LEFT = left('result', '|ok');
const LEFT_OF_ANSWER = left('data', '');

type AnyShape = Origin['shape'];

const isAnswer = (shape: AnyShape) => shape === 'answer' || shape === 'form';

/** Whether code reads a field that has moved. */
function readsOld(code: string, { shape, sources }: Origin, { named }: Reach): boolean {
	if (shape === 'same' || shape === 'passes') return false;
	if (isAnswer(shape)) return LEFT_OF_ANSWER.test(code);
	const mayBeAnswer =
		shape === 'mixed' && sources.some((name) => isAnswer(named.get(name)?.shape ?? 'same'));
	return LEFT.test(code) || (mayBeAnswer && LEFT_OF_ANSWER.test(code));
}

/** A use of the whole input that was not rewritten. */
const WHOLE_INPUT = /\$json(?![\w$]|\s*(?:\?\.|\.|\[))/;

/** An input field with the same name as a field of our answer. */
const TOP_FIELD = new RegExp(raw`${DIRECT}${field([...AT_THE_TOP].join('|'))}`);

/** A whole answer, as in `JSON.stringify($json)`, wrapped in its old form. */
const WRAPPED: Partial<Record<AnyShape, (item: string) => string>> = {
	atTheTop: (item) => `({ ok: !${item}.error, result: ${item}, error: ${item}.error })`,
	success: (item) => `({ ok: !${item}.error, result: ${item}.success, error: ${item}.error })`,
	deleted: (item) => `({ ok: !${item}.error, result: ${item}.deleted, error: ${item}.error })`,
	answer: (item) => `({ data: ${item} })`,
	form: (item) => `({ data: ${item}.answers })`,
};

/** Whether Python, which is not rewritten, may read an answer. */
function readsInPython(code: string, { shape }: Origin): boolean {
	if (shape === 'same' || shape === 'passes') return false;
	if (shape === 'mixed') return /\b(?:result|ok|data)\b/.test(code);
	return (isAnswer(shape) ? /\bdata\b/ : /\b(?:result|ok)\b/).test(code);
}

/** Fields that contain field names as plain words; several are separated by commas. */
const NAME_FIELD =
	/^(?:fieldToSplitOut|fieldToAggregate|fieldToSummarize|fieldName|field|field1|field2|currentKey|fieldsToCompare|fields|dataPropertyName|sourceProperty|sourceKey|fieldToMatch)$/;

const READS_INPUT = /\$json|\$input|\bitems\b|\$data\b/;

const unescape = (name: string) => name.replace(/\\(.)/g, '$1');

/** The groups of a reference. */
type Groups = Record<string, string | undefined>;

/**
 * How to read the answer now; undefined if that is unknown.
 *
 * @param isRead whether the code reads a field of the result
 */
function newReference(
	groups: Groups,
	{ shape, isAlone, isWhole }: Origin,
	isRead: boolean,
): string | undefined {
	const { item = '', result, ok, error, code, time, data, form, whole } = groups;
	if (['same', 'gone', 'mixed', 'items', 'passes'].includes(shape)) return undefined;
	if (whole !== undefined) return isWhole ? WRAPPED[shape]?.(item) : undefined;
	/** The node may also get other data, which reads as before. */
	const now = (before: string, after: string) =>
		isAlone ? after : `(${item}${before} ?? ${after})`;
	if (error !== undefined) {
		const before = error.includes('error') ? '.error?.message' : error;
		return now(before, `${item}.error`);
	}
	if (code !== undefined) return now(code, `${item}.errorCode`);
	const answered = time ?? data ?? form;
	if (shape === 'answer') {
		const read = time ?? data;
		return read === undefined ? undefined : now(read, item);
	}
	if (shape === 'form') {
		if (answered === undefined) return undefined;
		return now(answered, time === undefined ? `${item}.answers` : item);
	}
	if (answered !== undefined) return undefined;
	// Other data has neither field, so asking for them tells the two apart.
	if (ok !== undefined) return isAlone ? `(!${item}.error)` : undefined;
	if (!isAlone && shape === 'atTheTop' && !isRead) return undefined;
	return now(result!, shape === 'atTheTop' ? item : `${item}.${shape}`);
}

interface Rewritten {
	text: string;
	/** The code without the rewritten references. */
	rest: string;
}

/** Rewrites references to Telegram's answers in JavaScript. */
function rewriteCode(code: string, reach: Reach): Rewritten {
	const rewrite = (show: (now: string) => string) =>
		code.replace(REFERENCE, (whole: string, ...args: unknown[]) => {
			const groups = args.at(-1) as Groups;
			const { a, b, c, d } = groups;
			if (groups.item === undefined) return whole;
			const name = a ?? b ?? c ?? d;
			const origin = name === undefined ? reach.direct : reach.named.get(unescape(name));
			const [at] = args.filter((one) => typeof one === 'number');
			const isRead = /^\s*(?:\?\.|\.|\[)/.test(code.slice((at as number) + whole.length));
			const now = origin && newReference(groups, origin, isRead);
			return now === undefined ? whole : show(now);
		});
	return { text: rewrite((now) => now), rest: rewrite(() => '$read') };
}

/** Whether code mentions a node by name. */
const isNamedIn = (code: string, name: string) =>
	[`'${name}'`, `"${name}"`, `\`${name}\``, `$node.${name}.`].some((one) => code.includes(one));

/** The first answer that code reads in a way that was not rewritten. */
function originLeftIn(code: string, reach: Reach): Origin | undefined {
	const { direct, named } = reach;
	if (direct && READS_INPUT.test(code) && readsOld(code, direct, reach)) return direct;
	if (!/\$(?:\(|node|items)/.test(code)) return undefined;
	return [...named].find(
		([name, origin]) => isNamedIn(code, name) && readsOld(code, origin, reach),
	)?.[1];
}

/** A field path in plain words, as in our answer; undefined if it is uncertain. */
function rewritePath(path: string, { shape, isAlone }: Origin): string | undefined {
	if (!isAlone) return undefined;
	if (shape === 'atTheTop') return /^result\.(?=\w)/.test(path) ? path.slice(7) : undefined;
	if (shape === 'success' || shape === 'deleted') return path === 'result' ? shape : undefined;
	if (shape === 'answer') return /^data\.(?=\w)/.test(path) ? path.slice(5) : undefined;
	return shape === 'form' ? path.replace(/^data(?=\.|$)/, 'answers') : undefined;
}

/**
 * Rewrites references in all texts of a value, at any depth.
 *
 * @param doubt called with a note for the user for each text that may still read Telegram's form
 */
export function rewriteReferences(
	value: unknown,
	reach: Reach,
	doubt: (note: string) => void,
	key = '',
	label = '',
): unknown {
	if (Array.isArray(value)) {
		return value.map((entry) => rewriteReferences(entry, reach, doubt, key, label));
	}
	if (typeof value === 'object' && value !== null) {
		const { name: title } = value as { name?: unknown };
		const isRow = typeof title === 'string' && title !== '' && !isExpression(title);
		return Object.fromEntries(
			Object.entries(value).map(([name, entry]) => {
				const shown = isRow && /^value$|Value$/.test(name) ? title : labelOf(name);
				return [name, rewriteReferences(entry, reach, doubt, name, shown)];
			}),
		);
	}
	if (typeof value !== 'string') return value;
	const { direct } = reach;
	const tell = (reading: Reading, origin: Origin) => doubt(doubtText(reading, label, origin));
	const code = (part: string) => {
		const { text, rest } = rewriteCode(part, reach);
		const origin = originLeftIn(rest, reach);
		if (origin) tell('apart', origin);
		else if (direct && WHOLE_INPUT.test(rest)) tell('whole', direct);
		else if (direct?.mergedBy && direct.shape === 'atTheTop' && TOP_FIELD.test(rest))
			tell('top', direct);
		return text;
	};
	if (isExpression(value)) return mapParts(value, { code });
	if (CODE_FIELD.test(key)) return code(value);
	if (key === 'pythonCode') {
		const origins = [
			...(direct ? [direct] : []),
			...[...reach.named].flatMap(([name, origin]) => (isNamedIn(value, name) ? [origin] : [])),
		];
		const origin = origins.find((one) => readsInPython(value, one));
		if (origin) tell('apart', origin);
		return value;
	}
	if (!direct) return value;
	if (value === 'autoMapInputData') tell('whole', direct);
	// Some nodes take a field path as plain words.
	const isName = NAME_FIELD.test(key);
	const paths = isName ? value.split(',').map((path) => path.trim()) : [value];
	if (!isName && !/^(?:result|data)(?:\.\w|\[)/.test(value)) return value;
	if (!paths.some((path) => readsOld(`.${path}`, direct, reach))) return value;
	const now = paths.map((path) => rewritePath(path, direct) ?? path);
	if (!isName || now.some((path) => readsOld(`.${path}`, direct, reach))) {
		tell('plain', direct);
		return value;
	}
	return now.join(', ');
}
