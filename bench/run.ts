/**
 * `npm run tool -- bench [work...]`: compares this package with n8n's built-in Telegram node in one real n8n.
 * Only a run of all works writes the results, so that all figures come from one run.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';

import { format, resolveConfig } from 'prettier';

import { build } from '../scripts/lib/build';
import { ensureN8n } from '../sandbox/lib/install';
import { linkPackage, startN8n } from '../sandbox/lib/n8n';
import { ownerOf } from '../sandbox/lib/owner';
import { ROOT } from '../scripts/lib/paths';
import { freePort } from '../scripts/lib/ports';
import { Processes } from '../scripts/lib/processes';
import type { N8nRest } from '../sandbox/lib/rest';
import { answers } from './answers';
import { filtering } from './filters';
import { BenchServer } from './lib';
import { limited } from './limited';
import { deletions, expressions, loading, refusals, scaling, sending, type Row } from './rows';
import type { Credentials } from './subjects';
import { webhooks } from './triggers';
import { uploads } from './uploads';

/** Latencies of a server on the internet, a server nearby, and none. */
const LATENCIES_MS = { delayed: 20, quick: 5, instant: 0 };

const RESULTS = path.join(ROOT, 'bench/results.md');

async function credentialsFor(rest: N8nRest, { url }: BenchServer): Promise<Credentials> {
	return {
		ours: await rest.createCredential({
			name: `Ours ${url}`,
			type: 'botMessagingApi',
			data: { service: 'other', baseUrl: url, pathForm: 'bot', botToken: '1:bench' },
		}),
		builtIn: await rest.createCredential({
			name: `Built-in ${url}`,
			type: 'telegramApi',
			data: { baseUrl: url, accessToken: '1:bench' },
		}),
	};
}

const table = (rows: Row[]) =>
	[
		'| work | this package | built-in | ratio | must reach | reached |',
		'|---|---|---|---|---|---|',
		...rows.map(({ work, ours, builtIn = '', ratio = '', goal = '', reached }) => {
			const verdict = reached === undefined ? '' : reached ? 'yes' : 'no';
			return `| ${[work, ours, builtIn, ratio, goal, verdict].join(' | ')} |`;
		}),
	].join('\n');

const report = (rows: Row[]) => `# Benchmark results

Printed by \`npm run tool -- bench\`: all rows from one run, in one real n8n (${process.platform}, ${cpus().length} cores
of ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB of memory). Times are medians, by n8n's
own count of a node's time. The machine is shared, so the ratios say more than the times.

${table(rows)}

## What bounds them

Seen in CPU profiles of n8n (docs/sandbox.md says how to record one) and with Node's \`--trace-gc\`.

- **Upload.** n8n reads a stored file into chunks of memory that are new each time. For 1 GB of them the V8 of
  Node 24 collects the whole heap of n8n (about 200 MB are in use) once per 90 MB: some twelve times an upload,
  100 ms and more each. That is why the same node needs so much less outside n8n, in Node 20 and with a small
  heap. The least that is possible is a program that has no n8n, only a file and a request. In Node 24 it takes 3.5
  times as long as curl once it holds as much in memory as n8n does, and hardly longer than curl if it does not
  (\`npm run tool -- bench uploads\`, medians of five, beside other work). Smaller chunks take longer (64 kB, n8n's own size,
  twice as long), larger ones need more memory than the goal allows. A node may not read files past n8n.
- **Items.** 1,000 requests, ten at a time, take 2.2 s at 20 ms: n8n opens a connection for each. The items
  carry \`chatId\`, \`messageId\` and \`text\`, and the forms of both nodes take them with \`{{ $json.chatId }}\`.
  This package reads such an expression by itself, also in the locator of a chat. n8n takes half a
  millisecond and more for one; the rows with two simple expressions compare both, in turns. Medians of four
  pairs on a machine busy with other work, n8n 2.41.1: without it, 1,000 sends to 1,000 chats take 2.7 times
  as long at a latency of 5 ms, 2.5 times at 0 ms, 2.9 times at 20 ms. So it stays. To keep the values of
  parameters without an expression gained nothing.
- **Webhook trigger.** n8n runs all 500 executions at once, each with memory of its own for expressions,
  several GB together, and the runs differ much: so the two triggers take turns in going first, and the
  ratio is the median of those of eight pairs, after one run of each that does not count. To read a credential takes
  n8n some 10 ms of its main thread; pushes that come together share one reading. Nothing of a push makes n8n evaluate
  an expression.
`;

async function main(): Promise<void> {
	const processes = new Processes();
	const servers: BenchServer[] = [];
	const folder = mkdtempSync(path.join(tmpdir(), 'bot-messaging-bench-'));
	try {
		await ensureN8n(processes, (line) => console.log(line));
		await build(processes);
		linkPackage(folder);
		const { rest, process: n8n } = await startN8n(processes, {
			folder,
			port: await freePort(),
			owner: ownerOf(folder),
			settings: {
				EXECUTIONS_DATA_PRUNE: 'false',
				N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
				N8N_RESTRICT_FILE_ACCESS_TO: folder,
			},
		});
		const settingWith = async (latencyMs: number, perSecond?: number) => {
			const server = await BenchServer.start(latencyMs, perSecond);
			servers.push(server);
			return { rest, server, credentials: await credentialsFor(rest, server) };
		};
		const delayed = await settingWith(LATENCIES_MS.delayed);
		const quick = await settingWith(LATENCIES_MS.quick);
		const instant = await settingWith(LATENCIES_MS.instant);
		const works = new Map<string, () => Promise<Row[]>>(
			Object.entries({
				loading,
				filters: filtering,
				uploads: async () => await uploads(instant, { folder, pid: n8n.pid! }),
				deletions: async () => await deletions(delayed),
				sending: async () => await sending(delayed, instant),
				expressions: async () => await expressions(quick, instant),
				limited: async () => await limited(await settingWith(LATENCIES_MS.delayed, 30)),
				refusals: async () => await refusals(delayed),
				scaling: async () => await scaling(instant),
				answers: async () => await answers(instant),
				// Last, because n8n holds several GB of memory afterwards.
				webhooks: async () => await webhooks(instant),
			}),
		);
		const chosen = process.argv.slice(2);
		const rows: Row[] = [];
		for (const name of chosen.length > 0 ? chosen : [...works.keys()]) {
			const work = works.get(name);
			if (!work)
				throw new Error(`There is no bench "${name}". There are: ${[...works.keys()].join(', ')}.`);
			rows.push(...(await work()));
			console.log(table(rows));
		}
		if (chosen.length > 0) return;
		const options = await resolveConfig(RESULTS);
		const results = await format(report(rows), { ...options, filepath: RESULTS });
		writeFileSync(RESULTS, results);
		console.log(results);
	} finally {
		for (const server of servers) server.stop();
		await processes.stopAll();
		rmSync(folder, { recursive: true, force: true });
	}
}

main().catch((error) => {
	console.error(error);
	process.exitCode = 1;
});
