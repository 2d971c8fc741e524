import type { Given, Outcome } from './worker';

/** No real workflow takes a second. */
const LONGEST_SECONDS = 30;

const TOO_LONG = `It was stopped: it took more than ${LONGEST_SECONDS} seconds. Look for very long texts in the workflow, and give it without them.`;
const STOPPED = 'It was stopped. Nothing was converted.';
const FAULT = 'This browser cannot convert it. Try a newer one, or the command in the guide.';

/** Runs one conversion at a time in a separate thread, so that the page stays usable. */
export class Conversion {
	private worker?: Worker;
	private limit?: ReturnType<typeof setTimeout>;

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
		const address = URL.createObjectURL(new Blob([this.script], { type: 'text/javascript' }));
		this.worker = new Worker(address);
		this.worker.onmessage = ({ data }: MessageEvent<Outcome>) => this.end(data);
		this.worker.onerror = () => this.end({ obstacle: FAULT });
		this.worker.postMessage(given);
		URL.revokeObjectURL(address);
		this.limit = setTimeout(() => this.end({ obstacle: TOO_LONG }), LONGEST_SECONDS * 1000);
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
		clearTimeout(this.limit);
		this.worker?.terminate();
		this.worker = undefined;
	}
}
