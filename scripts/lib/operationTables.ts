import type { INodePropertyOptions } from 'n8n-workflow';

// Without the extension this would be the codex file BotMessaging.node.json.
import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node.js';
import type { Field } from '../../nodes/BotMessaging/engine/define';
import { GENERAL_HINTS, inOrder, type Hint } from '../../nodes/BotMessaging/engine/hints';
import { operations } from '../../nodes/BotMessaging/operations';
import { table } from './markdown';

const [resourceSelector] = new BotMessaging().description.properties;
const resources = new Map(
	(resourceSelector.options as INodePropertyOptions[]).map(({ value, name }) => [value, name]),
);

/** The names alone, a row for each resource. */
export function summaryTable(): string {
	const rows = [...resources].map(([value, name]) => {
		const own = operations.filter(({ resource }) => resource === value);
		return [name, own.map((operation) => operation.name).join(', ')];
	});
	return table(['Resource', 'Operations'], rows);
}

export function operationsTable(): string {
	const rows = operations.map(({ resource, name, description }) => [
		resources.get(resource) ?? resource,
		name,
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
