import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { until } from './until';

/** n8n lets running executions finish before it ends; after this time it is killed. */
const GRACE_MS = 15_000;

const LINES_SHOWN = 20;

export interface ProcessOptions {
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** File for the output of the process; replaces earlier output. */
	logFile: string;
	/** Milliseconds until a process without clean-up is killed. */
	graceMs?: number;
}

/** A process that this program started, and its child processes. */
export class Process {
	private readonly child: ChildProcess;

	/** Settles with how it ended, in words. Rejects if it could not be started. */
	readonly ended: Promise<string>;

	constructor(
		readonly name: string,
		command: string,
		args: string[],
		private readonly options: ProcessOptions,
	) {
		mkdirSync(dirname(options.logFile), { recursive: true });
		const log = openSync(options.logFile, 'w');
		// A separate group: Ctrl-C reaches only this program, which then ends the others in order.
		this.child = spawn(command, args, {
			...options,
			detached: true,
			stdio: ['ignore', log, log, 'ipc'],
		});
		closeSync(log);
		this.ended = once(this.child, 'exit').then(([code, signal]) =>
			signal ? `was ended by ${signal}` : `ended with exit code ${code}`,
		);
		// It may be awaited later or never; Node must not report an unhandled rejection.
		this.ended.catch(() => undefined);
	}

	get pid(): number | undefined {
		return this.child.pid;
	}

	/** Its output so far. */
	output(): string {
		return readFileSync(this.options.logFile, 'utf8');
	}

	/** An error with how the process ended and the last lines of its output. */
	unexpectedEnd(how: string): Error {
		const lines = this.output().trimEnd().split('\n').slice(-LINES_SHOWN).join('\n');
		return new Error(
			`${this.name} ${how}. The last it printed (all of it is in ${this.options.logFile}):\n${lines}`,
		);
	}

	/**
	 * Waits until `ready` returns true. Throws if the process ends first, or if it takes longer than
	 * `timeoutMs`.
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

	/** Lets this program end first. */
	unref(): void {
		this.child.unref();
		this.child.channel?.unref();
	}

	/** Asks it to end, as Ctrl-C does. */
	interrupt(): void {
		this.child.kill('SIGINT');
	}

	/** Waits for it to end. Throws the last lines of its output if it fails. */
	async succeeded(): Promise<void> {
		const how = await this.ended;
		if (how !== 'ended with exit code 0') throw this.unexpectedEnd(how);
	}

	/** Ends it and its child processes. Does nothing if it has ended already. */
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

/** All processes that a program started, so that it can end them. */
export class Processes {
	private readonly begun: Process[] = [];

	private closed = false;

	/** Starts a long-running process. Throws after `stopAll`. */
	start(name: string, command: string, args: string[], options: ProcessOptions): Process {
		if (this.closed) throw new Error(`${name} is not started any more`);
		const process = new Process(name, command, args, options);
		this.begun.push(process);
		return process;
	}

	/** Runs a command to its end. Throws the last lines of its output if it fails. */
	async run(name: string, command: string, args: string[], options: ProcessOptions): Promise<void> {
		const process = this.start(name, command, args, options);
		try {
			await process.succeeded();
		} finally {
			await this.end(process);
		}
	}

	/** Ends one process and its children. Does nothing if it has ended. */
	async end(process: Process): Promise<void> {
		const index = this.begun.indexOf(process);
		if (index === -1) return;
		this.begun.splice(index, 1);
		await process.stop();
	}

	/** Ends all processes, last started first, and prevents new ones. */
	async stopAll(): Promise<void> {
		this.closed = true;
		for (const process of this.begun.splice(0).reverse()) await process.stop();
	}
}
