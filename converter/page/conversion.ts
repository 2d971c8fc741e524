import type { Given, Outcome } from './worker';

/** The work is as much as the text is long; the clock of a busy computer would say little about it. */
const MOST_CHARACTERS = 50_000_000;

const TOO_LONG = `It has more than ${MOST_CHARACTERS / 1e6} million characters. Give it without the data pinned to its nodes.`;
const STOPPED = 'It was stopped. Nothing was converted.';
const FAULT = 'This browser cannot convert it. Try a newer one, or the command in the guide.';

/** Runs one conversion at a time in a separate thread, so that the page stays usable. */
export class Conversion {
	private worker?: Worker;

	/**
	 * @param script the thread's code as text, because the page is a single file
	 * @param tell called once for each start, unless another start comes first
	 */
	constructor(
		private readonly script: string,
		private readonly tell: (outcome: Outcome) => void,
	) {}

	start(given: Given): void {
		this.forget();
		if (given.text.length > MOST_CHARACTERS) return this.end({ obstacle: TOO_LONG });
		const address = URL.createObjectURL(new Blob([this.script], { type: 'text/javascript' }));
		this.worker = new Worker(address);
		this.worker.onmessage = ({ data }: MessageEvent<Outcome>) => this.end(data);
		this.worker.onerror = () => this.end({ obstacle: FAULT });
		this.worker.postMessage(given);
		URL.revokeObjectURL(address);
	}

	/** For people who do not want to wait. */
	stop(): void {
		this.end({ obstacle: STOPPED });
	}

	private end(outcome: Outcome): void {
		this.forget();
		this.tell(outcome);
	}

	private forget(): void {
		this.worker?.terminate();
		this.worker = undefined;
	}
}
