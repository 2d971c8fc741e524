import type { Answer } from './answers';
import { backOff, type Client } from './client';
import type { Findings } from './findings';

/** How something is put back. */
export interface Undo {
	/** Asks the server to put it back. */
	ask(tried: number): Promise<Answer>;
	/** Whether the server shows it as it was before; without it, its answer is believed. Throws if it does not show it. */
	isBack?(answer: Answer | undefined): Promise<boolean>;
	/** What is left if it cannot be put back, and what to do about it. */
	advice: string;
}

const TRIES = 6;
const TRIES_WITHOUT_ANSWER = 2;

/** What was changed, by what is to be put back. */
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

	/** There is nothing to put back any more. */
	forget(what: string): void {
		this.undos.delete(what);
	}

	/** Asks until the server confirms that it is as it was. Returns whether it is. */
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

	/** The last change is put back first. Returns what is left. */
	async settleAll(): Promise<string[]> {
		const left: string[] = [];
		for (const [what, { advice }] of [...this.undos].reverse()) {
			if (!(await this.settle(what))) left.push(advice);
		}
		this.undos.clear();
		return left;
	}

	/** What would be left if nothing more were put back. */
	pending(): string[] {
		return [...this.undos.values()].map(({ advice }) => advice);
	}
}

async function isBack(undo: Undo, answer: Answer | undefined): Promise<boolean> {
	const isDone = answer?.ok === true;
	if (!undo.isBack) return isDone;
	// What the server does not show can only be believed.
	return await undo.isBack(answer).catch(() => isDone);
}
