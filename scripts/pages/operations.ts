import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

// Without the extension these would be the codex files *.node.json.
import { BotMessagingPollingTrigger } from '../../nodes/BotMessaging/BotMessagingPollingTrigger.node.js';
import { BotMessagingTrigger } from '../../nodes/BotMessaging/BotMessagingTrigger.node.js';
import type { Operation } from '../../nodes/BotMessaging/engine/define';
import { rights } from '../../nodes/BotMessaging/fields/rights';
import { operations } from '../../nodes/BotMessaging/operations';
import type { MethodName } from '../../reference';
import { NEEDED_RIGHTS } from '../../reference/rights';
import { table } from '../lib/table';
import { hintRows, pageOf, titleOf } from '../lib/operationTables';
import { outputs } from '../lib/outputSchemas';
import { exampleOf } from './example';
import { comparedTable, fieldTable, sentence } from './fields';

export const PAGES = 'docs/operations';

/** The right that an operation needs, by its label in the form of Promote. */
function rightOf({ method }: Operation): string | undefined {
	const right = NEEDED_RIGHTS[method as MethodName];
	return (rights.options as INodePropertyOptions[]).find(({ value }) => value === right)?.name;
}

const MORE_NEEDS: Array<[methods: RegExp, words: string]> = [
	[/^delete/, ' For its own messages it needs none.'],
	[/^(ban|restrict)ChatMember$/, ' To delete messages, too, it also needs _Delete Messages_.'],
	[/^(un)?pin/, ' In a channel it needs _Edit Messages_ instead, and in a private chat no right.'],
];

/** What follows “The bot needs”. */
function needsOf(operation: Operation): string {
	const { method, value } = operation;
	if (value === 'anyMethod') return 'the right that the method needs, if it needs one.';
	if (method === 'setChatAdministratorCustomTitle') return 'to have promoted the administrator.';
	const right = rightOf(operation);
	const sends = /^(send(?!MessageDraft)|copy|forward)/.test(method);
	if (!right)
		return `no right of an administrator in a group${sends ? ' whose members may send this' : ''}.`;
	const more = MORE_NEEDS.find(([methods]) => methods.test(method))?.[1] ?? '';
	return `the right _${right}_, as an administrator of the chat.${more}`;
}

/** A section of a page with its heading; nothing if it is empty. */
const part = (heading: string, content: string | undefined) =>
	content ? [`## ${heading}`, content] : [];

function outputOf(name: string): string | undefined {
	const items = outputs().get(name);
	return (
		items &&
		`Fields that an item can have, from a few runs with the emulator.\n\n\`\`\`json\n${exampleOf(items)}\n\`\`\``
	);
}

function page(operation: Operation): string {
	const { resource, value, fields, additionalFields = [] } = operation;
	const hints = hintRows(operation);
	return [
		`# ${titleOf(operation)}`,
		sentence(operation.description),
		`**The bot needs** ${needsOf(operation)} [Rights your bot needs](../rights.md)`,
		`<!-- form: ${resource}-${value} -->`,
		...part('Fields', fieldTable(fields)),
		...part('Additional Fields', fieldTable(additionalFields, { isAdded: true })),
		...part('Output', outputOf(`${resource}/${value}`)),
		...part(
			'If the server refuses',
			`${hints.length > 0 ? `${table(['The server says', 'errorReason', 'What to do'], hints)}\n\nFor all other` : 'For all'} refusals: [all hints](../troubleshooting.md#every-hint).`,
		),
	].join('\n\n');
}

/** For the changelog: what is new of the operations that have no page yet. */
export const newEntries = (): string[] =>
	operations
		.filter((operation) => !existsSync(join(PAGES, pageOf(operation))))
		.map((one) => `New operation **${titleOf(one)}**. ${sentence(one.description)}`);

const BOTH_TRIGGERS = 'bothTriggers.md';

function triggerPage(description: INodeTypeDescription, other: INodeTypeDescription): string {
	const { displayName, name, properties } = description;
	return [
		`# ${displayName}`,
		`${sentence(description.description)} [The triggers](../triggers.md) says which one to take, and what they do with updates.`,
		`<!-- form: ${name} -->`,
		`[Fields and output of both triggers](${BOTH_TRIGGERS}) has all other fields, and what an item looks like.`,
		...part('Other fields of this trigger', comparedTable('own', properties, other.properties)),
	].join('\n\n');
}

const bothTriggersPage = (one: INodeTypeDescription, other: INodeTypeDescription) =>
	[
		'# Fields and output of both triggers',
		`**${one.displayName}** and **${other.displayName}** have these fields. Their other fields are on their own pages: [${one.displayName}](${one.name}.md), [${other.displayName}](${other.name}.md).`,
		...part('Fields', comparedTable('shared', one.properties, other.properties)),
		...part('Output', outputOf('output')),
	].join('\n\n');

/** Pages by file name: one for each operation and each trigger, and one for what the triggers share. */
export function operationPages(): Map<string, string> {
	const webhook = new BotMessagingTrigger().description;
	const polling = new BotMessagingPollingTrigger().description;
	return new Map([
		...operations.map((operation) => [pageOf(operation), page(operation)] as const),
		[`${webhook.name}.md`, triggerPage(webhook, polling)],
		[`${polling.name}.md`, triggerPage(polling, webhook)],
		[BOTH_TRIGGERS, bothTriggersPage(webhook, polling)],
	]);
}

const linkOf = (operation: Operation) => `[${titleOf(operation)}](operations/${pageOf(operation)})`;

/** Operations by the right that the bot needs for them. */
export function rightsTable(): string {
	const rows = operations.flatMap((operation): Array<[right: string, link: string]> => {
		const right = rightOf(operation);
		return right ? [[right, linkOf(operation)]] : [];
	});
	for (const operation of operations) {
		const field = operation.additionalFields?.find(({ name }) => name === 'deleteMinutes');
		if (field) rows.push(['Delete Messages', `${linkOf(operation)} with _${field.displayName}_`]);
	}
	const names = [...new Set(rows.map(([right]) => right))].sort();
	return table(
		['Right', 'For these operations'],
		names.map((name) => [
			`**${name}**`,
			rows
				.filter(([right]) => right === name)
				.map(([, link]) => link)
				.join(', '),
		]),
	);
}
