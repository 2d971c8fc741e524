import { readFileSync } from 'node:fs';

import { processesBelow } from '../e2e/support/processTree';

/** Resident memory of the n8n that a test has started, in MB. */
export function memoryOfN8n(): number {
	const n8n = processesBelow(process.pid).find(
		({ command }) => command.includes('n8n start') || /bin\/n8n start/.test(command),
	);
	const status = readFileSync(`/proc/${n8n!.pid}/status`, 'utf8');
	return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
}
