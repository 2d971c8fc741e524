import { isExpression, mapParts } from './expression';
import type { Origin } from './origins';

/** What the code of a node can refer to. */
export interface Reach {
	/** Where the items of the node come from. */
	direct: Origin | undefined;
	/** What the converted nodes give, by name. */
	named: Map<string, Origin>;
}

const { raw } = String;

/** The items that a node gets: an item of them, up to its json. */
const DIRECT = raw`(?:\$json|(?:\$input\.(?:item|(?:first|last)\(\)|all\(\)\[\d+\])|items\[\d+\])\??\.json)`;

const quotedName = (group: string) =>
	raw`(?<${group}q>["'\x60])(?<${group}>(?:\\.|(?!\k<${group}q>).)*)\k<${group}q>`;

const JSON_OF = raw`(?:\??\.json\b|\[["']json["']\])`;
const ONE_OF = raw`\??\.(?:item|(?:first|last|itemMatching)\([^()]*\)|all\([^()]*\)\[[^\]]*\])`;

/** The item of a node by the node's name, in the ways that n8n has had for it. */
const NAMED = [
	raw`\$\(\s*${quotedName('a')}\s*\)${ONE_OF}${JSON_OF}`,
	raw`(?:\$item\([^()]*\)\.)?\$node(?:\[\s*${quotedName('b')}\s*\]|\.(?<c>\w+))${JSON_OF}`,
	raw`\$items\(\s*${quotedName('d')}[^()]*\)\[[^\]]*\]${JSON_OF}`,
].join('|');

const field = (names: string) =>
	raw`(?:\??\.(?:${names})\b|(?:\?\.)?\[\s*["'](?:${names})["']\s*\])`;

/** What a person has answered: under `data` in the Telegram node. */
const ANSWER = raw`${field('data')}(?=${field('approved|text|chatId|messageId|respondedAt')})`;

/** What n8n says itself about a form, beside its fields. */
const TIME = raw`${field('data')}(?=${field('respondedAt')})`;

