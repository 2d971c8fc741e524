/**
 * `npm run tool -- compare-forms A B`: what of the forms of B breaks workflows that were saved with A. Each is a
 * packed package (.tgz), a file that this tool wrote, or `.` for this clone. With only A, it writes the shape of
 * its forms to the terminal. Ends with exit code 1 if something breaks.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { ICredentialType, INodeType } from 'n8n-workflow';

import { BotMessagingApi } from '../credentials/BotMessagingApi.credentials';
// Without the extension these would be the codex files *.node.json.
import { BotMessaging } from '../nodes/BotMessaging/BotMessaging.node.js';
import { BotMessagingPollingTrigger } from '../nodes/BotMessaging/BotMessagingPollingTrigger.node.js';
import { BotMessagingTrigger } from '../nodes/BotMessaging/BotMessagingTrigger.node.js';
import { breaksOf, linesOf, shapeIn, shapeOf, type FormShape } from './lib/formShape';
import { DATA_FOLDER } from './lib/paths';
import { program } from './lib/program';

type Made<T> = Record<string, new () => T>;

const shapeHere = () => {
	const nodes = [BotMessaging, BotMessagingPollingTrigger, BotMessagingTrigger];
	return shapeOf(
		nodes.map((Node) => new Node().description),
		[new BotMessagingApi()],
	);
};

/** Unpacked below this clone, where the package finds n8n-workflow. */
function shapeOfPackage(file: string): FormShape {
	mkdirSync(DATA_FOLDER, { recursive: true });
	const folder = mkdtempSync(join(DATA_FOLDER, 'compare-forms-'));
	try {
		execFileSync('tar', ['-xzf', file, '-C', folder, '--strip-components=1']);
		const { n8n } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
			n8n: { nodes: string[]; credentials: string[] };
		};
		const made = <T>(path: string): T => {
			// eslint-disable-next-line @typescript-eslint/no-require-imports
			const [Class] = Object.values(require(join(folder, path)) as Made<T>);
			return new Class!();
		};
		const nodes = n8n.nodes.map((path) => made<INodeType>(path).description);
		return shapeOf(
			nodes,
			n8n.credentials.map((path) => made<ICredentialType>(path)),
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function shapeFrom(name: string): FormShape {
	if (name === '.') return shapeHere();
	return name.endsWith('.tgz') ? shapeOfPackage(name) : shapeIn(readFileSync(name, 'utf8'));
}

program(async () => {
	const [earlier, later] = process.argv.slice(2);
	if (earlier === undefined)
		throw new Error('Say what to compare: npm run tool -- compare-forms A B');
	if (later === undefined) return process.stdout.write(linesOf(shapeFrom(earlier))) as never;
	const breaks = breaksOf(shapeFrom(earlier), shapeFrom(later));
	console.log(breaks.length > 0 ? breaks.join('\n') : 'Nothing breaks saved workflows.');
	if (breaks.length > 0) process.exitCode = 1;
});
