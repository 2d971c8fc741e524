/** `npm run updates [count]`: how many updates become executions in a real n8n, pushed and polled. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startEmulator } from '../emulator';
import { makeChats, measureArrivals, type Arrivals } from './lib/arrivals';
import { build } from './lib/build';
import { credentialFor } from './lib/demo';
import { ensureN8n } from './lib/install';
import { linkPackage, startN8n } from './lib/n8n';
import { ownerOf } from './lib/owner';
import { freePort } from './lib/ports';
import { Processes } from './lib/processes';
import type { TriggerType } from './lib/triggers';

const COUNT = Number(process.argv[2] ?? 1000);

const WAYS: Array<[way: string, type: TriggerType]> = [
	['pushed (webhook trigger)', 'botMessagingTrigger'],
	['polled (polling trigger)', 'botMessagingPollingTrigger'],
];

const say = (line: string) => console.log(line);

function tell(way: string, type: TriggerType, arrivals: Arrivals): void {
	const { updates, executions, statuses, duplicates, missing, outOfOrder, seconds } = arrivals;
	const ends = Object.entries(statuses).map(([status, count]) => `${count} ${status}`);
	say(`\n${updates} updates ${way}:`);
	say(`  executions    ${executions} (${ends.join(', ')})`);
	say(`  duplicates    ${duplicates}`);
	say(`  missing       ${missing}`);
	// The webhook trigger takes what the server pushes at the same time at the same time.
	if (type === 'botMessagingPollingTrigger') say(`  out of order  ${outOfOrder}`);
	say(`  seconds       ${seconds.toFixed(1)}`);
	say(`  per second    ${(executions / seconds).toFixed(1)}`);
}

async function main(): Promise<void> {
	const processes = new Processes();
	const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-updates-'));
	const emulator = await startEmulator();
	try {
		await ensureN8n(processes, say);
		say('Building the package and starting n8n ...');
		await build(processes);
		linkPackage(folder);
		const owner = ownerOf(folder);
		const { rest } = await startN8n(processes, { folder, port: await freePort(), owner });
		const credential = await rest.createCredential(credentialFor(emulator.url));
		await makeChats(emulator.url);
		const setting = { rest, folder, emulatorUrl: emulator.url, credential };
		for (const [way, type] of WAYS) tell(way, type, await measureArrivals(setting, type, COUNT));
	} finally {
		await processes.stopAll();
		await emulator.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

void main();