/** A reference to Telegram's answer; or a text or a remark, in which nothing is a reference. */
const REFERENCE = new RegExp(
	[
		raw`(?<![\w$.])(?<item>${DIRECT}|${NAMED})(?:(?<result>${field('result')})|(?<ok>${field('ok')})|(?<time>${TIME})|(?<data>${ANSWER})|(?<form>${field('data')}))`,
		raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*`,
	].join('|'),
	'g',
);

/** Fields of nodes that hold JavaScript. */
const CODE_FIELD = /^(?:jsCode|functionCode|code)$/;

/** What is left of an answer that was read in another way, such as `({ json: { result } }) =>`. */
const left = (top: string, other: string) =>
	new RegExp(
		raw`${field(`${top}${other}`)}|\{[^{}]*\b${top}\b[^{}]*(?:\{[^{}]*\}[^{}]*)?\}[\s})\],]*=`,
	);
const LEFT = left('result', '|ok');
const LEFT_OF_ANSWER = left('data', '');

const isAnswer = (origin: Origin) => origin === 'answer' || origin === 'form';

/** Whether code reads a field that is elsewhere now. */
function readsOld(code: string, origin: Origin | undefined, { named }: Reach): boolean {
	if (origin === undefined || origin === 'same') return false;
	if (isAnswer(origin)) return LEFT_OF_ANSWER.test(code);
	const mayBeAnswer = origin === 'mixed' && [...named.values()].some(isAnswer);
	return LEFT.test(code) || (mayBeAnswer && LEFT_OF_ANSWER.test(code));
}

/** The whole of what came in, such as `JSON.stringify($json)`. */
const WHOLE_INPUT = /\$json(?![\w$]|\s*(?:\?\.|\.|\[))/;

/** Whether the items are other ones than Telegram's. */
export const isOther = (origin: Origin | undefined) => origin !== undefined && origin !== 'same';

/** Whether Python, which is not rewritten, may read an answer. */
function isDoubtfulInPython(code: string, { direct, named }: Reach): boolean {
	const reads = (origin: Origin | undefined) => {
		if (origin === undefined || origin === 'same') return false;
		if (origin === 'mixed') return /\b(?:result|ok|data)\b/.test(code);
		return (isAnswer(origin) ? /\bdata\b/ : /\b(?:result|ok)\b/).test(code);
	};
	return reads(direct) || [...named].some(([name, origin]) => code.includes(name) && reads(origin));
}

/** The fields in which Split Out and Aggregate have the name of a field as plain words. */
const NAME_FIELD = /^fieldTo(?:SplitOut|Aggregate)$/;

const READS_INPUT = /\$json|\$input|\bitems\b|\$data\b/;

const unescape = (name: string) => name.replace(/\\(.)/g, '$1');

/** The groups of a reference. */
type Groups = Record<string, string | undefined>;

/** How the answer reads now; undefined if that is not known. */
function newReference(groups: Groups, origin: Origin): string | undefined {
	const { item, ok, time, data, form } = groups;
	const isOfAnswer = (time ?? data ?? form) !== undefined;
	if (origin === 'answer') return (time ?? data) === undefined ? undefined : item;
	if (origin === 'form') {
		if (!isOfAnswer) return undefined;
		return time === undefined ? `${item}.answers` : item;
	}
	if (isOfAnswer) return undefined;
	if (origin === 'same' || origin === 'gone' || origin === 'mixed') return undefined;
	if (origin === 'items') return undefined;
	if (ok !== undefined) return `(!${item}.error)`;
	return origin === 'atTheTop' ? item : `${item}.${origin}`;
}

/** Whether code still reads what a converted node gave in Telegram's shape. */
function isDoubtful(code: string, reach: Reach): boolean {
	if (READS_INPUT.test(code) && readsOld(code, reach.direct, reach)) return true;
	return [...reach.named].some(
		([name, origin]) =>
			code.includes(name) && /\$(?:\(|node|items)/.test(code) && readsOld(code, origin, reach),
	);
}

/** JavaScript with its references to Telegram's answers rewritten. */
function rewriteCode(code: string, reach: Reach): string {
	return code.replace(REFERENCE, (whole: string, ...args: unknown[]) => {
		const groups = args.at(-1) as Groups;
		const { a, b, c, d } = groups;
		if (groups.item === undefined) return whole;
		const name = a ?? b ?? c ?? d;
		const origin = name === undefined ? reach.direct : reach.named.get(unescape(name));
		return (origin && newReference(groups, origin)) ?? whole;
	});
}

/**
 * The texts of a value, however deep, with their references rewritten.
 *
 * @param doubt called for each text that may still read an answer in Telegram's shape
 */
export function rewriteReferences(
	value: unknown,
	reach: Reach,
	doubt: () => void,
	key = '',
): unknown {
	if (Array.isArray(value)) return value.map((entry) => rewriteReferences(entry, reach, doubt));
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([name, entry]) => [
				name,
				rewriteReferences(entry, reach, doubt, name),
			]),
		);
	}
	if (typeof value !== 'string') return value;
	const code = (part: string) => {
		const done = rewriteCode(part, reach);
		// Before it was rewritten: $json.result is $json now.
		const isWhole = WHOLE_INPUT.test(part) && isOther(reach.direct);
		if (isWhole || isDoubtful(done, reach)) doubt();
		return done;
	};
	if (isExpression(value)) return mapParts(value, { code });
	if (CODE_FIELD.test(key)) return code(value);
	const isPython = key === 'pythonCode' && isDoubtfulInPython(value, reach);
	const isMapped = value === 'autoMapInputData' && isOther(reach.direct);
	// Some nodes take the path of a field as plain words.
	const isPath = NAME_FIELD.test(key) || /^(?:result|data)(?:\.\w|\[)/.test(value);
	const isOldPath = isPath && readsOld(`.${value}`, reach.direct, reach);
	if (isPython || isMapped || isOldPath) doubt();
	return value;
}
