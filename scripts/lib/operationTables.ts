import type { INodePropertyOptions } from 'n8n-workflow';

// Without the extension this would be the codex file BotMessaging.node.json.
import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node.js';
import type { Operation, Resource } from '../../nodes/BotMessaging/engine/define';
import { hintFor, labelsOf } from '../../nodes/BotMessaging/engine/hints';
import { operations } from '../../nodes/BotMessaging/operations';
import { REFUSALS, REFUSALS_BY_TASK, type Refusal } from '../../nodes/BotMessaging/refusals';
import { table } from './table';

const [resourceSelector] = new BotMessaging().description.properties;
const resources = new Map<unknown, string>(
	(resourceSelector?.options as INodePropertyOptions[]).map(({ value, name }) => [value, name]),
);

/** The form's name for a resource. */
export const resourceName = (resource: Resource) => resources.get(resource) ?? resource;

/** The name of an operation's page. */
export const pageOf = ({ resource, value }: Operation) => `${resource}-${value}.md`;

export const titleOf = ({ resource, name }: Operation) => `${resourceName(resource)} > ${name}`;

export function operationsTable(): string {
	const rows = operations.map((operation) => [
		resourceName(operation.resource),
		`[${operation.name}](operations/${pageOf(operation)})`,
		operation.description,
	]);
	return table(['Resource', 'Operation', 'What it does'], rows);
}

/** The number of operations in docs/for-reviewers.md, with what finds it. */
export const operationCount = (): [pattern: RegExp, text: string] => [
	/\d+(?= operations )/,
	`${operations.length}`,
];

/** Labels of parameters, each from the first operation that has it. */
const LABELS = new Map(operations.flatMap((each) => [...labelsOf(each)]).reverse());

const labelOf = (parameter: string) => LABELS.get(parameter) ?? parameter;

/** The fields that a hint names: it is for operations that have them. */
const namedIn = (hint = '') =>
	[...hint.matchAll(/\{(?!method|right)(\w+)\}/g)].map(([, name]) => name!);

const inCode = (words: string[] = [], between = ', ') =>
	words.map((one) => `\`${one}\``).join(between);

function answerOf({ says, isAll, code, only, toPerson, method, hint }: Partial<Refusal>): string {
	const status = code === 500 ? '500 or above' : String(code ?? '');
	const fields = [...(only ? [only] : []), ...namedIn(hint)].map(labelOf).join(' and ');
	const having = fields && `in operations with ${fields}`;
	const names = inCode(method?.source.match(/\w+/g) ?? [], ' or ');
	const of = names && `of methods with ${names} in their name`;
	const to = toPerson && 'of a private chat';
	const parts = [status, inCode(says), isAll && 'and nothing else', having, of, to];
	return parts.filter(Boolean).join(' ');
}

/** The fields to check, by all their labels in the forms. */
const fieldsOf = ({ check = [] }: Refusal) =>
	check
		.map((parameters) => [...new Set(parameters.split('|').map(labelOf))].join(' or '))
		.join(', ');

/** A hint without an operation: placeholders become words in brackets. */
const anyHint = ({ hint }: Refusal) =>
	hint
		.replace('{method}', 'of this operation')
		.replace('{right}', 'do this')
		.replace(/\{(\w+)\}/g, (_placeholder, name: string) => labelOf(name));

/** The whole table of refusals in its order: patterns, reasons, fields, what to do. */
export function hintsTable(): string {
	const columns = ['The server says', 'errorReason', 'What to do', 'Fields to check'];
	const rowOf = (row: Refusal) => [answerOf(row), `\`${row.reason}\``, anyHint(row), fieldsOf(row)];
	const parts = Object.entries(REFUSALS_BY_TASK);
	const links = parts.map(([task]) => `[${task}](#${task.toLowerCase().replace(/\W+/g, '-')})`);
	return [
		`${links.join(' · ')}.`,
		...parts.map(([task, rows]) => `### ${task}\n\n${table(columns, rows.map(rowOf))}`),
	].join('\n\n');
}

/** Parameters of nearly every operation. Only the full table explains their refusals. */
const USUAL = new Set(['chat_id', 'user_id']);

/** Whether a row applies only to some operations. */
function isOwn({ only, hint, check = [] }: Refusal, labels: Map<string, string>): boolean {
	const checked = check.flatMap((parameters) => parameters.split('|'));
	return [...namedIn(hint), ...checked, only].some(
		(name) => name !== undefined && labels.has(name) && !USUAL.has(name),
	);
}

/** What to do about the refusals of one operation, in the words of its form: the first row that fits counts. */
export function hintRows(operation: Operation): string[][] {
	const labels = labelsOf(operation);
	const before = new Set<string>();
	return REFUSALS.filter((row) => isOwn(row, labels)).flatMap((row) => {
		const hint = hintFor(row, operation);
		const { says = [], code, reason } = row;
		if (hint === undefined || (says.length > 0 && says.every((one) => before.has(one)))) return [];
		for (const one of code === undefined ? says : []) before.add(one);
		const answer = answerOf({ says, code });
		// Rows before this one, also those for all operations, take the words that they know.
		return [[says.length > 0 ? answer : `${answer} with other words`, `\`${reason}\``, hint]];
	});
}
