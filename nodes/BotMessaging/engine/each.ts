import { settle } from '../api/settle';
import type { Batch, Reading } from './define';

/**
 * Does something with each item, several at a time. What it throws ends that item, and where an
 * error ends the execution, all of it.
 */
export async function forEachItem(
	batch: Batch,
	work: (item: number, reading: Reading) => Promise<void>,
): Promise<void> {
	const one = async (item: number) => {
		const reading = batch.read(item);
		if (!reading) return;
		const { error } = await settle(work(item, reading));
		if (error !== undefined) batch.fail(item, error);
	};
	const all: Array<Promise<void>> = [];
	for (let item = 0; item < batch.length && !batch.isStopped; item++) {
		// The requests go out while the next items are being read.
		await batch.room();
		all.push(one(item));
	}
	await Promise.all(all);
}
