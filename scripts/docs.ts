/**
 * `npm run docs` writes the tables of the README anew from what the code defines;
 * `npm run docs -- --check` changes nothing and ends with exit code 1 when they are stale.
 */
import type { INodePropertyOptions } from 'n8n-workflow';

import { HINTS, type Hint } from '../nodes/BotMessaging/api/hints';
// Without the extension this would be the codex file BotMessaging.node.json.
import { BotMessaging } from '../nodes/BotMessaging/BotMessaging.node.js';
import { operations } from '../nodes/BotMessaging/operations';
import { fill, table } from './lib/markdown';

/** Found from the folder that npm runs scripts in. */
const README = 'README.md';

const [resourceSelector] = new BotMessaging().description.properties;
const resources = new Map(
	(resourceSelector.options as INodePropertyOptions[]).map(({ value, name }) => [value, name]),
);

/** What the form calls an operation, e.g. `Member > Ban`. */
function nameInForm(method: string): string {
	const operation = operations.find(({ value }) => value === method);
	if (!operation) throw new Error(`A hint is about ${method}, which is no operation of the form`);
	return `${resources.get(operation.resource)} > ${operation.name}`;
}

function operationsTable(): string {
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

function hintsTable(): string {
	const rows = HINTS.map((hint) => [
		answerOf(hint),
		hint.methods?.map(nameInForm).join(', ') ?? 'any operation',
		hint.hint,
	]);
	return table(['The API says', 'In', 'What to do'], rows);
}

async function main(): Promise<void> {
	const contents = { operations: operationsTable(), hints: hintsTable() };
	const check = process.argv.includes('--check');
	if (!(await fill(README, contents, { check }))) return;
	if (check) throw new Error(`${README} is stale: run npm run docs`);
	console.log(`${README} is written anew`);
}

main().catch((obstacle: Error) => {
	console.error(obstacle.message);
	process.exitCode = 1;
});
