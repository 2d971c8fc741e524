import { Refusal } from '../world/refusal';

export const FAULT_KINDS = ['error', 'cut', 'cut_after', 'malformed', 'hang', 'delay'] as const;

/**
 * Makes a call fail.
 * `error`: refused without being carried out. `cut`: the connection ends before it is carried out.
 * `cut_after`: carried out, then the connection ends. `malformed`: carried out, the answer is
 * broken JSON. `hang`: carried out, never answered. `delay`: carried out after a wait.
 */
export interface Fault {
	kind: (typeof FAULT_KINDS)[number];
	/** The method that it hits; without it, any. */
	method?: string;
	/** How many calls it hits; by default one, or with a probability any number. */
	times?: number;
	/** How many calls to let through first. */
	skip?: number;
	/** Chance from 0 to 1 that a call is hit. */
	probability?: number;
	status?: number;
	description?: string;
	parameters?: { retry_after?: number };
	delayMs?: number;
}

/** The faults that wait for their calls, oldest first. */
export class Faults {
	private waiting: Fault[] = [];

	list(): Fault[] {
		return this.waiting;
	}

	add(faults: Fault[]): void {
		this.waiting.push(...faults.map((fault) => ({ ...fault })));
	}

	clear(): void {
		this.waiting = [];
	}

	/** The fault for this call, if any. Uses it up. */
	take(method: string): Fault | undefined {
		const fault = this.waiting.find((candidate) => this.hits(candidate, method));
		if (!fault || (fault.probability !== undefined && fault.times === undefined)) return fault;
		fault.times = (fault.times ?? 1) - 1;
		if (fault.times <= 0) this.waiting = this.waiting.filter((other) => other !== fault);
		return fault;
	}

	private hits(fault: Fault, method: string): boolean {
		if (fault.method && fault.method.toLowerCase() !== method.toLowerCase()) return false;
		if (fault.skip) {
			fault.skip--;
			return false;
		}
		return fault.probability === undefined || Math.random() < fault.probability;
	}
}

/** The answer of an `error` fault. */
export function refusalOf({ status = 500, description, parameters }: Fault): Refusal {
	return new Refusal(status, description ?? 'Internal Server Error', parameters);
}
