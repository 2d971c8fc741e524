import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NO_ATTRIBUTION } from './extras';
import { convert, CREDENTIAL } from './index';
import { ConvertError, readWorkflow } from './workflow';

const OURS = /^n8n-nodes-bot-messaging\./;

const percent = (part: number, whole: number) =>
	`${part} of ${whole} (${whole === 0 ? 0 : Math.round((100 * part) / whole)} %)`;

/** What the converter gives; undefined if it refuses what it was given. */
function unlessRefused<T>(give: () => T): T | undefined {
	try {
		return give();
	} catch (obstacle) {
		if (obstacle instanceof ConvertError) return undefined;
		throw obstacle;
	}
}

/**
 * Counts how many workflows in a folder need no look, and how many nodes were converted or listed. All
 * workflows need the credential, which does not count. Files without a workflow that has a Telegram node
 * are counted separately.
 */
export function countIn(folder: string) {
	const sums = { files: 0, unread: 0, whole: 0, line: 0, nodes: 0, quiet: 0, others: 0 };
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	for (const name of names.filter((one) => /\.json$/i.test(one)).sort()) {
		const text = readFileSync(join(folder, name), 'utf8');
		const original = unlessRefused(() => readWorkflow(text));
		const converted = original && unlessRefused(() => convert(original));
		if (!converted) {
			sums[original ? 'others' : 'unread'] += 1;
			continue;
		}
		const { workflow, findings, remarks } = converted;
		const toLookAt = findings.filter(({ text: says }) => says !== CREDENTIAL);
		const told = new Set(toLookAt.flatMap(({ nodes }) => nodes));
		const ours = workflow.nodes.filter(({ type }) => OURS.test(type)).map((node) => node.name);
		sums.files += 1;
		sums.whole += told.size === 0 ? 1 : 0;
		sums.line += told.size === 0 && remarks.includes(NO_ATTRIBUTION) ? 1 : 0;
		sums.nodes += new Set([...ours, ...told]).size;
		sums.quiet += ours.filter((one) => !told.has(one)).length;
	}
	return sums;
}

/** The same in words. */
export function shareOf(folder: string): string {
	const sums = countIn(folder);
	return `Same: ${sums.whole}. Noted: ${sums.files - sums.whole}. Not read: ${sums.unread}.
Workflows that need no look: ${percent(sums.whole, sums.files)}.
Workflows that need no look and lose the line about n8n: ${percent(sums.line, sums.files)}.
Nodes that need no look, of those that were converted or are on the list: ${percent(sums.quiet, sums.nodes)}.
Files without a Telegram node: ${sums.others}.`;
}
