import type { KeyedQueue } from '../../../../api/queues';
import type { Delivery } from './deliver';

/** Brings one answer to n8n; the execution is waited for only if it has not just been found busy. */
type Bring = (isPatient: boolean) => Promise<Delivery>;

/**
 * The answers to one question, one after the other. If n8n is found busy with the execution, it is so
 * for all who wait: nobody can hold the others up with many presses.
 */
export class Line {
	private joined = 0;

	/** That n8n was busy, and for how many of those who have joined. */
	private busy?: { delivery: Delivery; until: number };

	private isBusy = false;

	constructor(
		private readonly question: string,
		private readonly order: KeyedQueue,
	) {}

	/** Resolves with what n8n has done with the answer; rejects as `bring` does. */
	async join(bring: Bring): Promise<Delivery> {
		const place = ++this.joined;
		return await this.order.run(this.question, async () => {
			if (this.busy && place <= this.busy.until) return this.busy.delivery;
			const delivery = await bring(!this.isBusy);
			this.isBusy = delivery.botMessagingOutcome === 'running';
			if (this.isBusy) this.busy = { delivery, until: this.joined };
			return delivery;
		});
	}
}
