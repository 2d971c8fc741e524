import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { convert, CREDENTIAL } from './index';
import { ConvertError, readWorkflow } from './workflow';

const OURS = /^n8n-nodes-bot-messaging\./;

const percent = (part: number, whole: number) =>
	`${part} of ${whole} (${whole === 0 ? 0 : Math.round((100 * part) / whole)} %)`;

/**
 * How many of the workflows in a folder, and of their converted nodes, need no look: all need the credential, which
 * does not count. Files that are no workflow with a Telegram node are counted apart.
 */
export function shareOf(folder: string): string {
	const sums = { files: 0, whole: 0, nodes: 0, quiet: 0, others: 0 };
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	for (const name of names.filter((one) => /\.json$/i.test(one)).sort()) {
		try {
			const text = readFileSync(join(folder, name), 'utf8');
			const { workflow, findings } = convert(readWorkflow(text));
			const told = new Set(
				findings.filter(({ text: says }) => says !== CREDENTIAL).flatMap(({ nodes }) => nodes),
			);
			const converted = workflow.nodes.filter(({ type }) => OURS.test(type));
			sums.files += 1;
			sums.whole += told.size === 0 ? 1 : 0;
			sums.nodes += converted.length;
			sums.quiet += converted.filter((node) => !told.has(node.name)).length;
		} catch (obstacle) {
			if (!(obstacle instanceof ConvertError)) throw obstacle;
			sums.others += 1;
		}
	}
	return `Workflows that need no look: ${percent(sums.whole, sums.files)}.
Converted nodes that need no look: ${percent(sums.quiet, sums.nodes)}.
Files without a Telegram node: ${sums.others}.`;
}
