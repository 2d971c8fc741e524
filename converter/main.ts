/**
 * `npm run convert -- workflow.json` writes a copy of the workflow with our nodes in place of n8n's
 * Telegram nodes, and lists what a person has to look at. `--out file.json` names the file,
 * `--trigger webhook` takes the Bot Messaging Trigger in place of the polling one. `--share folder` converts
 * all workflows of a folder, writes none, and says how many need no look.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { convert } from './index';
import { findingsText, summary } from './findings';
import { shareOf } from './share';
import { readWorkflow } from './workflow';
import { program } from '../scripts/lib/program';

const USAGE = `npm run convert -- workflow.json [--out converted.json] [--trigger polling or webhook]
  npm run convert -- --share folder`;

function argumentsGiven() {
	try {
		const options = {
			out: { type: 'string' },
			trigger: { type: 'string' },
			share: { type: 'string' },
		} as const;
		return parseArgs({ options, allowPositionals: true });
	} catch (obstacle) {
		throw new Error(`${(obstacle as Error).message}\nUse it like this: ${USAGE}`);
	}
}

function read(file: string): string {
	if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
	if (statSync(file).isDirectory()) throw new Error(`${file} is a folder. Name one file in it.`);
	return readFileSync(file, 'utf8');
}

async function main(): Promise<void> {
	const { values, positionals } = argumentsGiven();
	const { share, trigger = 'polling' } = values;
	if (share !== undefined) return console.log(shareOf(share));
	const [file = '', ...others] = positionals;
	if (file === '' || others.length > 0) throw new Error(`Name one file: ${USAGE}`);
	if (trigger !== 'polling' && trigger !== 'webhook') {
		throw new Error(`There is no trigger "${trigger}". Choose polling or webhook.`);
	}
	const out = values.out ?? `${file.replace(/\.json$/i, '')}.bot-messaging.json`;
	const converted = convert(readWorkflow(read(file)), { trigger });
	if (existsSync(out) && statSync(out).ino === statSync(file).ino) {
		throw new Error(`${out} is the workflow itself. Name another file after --out.`);
	}
	writeFileSync(out, `${JSON.stringify(converted.workflow, null, 2)}\n`);
	console.log(
		`${summary(converted)} Written to ${out}.\n\nLook at:\n${findingsText(converted.findings)}`,
	);
}

program(main);
