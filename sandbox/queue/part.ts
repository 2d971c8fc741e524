import { setTimeout as sleep } from 'node:timers/promises';

import type { Process, Processes } from '../../scripts/lib/processes';

const PAUSE_MS = 1000;

/** A running part. */
export interface Running {
	process: Process;
}

/** A part of n8n that is restarted whenever it ends, like a container with a restart policy. */
export class Part<Kind extends Running = Running> {
	private running!: Promise<Kind>;

	private isOver = false;

	private constructor(
		private readonly processes: Processes,
		private readonly begin: () => Promise<Kind>,
	) {}

	/** @param begin starts it; resolves when it is ready, and rejects when it cannot be started */
	static async start<Kind extends Running>(
		processes: Processes,
		begin: () => Promise<Kind>,
	): Promise<Part<Kind>> {
		const part = new Part(processes, begin);
		part.running = part.startWatched();
		await part.running;
		return part;
	}

	/** The running part; during a restart, resolves when it is ready again. */
	async now(): Promise<Kind> {
		return await this.running;
	}

	/** Kills it in the middle of its work. It restarts by itself. */
	async kill(): Promise<void> {
		const { process: victim } = await this.running;
		process.kill(Number(victim.pid), 'SIGKILL');
		await victim.ended;
	}

	/** Stops it for good. */
	async stop(): Promise<void> {
		this.isOver = true;
		const running = await this.running.catch(() => undefined);
		if (running) await this.processes.end(running.process);
	}

	private async startWatched(): Promise<Kind> {
		const running = await this.begin();
		// Not awaited: it settles when the part is stopped or killed.
		void running.process.ended.then(() => {
			if (this.isOver) return;
			this.running = this.again(running.process);
			// Callers of now() get the error; there may be none.
			this.running.catch(() => {});
		});
		return running;
	}

	private async again(ended: Process): Promise<Kind> {
		// Its child processes must not outlive it.
		await this.processes.end(ended);
		for (;;) {
			try {
				return await this.startWatched();
			} catch (notYet) {
				if (this.isOver) throw notYet;
				await sleep(PAUSE_MS);
			}
		}
	}
}
