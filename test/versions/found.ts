import { appendFileSync } from 'node:fs';

import type { Tally } from '../../bench/tally';

/** Records a test's finding about this n8n, for its cell in the table of all versions. */
export function found(words: string): void {
	const file = process.env.BOT_MESSAGING_FOUND;
	const test = expect.getState().currentTestName;
	if (file) appendFileSync(file, `${JSON.stringify({ test, words })}\n`);
}

/** The result for updates, in words for a cell of the table. */
export function wordsOf({ updates, missing, duplicates, outOfOrder, statuses }: Tally): string {
	const { crashed = 0, new: notBegun = 0 } = statuses;
	return [
		missing === 0 ? `all ${updates}` : `${updates - missing} of ${updates}`,
		duplicates > 0 && `${duplicates} twice`,
		crashed > 0 && `${crashed} cut off`,
		notBegun > 0 && `${notBegun} not begun`,
		outOfOrder > 0 && `${outOfOrder} out of order`,
	]
		.filter(Boolean)
		.join(', ');
}
