import type { INodePropertyOptions } from 'n8n-workflow';

// Without the extension this would be the codex file BotMessaging.node.json.
import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node.js';
import type { Field, Operation, Resource } from '../../nodes/BotMessaging/engine/define';
import { GENERAL_HINTS, inOrder, type Hint } from '../../nodes/BotMessaging/engine/hints';
import { operations } from '../../nodes/BotMessaging/operations';
import { table } from './table';

const [resourceSelector] = new BotMessaging().description.properties;
const resources = new Map<unknown, string>(
	(resourceSelector?.options as INodePropertyOptions[]).map(({ value, name }) => [value, name]),
);

/** What the form calls a resource. */
export const resourceName = (resource: Resource) => resources.get(resource) ?? resource;

export function operationsTable(): string {
	const rows = operations.map(({ resource, value, name, description }) => [
		resourceName(resource),
		`[${name}](operations/${resource}-${value}.md)`,
		description,
	]);
	return table(['Resource', 'Operation', 'What it does'], rows);
}

function answerOf({ code, description, namesNothing }: Hint): string {
	const status = code === 500 ? '500 or above' : String(code ?? '');
	const unnamed = namesNothing && 'that names no chat, user or message';
	return [status, description && `\`${description}\``, unnamed].filter(Boolean).join(' ');
}

/** A hint, and where it is shown. */
type Row = Hint & { where: string };

/** Each row once, with all the places where it is shown. */
function joinPlaces(rows: Row[]): Row[] {
	const known = new Map<string, Row>();
	for (const { where, ...hint } of rows) {
		const key = JSON.stringify(hint);
		const places = new Set(known.get(key)?.where.split(', ')).add(where);
		known.set(key, { ...hint, where: [...places].join(', ') });
	}
	return [...known.values()];
}

/** What to do about each refusal that one operation and its fields know. */
export function hintRows({ hints, fields, additionalFields = [] }: Operation): string[][] {
	const ofFields = [...fields, ...additionalFields].flatMap(({ refusals = [] }) => refusals);
	const rows = [...hints, ...ofFields].map((hint) => [
		answerOf(hint),
		`\`${hint.reason}\``,
		hint.hint,
	]);
	return [...new Map(rows.map((row) => [row.join(), row])).values()];
}

export function hintsTable(): string {
	const ofOperations = operations.flatMap(({ resource, name, hints }) =>
		hints.map((hint) => ({ ...hint, where: `${resources.get(resource)} > ${name}` })),
	);
	const ofField = ({ displayName, refusals = [] }: Field) =>
		refusals.map((hint) => ({ ...hint, where: `any with ${displayName}` }));
	const ofFields = operations.flatMap(({ fields, additionalFields = [] }) =>
		[...fields, ...additionalFields].flatMap(ofField),
	);
	const general = GENERAL_HINTS.map((hint) => ({ ...hint, where: 'any operation' }));
	const rows = inOrder(joinPlaces([...ofOperations, ...ofFields, ...general])).map((row) => [
		answerOf(row),
		row.where,
		`\`${row.reason}\``,
		row.hint,
	]);
	return table(['The API says', 'In', 'errorReason', 'What to do'], rows);
}
