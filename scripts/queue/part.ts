import { setTimeout as sleep } from 'node:timers/promises';

import type { Process, Processes } from '../lib/processes';

const PAUSE_MS = 1000;

/** What a part is while it runs. */
export interface Running {
	process: Process;
}

/** A part of n8n that is started again whenever it ends, as containers with a restart policy are. */
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

	/** The part as it runs; if it is just being started again, as soon as it is ready. */
	async now(): Promise<Kind> {
		return await this.running;
	}

	/** Ends it at once, in the middle of what it does. It comes again by itself. */
	async kill(): Promise<void> {
		const { process: victim } = await this.running;
		process.kill(Number(victim.pid), 'SIGKILL');
		await victim.ended;
	}

	/** Ends it for good. */
	async stop(): Promise<void> {
		this.isOver = true;
		const running = await this.running.catch(() => undefined);
		if (running) await this.processes.end(running.process);
	}

	private async startWatched(): Promise<Kind> {
		const running = await this.begin();
		// Not waited for: it ends when it is stopped or killed.
		void running.process.ended.then(() => {
			if (this.isOver) return;
			this.running = this.again(running.process);
			// Those who ask get the answer; nobody has to ask.
			this.running.catch(() => {});
		});
		return running;
	}

	private async again(ended: Process): Promise<Kind> {
		// What it had begun itself must not outlive it.
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
