export interface ProgressOptions {
	/** Milliseconds. */
	now(): number;
	tell(line: string): void;
}

const EVERY_MS = 10_000;
const MINUTE_MS = 60_000;

/** Reports the progress of a check that takes long. */
export class Progress {
	private what = 'Reading what is there';

	/** Approximate number of requests left in this part, and in later parts. */
	private left: [here: number, after: number] = [0, 0];

	private requests = 0;

	private spentMs = 0;

	private seenAt: number;

	private toldAt: number;

	constructor(private readonly options: ProgressOptions) {
		this.seenAt = this.toldAt = options.now();
	}

	begin(what: string, here: number, after: number): void {
		this.what = what;
		this.left = [here, after];
	}

	/** Excludes the time until now, which a person took, from the estimate. */
	skip(): void {
		this.seenAt = this.options.now();
	}

	/** Counts a request. */
	asked(): void {
		const now = this.options.now();
		this.spentMs += now - this.seenAt;
		this.seenAt = now;
		this.requests++;
		this.left[0] = Math.max(this.left[0] - 1, 1);
		if (now - this.toldAt < EVERY_MS) return;
		this.toldAt = now;
		this.options.tell(`${this.what}. Request ${this.requests}, ${this.time()} left.`);
	}

	private time(): string {
		const [here, after] = this.left;
		const ms = ((here + after) * this.spentMs) / this.requests;
		const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
		return minutes === 1 ? 'about 1 minute' : `about ${minutes} minutes`;
	}
}
