/** `npm run tool -- updates [count]`: how many updates become executions in a real n8n, pushed and polled. */
import { makeChats, measureArrivals, type Arrivals } from './arrivals';
import { program } from '../scripts/lib/program';
import { onStage, type Stage } from '../sandbox/lib/stage';
import type { TriggerType } from '../sandbox/lib/triggers';

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
	// The webhook trigger handles simultaneous pushes in parallel, so only the other one keeps the order.
	if (type === 'botMessagingPollingTrigger') say(`  out of order  ${outOfOrder}`);
	say(`  seconds       ${seconds.toFixed(1)}`);
	say(`  per second    ${(executions / seconds).toFixed(1)}`);
}

async function measure({ n8n, folder, emulator, credential }: Stage): Promise<void> {
	await makeChats(emulator.url);
	const setting = { rest: n8n.rest, folder, emulatorUrl: emulator.url, credential };
	for (const [way, type] of WAYS) tell(way, type, await measureArrivals(setting, type, COUNT));
}

program(async () => await onStage(measure));
