import type { Batch } from '../../../engine/define';

const STEP = 1000;

/** Logs the progress of a long deletion, every 1,000 messages. */
export class Progress {
	private asked = 0;

	private deleted = 0;

	constructor(private readonly batch: Batch) {}

	/** Counts the result of one request. */
	add(asked: number, deleted: number): void {
		const steps = Math.floor(this.asked / STEP);
		this.asked += asked;
		this.deleted += deleted;
		if (Math.floor(this.asked / STEP) === steps) return;
		const { context } = this.batch;
		const { name } = context.getNode();
		context.logger.info(
			`${name}: ${this.asked} messages asked for so far, ${this.deleted} of them deleted`,
		);
	}
}
