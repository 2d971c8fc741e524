import type { Answer } from './answers';
import { backOff, type Client } from './client';
import type { Findings } from './findings';

/** How to restore something. */
export interface Undo {
	/** Asks the server to put it back. */
	ask(tried: number): Promise<Answer>;
	/** Whether the server shows the old state; without it, its answer counts. Throws if the server shows nothing. */
	isBack?(answer: Answer | undefined): Promise<boolean>;
	/** What is left behind if it cannot be restored, and what to do about it. */
	advice: string;
}

const TRIES = 6;
const TRIES_WITHOUT_ANSWER = 2;

/** Changes to restore, by name. */
export class Undos {
	private readonly undos = new Map<string, Undo>();

	/** Fewer if the server has stopped answering. */
	private tries = TRIES;

	constructor(
		private readonly client: Client,
		private readonly findings: Findings,
	) {}

	add(what: string, undo: Undo): void {
		this.undos.set(what, undo);
	}

	has(what: string): boolean {
		return this.undos.has(what);
	}

	/** Nothing is left to restore. */
	forget(what: string): void {
		this.undos.delete(what);
	}

	/** Repeats until the server confirms the old state. Returns whether it did. */
	async settle(what: string): Promise<boolean> {
		const undo = this.undos.get(what);
		if (!undo) return true;
		let last: Answer | undefined;
		for (let tried = 1; tried <= this.tries; tried++) {
			if (tried > 1) await this.client.wait(backOff(tried - 1), true);
			const answer = await undo.ask(tried).catch(() => undefined);
			last = answer ?? last;
			if (await isBack(undo, answer)) {
				this.forget(what);
				return true;
			}
		}
		if (last?.ok) this.findings.lie(last.method, 'says that it is done, and nothing is');
		if (!last) this.tries = TRIES_WITHOUT_ANSWER;
		return false;
	}

	/** Restores the last change first. What could not be restored stays in `pending`. */
	async settleAll(): Promise<void> {
		for (const what of [...this.undos.keys()].reverse()) await this.settle(what);
	}

	/** Forgets what the server shows as restored by now. */
	async lookAgain(): Promise<void> {
		for (const [what, { isBack }] of this.undos) {
			const look = async () => await isBack?.(undefined);
			if (
				await look()
					.catch(look)
					.catch(() => false)
			)
				this.forget(what);
		}
	}

	/** What would be left behind if nothing more were restored. */
	pending(): string[] {
		return [...this.undos.values()].map(({ advice }) => advice);
	}
}

async function isBack(undo: Undo, answer: Answer | undefined): Promise<boolean> {
	const isDone = answer?.ok === true;
	if (!undo.isBack) return isDone;
	// If the server does not show it, its answer has to do.
	return await undo.isBack(answer).catch(() => isDone);
}
