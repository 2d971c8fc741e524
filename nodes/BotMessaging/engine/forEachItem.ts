import { settle } from '../api/basics';
import type { Batch, Reading } from './define';

/**
 * Does something with each item, several at a time. What it throws ends that item, and if an
 * error ends the execution, all of it.
 */
export async function forEachItem(
	batch: Batch,
	work: (reading: Reading) => Promise<void>,
): Promise<void> {
	const one = async (reading: Reading) => {
		const { error } = await settle(work(reading));
		if (error !== undefined) batch.fail(reading.item, error);
	};
	const all: Array<Promise<void>> = [];
	// The requests go out while the next items are being read.
	for await (const reading of batch.readings()) all.push(one(reading));
	await Promise.all(all);
}
