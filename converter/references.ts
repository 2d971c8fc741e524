import type { Doubt, Doubts } from './doubts';
import { isExpression, mapParts } from './expression';
import { mapTexts } from './labels';
import type { Origin } from './origins';
import { AT_THE_TOP } from './passing';
import { readCode, type Use } from './reader';
import { CALLS } from './values';
import type { Parameters } from './workflow';

/** What the code of a node can refer to. */
export interface Reach {
	/** Where the items of the node come from. */
	direct: Origin | undefined;
	/** The converted data in the output of all nodes, including converted ones, by name. */
	named: Map<string, Origin | undefined>;
	/** Whether `item` is the data of an item in the node's code. */
	isItemData?: boolean;
}

type AnyShape = Origin['shape'];

/** The fields of the Telegram node's output. */
const OF_RESULT = /^(?:result|ok|data)$/;

const isAnswer = (shape: AnyShape) => shape === 'answer' || shape === 'form';

/** Fields of a person's answer. The Telegram node has them under `data`. */
const OF_ANSWER = ['approved', 'text', 'chatId', 'messageId', 'respondedAt'];

/** Whether a field of the Telegram node's output has moved. */
function isMoved(name: string, { shape, sources }: Origin, { named }: Reach): boolean {
	if (shape === 'same' || shape === 'passes') return false;
	const shapes = shape === 'mixed' ? sources.map((one) => named.get(one)?.shape) : [shape];
	if (name === 'data') return shapes.some((one) => one !== undefined && isAnswer(one));
	return (name === 'result' || name === 'ok') && !isAnswer(shape);
}

/** The field with what the answer was, if it has a name of its own. */
const FIELD: Partial<Record<AnyShape, string>> = {
	success: 'success',
	deleted: 'deleted',
	value: 'result',
	form: 'answers',
};

/** What `result` was: nothing if the request failed. */
const resultOf = (item: string, { shape, mayFail }: Origin) =>
	shape !== 'atTheTop'
		? `${item}.${FIELD[shape]}`
		: mayFail
			? `(${item}.error ? undefined : ${item})`
			: item;

/** Their form has the time of the answer among the answers. */
const allAnswers = (item: string, isAlone = true) =>
	`(${isAlone ? '' : `${item}.answers && `}{ ...${item}.answers, respondedAt: ${item}.respondedAt })`;

/** A whole answer, as in `JSON.stringify($json)`, in its old form. */
const wrapped = (item: string, origin: Origin) =>
	isAnswer(origin.shape)
		? `({ data: ${origin.shape === 'form' ? allAnswers(item) : item} })`
		: origin.mayFail
			? `(${item}.error ? { ok: false, error: ${item}.error } : { ok: true, result: ${resultOf(item, { ...origin, mayFail: false })} })`
			: `({ ok: true, result: ${resultOf(item, origin)} })`;

const UNREADABLE: AnyShape[] = ['same', 'gone', 'mixed', 'items', 'passes'];

/** How the data are read now; undefined if that is unknown. */
function newReference(use: Use, origin: Origin, textOf: TextOf): string | undefined {
	const { shape, isAlone, isWhole } = origin;
	const { path, as, start, end, base, next, inner } = use;
	const [first = '', second] = path;
	if (UNREADABLE.includes(shape) || as !== 'read') return undefined;
	const isText = first === 'error' && /^(?:message|description)$/.test(second ?? '');
	if (base === undefined) {
		const object = textOf(inner!);
		return isText ? `(${object}?.${second} ?? ${object})` : undefined;
	}
	const item = textOf([start, base]);
	if (path.length === 0) return isWhole ? wrapped(item, origin) : undefined;
	/** The node may also get other data, which reads as before. */
	const now = (is: string, was = textOf([base, end])) =>
		isAlone ? is : `(${item}${was} ?? ${is})`;
	if (isText) return now(`${item}.error`, '.error?.message');
	const isForm = shape === 'form' && first === 'data';
	if (second !== undefined) {
		// Our form takes the spaces around a label away.
		const label = second.trim();
		if (isForm && second === 'respondedAt') return now(`${item}.respondedAt`);
		const isTaken = isForm && label !== second;
		return isTaken ? now(`${item}.answers[${JSON.stringify(label)}]`) : undefined;
	}
	if (first === 'description') return now(`${item}.error`);
	if (first === 'error_code') return now(`${item}.errorCode`);
	const isOfData = CALLS.ofData.test(next ?? '');
	const isNamed = next !== undefined && next !== '=';
	if (isForm) {
		if (next === 'respondedAt') return undefined;
		return now(isNamed && !isOfData ? `${item}.answers` : allAnswers(item, isAlone));
	}
	if (shape === 'answer' && first === 'data') {
		return next === '=' || OF_ANSWER.includes(next ?? '') ? now(item) : undefined;
	}
	// Other data has neither field, so asking for them tells the two apart.
	if (isAnswer(shape) || !/^(?:ok|result)$/.test(first)) return undefined;
	if (first === 'ok') return isAlone ? `(!${item}.error)` : undefined;
	const isRead = shape === 'atTheTop' && isNamed && !(origin.mayFail && isOfData);
	if (!isAlone && shape === 'atTheTop' && !isRead) return undefined;
	return now(isRead ? item : resultOf(item, origin));
}

