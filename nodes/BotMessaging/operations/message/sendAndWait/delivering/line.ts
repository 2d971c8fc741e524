import { settle } from '../../../../api/settle';
import type { Delivery } from './deliver';

/** Brings one answer to n8n; the execution is waited for only where it has not just been found busy. */
type Bring = (isPatient: boolean) => Promise<Delivery>;

interface Waiting {
	bring: Bring;
	resolve: (delivery: Delivery) => void;
	reject: (error: unknown) => void;
}

/**
 * The answers to one question, one after the other. Where n8n is found busy with the execution, it is
 * so for all who wait: nobody can hold the others up with many presses.
 */
export class Line {
	private readonly waiting: Waiting[] = [];
	private isServed = false;
	private isBusy = false;

	/** Resolves with what n8n has done with the answer; rejects as `bring` does. */
	async join(bring: Bring): Promise<Delivery> {
		return await new Promise<Delivery>((resolve, reject) => {
			this.waiting.push({ bring, resolve, reject });
			if (!this.isServed) void this.serve();
		});
	}

	private async serve(): Promise<void> {
		this.isServed = true;
		for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
			const { value: delivery, error } = await settle(next.bring(!this.isBusy));
			if (!delivery) {
				next.reject(error);
				continue;
			}
			this.isBusy = delivery.botMessagingOutcome === 'running';
			const all = this.isBusy ? [next, ...this.waiting.splice(0)] : [next];
			for (const { resolve } of all) resolve(delivery);
		}
		this.isServed = false;
	}
}
