import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { until } from './until';

/** n8n lets running executions finish before it ends; past this it is ended the hard way. */
const GRACE_MS = 15_000;

const LINES_SHOWN = 20;

export interface ProcessOptions {
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** What the process prints goes here, and replaces what an earlier one has printed. */
	logFile: string;
	/** Milliseconds to end by itself, if it has nothing to put in order: after them it is killed. */
	graceMs?: number;
}

/** A process that this program began, together with what that process began itself. */
export class Process {
	private readonly child: ChildProcess;

	/** Settles with the way it ended, in words. Rejects when it could not be started. */
	readonly ended: Promise<string>;

	constructor(
		readonly name: string,
		command: string,
		args: string[],
		private readonly options: ProcessOptions,
	) {
		mkdirSync(dirname(options.logFile), { recursive: true });
		const log = openSync(options.logFile, 'w');
		// A group of its own: Ctrl-C reaches only this program, which then ends the others in order.
		this.child = spawn(command, args, {
			...options,
			detached: true,
			stdio: ['ignore', log, log, 'ipc'],
		});
		closeSync(log);
		this.ended = once(this.child, 'exit').then(([code, signal]) =>
			signal ? `was ended by ${signal}` : `ended with exit code ${code}`,
		);
		// It is awaited later or not at all; Node must not take that for an unhandled rejection.
		this.ended.catch(() => undefined);
	}

	get pid(): number | undefined {
		return this.child.pid;
	}

	/** Everything it has printed so far. */
	output(): string {
		return readFileSync(this.options.logFile, 'utf8');
	}

	/** An error that says how the process ended and shows the last lines it printed. */
	unexpectedEnd(how: string): Error {
		const lines = this.output().trimEnd().split('\n').slice(-LINES_SHOWN).join('\n');
		return new Error(
			`${this.name} ${how}. The last it printed (all of it is in ${this.options.logFile}):\n${lines}`,
		);
	}

	/**
	 * Waits until `ready` says so. Throws when the process ends before that, or when it takes
	 * longer than `timeoutMs`.
	 */
	async whenReady(ready: () => Promise<boolean>, timeoutMs: number): Promise<void> {
		const giveUp = new AbortController();
		const early = this.ended.then((how) => {
			throw this.unexpectedEnd(how);
		});
		try {
			const { signal } = giveUp;
			await Promise.race([until(`${this.name} is ready`, ready, timeoutMs, { signal }), early]);
		} finally {
			giveUp.abort();
		}
	}

	/** This program does not wait for it any more, and may end first. */
	unref(): void {
		this.child.unref();
		this.child.channel?.unref();
	}

	/** Asks it to end, as Ctrl-C does. */
	interrupt(): void {
		this.child.kill('SIGINT');
	}

	/** Waits until it has ended. Throws, with the last lines it printed, unless it succeeded. */
	async succeeded(): Promise<void> {
		const how = await this.ended;
		if (how !== 'ended with exit code 0') throw this.unexpectedEnd(how);
	}

	/** Ends it and all processes that it began. Does nothing when it has ended already. */
	async stop(): Promise<void> {
		const { pid } = this.child;
		if (pid === undefined) return;
		if (this.child.exitCode === null && this.child.signalCode === null) {
			this.child.kill('SIGTERM');
			const { graceMs = GRACE_MS } = this.options;
			await Promise.race([this.ended, sleep(graceMs, undefined, { ref: false })]);
		}
		try {
			process.kill(-pid, 'SIGKILL');
			await this.ended;
		} catch (noneLeft) {
			if ((noneLeft as NodeJS.ErrnoException).code !== 'ESRCH') throw noneLeft;
		}
	}
}

/** All processes that one program has begun, so that it can end every one of them. */
export class Processes {
	private readonly begun: Process[] = [];

	private closed = false;

	/** Begins a process that keeps running. Throws after `stopAll`. */
	start(name: string, command: string, args: string[], options: ProcessOptions): Process {
		if (this.closed) throw new Error(`${name} is not started any more`);
		const process = new Process(name, command, args, options);
		this.begun.push(process);
		return process;
	}

	/** Runs a command to its end. Throws, with the last lines it printed, unless it succeeds. */
	async run(name: string, command: string, args: string[], options: ProcessOptions): Promise<void> {
		const process = this.start(name, command, args, options);
		try {
			await process.succeeded();
		} finally {
			await this.end(process);
		}
	}

	/** Ends one of them, with all that it began. Does nothing when it is ended already. */
	async end(process: Process): Promise<void> {
		const index = this.begun.indexOf(process);
		if (index === -1) return;
		this.begun.splice(index, 1);
		await process.stop();
	}

	/** Ends all of them, the last begun first, and lets none begin any more. */
	async stopAll(): Promise<void> {
		this.closed = true;
		for (const process of this.begun.splice(0).reverse()) await process.stop();
	}
}