type TextOf = (span: [start: number, end: number]) => string;

/** A use that is read in a new way, and what is known of its data. */
type Edit = [use: Use, origin: Origin];

/** A part of code after its edits, which are ordered; those within another are made first. */
function edited(code: string, edits: Edit[], [from, to]: [number, number]): string {
	const parts: string[] = [];
	let at = from;
	for (let i = 0; i < edits.length;) {
		const [use, origin] = edits[i]!;
		const { start, end } = use;
		const first = ++i;
		while (i < edits.length && edits[i]![0].start < end) i++;
		if (start < at || end > to) continue;
		const within = edits.slice(first, i);
		const now = newReference(use, origin, (span) => edited(code, within, span));
		parts.push(code.slice(at, start), now ?? '');
		at = end;
	}
	return [...parts, code.slice(at, to)].join('');
}

/** Texts in code that can be names of nodes. A quote begins one, whatever is before it. */
const NAME_IN_CODE = /(?=(["'`])((?:(?!\1).){1,300})\1)|\$node\.(?=([^.]{1,300})\.)/g;

const namesIn = (code: string) =>
	new Set([...code.matchAll(NAME_IN_CODE)].map(([, , quoted, name]) => quoted ?? name ?? ''));

const READS_INPUT = /\$json|\$input|\bitems?\b|\$data\b|_input|_items?\b|_json/;

/** Code that cannot be read, such as Python, with the answers that it may read. */
function doubtUnread(code: string, reach: Reach, doubts: Doubts, label: string): void {
	const { direct, named } = reach;
	const input = READS_INPUT.test(code) ? direct : undefined;
	const words = (code.match(/\w+/g) ?? []).filter((word) => OF_RESULT.test(word));
	for (const origin of [input, ...[...namesIn(code)].map((name) => named.get(name))]) {
		const word = words.find((one) => origin && isMoved(one, origin, reach));
		if (origin && word !== undefined) doubts.add('apart', label, origin, word);
	}
}

/** Whether a use that was not rewritten reads a field that has moved. */
function isLeft({ path, base, as, next }: Use, origin: Origin, reach: Reach): boolean {
	const [name = '', second] = path;
	const isForm = origin.shape === 'form';
	// A variable holds all answers, or the next name is rewritten.
	if (isForm && (base === undefined || next === 'respondedAt')) return false;
	if (second === undefined) return isMoved(name, origin, reach);
	const isOfVariable = name === 'data' && (base === undefined || as === 'open');
	return isOfVariable && origin.shape === 'answer' && !OF_ANSWER.includes(second);
}

/** What a person should look at in a use that was not rewritten. */
function doubtOf(use: Use, origin: Origin, reach: Reach): Doubt | undefined {
	const { as, path } = use;
	const { shape, isVague } = origin;
	const [name, second] = path;
	if (shape === 'same' || shape === 'passes' || as === 'gives') return undefined;
	if (as === 'comparesError') return 'error';
	if (as === 'readsParameters') return 'parameters';
	if (name === undefined) return 'whole';
	if (isLeft(use, origin, reach)) return 'apart';
	// Before, the answer was under `result`, so that this was empty.
	const isTop =
		shape === 'atTheTop' && as === 'read' && second === undefined && AT_THE_TOP.test(name);
	return isTop && !isVague ? 'top' : undefined;
}

/** Rewrites references to Telegram's answers in JavaScript. */
function rewriteCode(code: string, reach: Reach, doubts: Doubts, label: string): string {
	const { direct, named } = reach;
	const isConcerned = direct !== undefined || /\$(?:\(|node|items)/.test(code);
	const uses = isConcerned ? readCode(code, reach.isItemData) : undefined;
	if (!uses) {
		if (isConcerned) doubtUnread(code, reach, doubts, label);
		return code;
	}
	const edits = new Map<string, Edit>();
	const plain: TextOf = ([start, end]) => code.slice(start, end);
	for (const use of uses) {
		const { of, path, next = '', start, end } = use;
		const [name = '', second = next] = path;
		const origin = of === undefined ? direct : named.get(of);
		if (of !== undefined && !named.has(of) && OF_RESULT.test(name)) doubts.missing.add(of);
		if (!origin) continue;
		if (newReference(use, origin, plain) === undefined) {
			const doubt = doubtOf(use, origin, reach);
			if (doubt) doubts.add(doubt, label, origin, name === 'data' ? `data.${second}` : path[0]);
			continue;
		}
		edits.set(`${start} ${end}`, [use, origin]);
	}
	const ordered = [...edits.values()].sort(([a], [b]) => a.start - b.start || b.end - a.end);
	return edited(code, ordered, [0, code.length]);
}

/** Fields that contain field names as plain words; several are separated by commas. */
const NAME_FIELD =
	/^(?:fieldToSplitOut|fieldToAggregate|fieldToSummarize|fieldName|field|field1|field2|currentKey|fieldsToCompare|fields|dataPropertyName|sourceProperty|sourceKey|fieldToMatch)$/;

/** Fields that contain JavaScript. */
const CODE_FIELD = /^(?:jsCode|functionCode|code)$/;

/** A field path in plain words, as in our answer; the same if it is uncertain. */
function rewritePath(path: string, { shape, isAlone }: Origin): string {
	if (!isAlone || UNREADABLE.includes(shape)) return path;
	const now = FIELD[shape];
	if (now === undefined)
		return path.replace(isAnswer(shape) ? /^data\.(?=\w)/ : /^result\.(?=\w)/, '');
	return path.replace(shape === 'form' ? /^data(?=\.|$)/ : /^result$/, now);
}

/** A text that is no code, which can be the name of a field. */
function rewriteName(
	text: string,
	key: string,
	reach: Reach,
	doubts: Doubts,
	label: string,
): string {
	const { direct } = reach;
	if (!direct) return text;
	if (text === 'autoMapInputData') doubts.add('whole', label, direct);
	const isName = NAME_FIELD.test(key);
	const paths = isName ? text.split(',').map((path) => path.trim()) : [text];
	if (!isName && !/^(?:result|data)(?:\.\w|\[)/.test(text)) return text;
	const isOld = (path: string) => isMoved(/^\w*/.exec(path)![0], direct, reach);
	if (!paths.some(isOld)) return text;
	const now = paths.map((path) => rewritePath(path, direct));
	if (isName && !now.some(isOld)) {
		if (key === 'fieldToSummarize') doubts.add('renamed', label, direct, now[0]);
		return now.join(', ');
	}
	doubts.add('plain', label, direct, paths.find(isOld));
	return text;
}

/** Rewrites references in all texts of a node, and collects what may still read Telegram's form. */
export const rewriteReferences = (parameters: Parameters, reach: Reach, doubts: Doubts) =>
	mapTexts(parameters, (text, key, label) => {
		if (isExpression(text)) {
			const code = (part: string) => `{{${rewriteCode(part.slice(2, -2), reach, doubts, label)}}}`;
			return mapParts(text, { code });
		}
		if (CODE_FIELD.test(key)) return rewriteCode(text, reach, doubts, label);
		if (key === 'pythonCode') doubtUnread(text, reach, doubts, label);
		return key === 'pythonCode' ? text : rewriteName(text, key, reach, doubts, label);
	}) as Parameters;
