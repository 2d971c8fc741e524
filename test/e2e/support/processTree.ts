import { execFileSync } from 'node:child_process';

export interface ListedProcess {
	pid: number;
	parent: number;
	command: string;
}

function listProcesses(): ListedProcess[] {
	const listing = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
	return listing
		.trim()
		.split('\n')
		.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
		.map(([, pid, parent, command]) => ({ pid: Number(pid), parent: Number(parent), command }));
}

/** A process and all its descendants. */
export function processesBelow(pid: number): ListedProcess[] {
	const all = listProcesses();
	const below = all.filter((process) => process.pid === pid);
	for (const { pid: parent } of below) {
		below.push(...all.filter((process) => process.parent === parent));
	}
	return below;
}

/** Whether it is running; a zombie is not. */
export function isRunning({ pid, command }: ListedProcess): boolean {
	return listProcesses().some((process) => process.pid === pid && process.command === command);
}
