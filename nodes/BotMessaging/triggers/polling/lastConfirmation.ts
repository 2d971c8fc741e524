import { sleep } from 'n8n-workflow';

import type { Call } from '../../api/client';
import { AnswerError } from '../../api/errors';
import { settle } from '../../api/settle';
import type { Ledger } from './ledger';

const TIMEOUT_MS = 2000;
const PAUSE_MS = 100;
const MOST_TRIES = 20;

/**
 * Confirms the updates that are done when nobody polls any more.
 *
 * @param isNeeded whether that is still so
 */
export async function confirmWithoutPolling(
	call: Call,
	ledger: Ledger,
	isNeeded: () => boolean,
): Promise<void> {
	for (let tries = 0; tries < MOST_TRIES && isNeeded(); tries++) {
		const offset = ledger.nextOffset([]);
		if (offset === undefined || offset === ledger.firstId) return;
		const { error } = await settle(
			call('getUpdates', { offset, limit: 1, timeout: 0 }, { timeoutMs: TIMEOUT_MS }),
		);
		if (error === undefined) return ledger.forgetBelow(offset);
		// The server may need a moment to see that our own poll has ended.
		if (!(error instanceof AnswerError && error.code === 409)) return;
		await sleep(PAUSE_MS);
	}
}
