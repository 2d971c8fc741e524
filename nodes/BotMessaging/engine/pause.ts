import type { IExecuteFunctions } from 'n8n-workflow';

import { UserError } from '../api/errors';
import type { Pause } from './define';

/** n8n's own means to let an execution wait. */
export function pauseOf(context: IExecuteFunctions): Pause {
	return {
		address(parameters = {}) {
			// Older versions do not have it.
			const address = context.getSignedResumeUrl?.(parameters);
			if (address) return address;
			throw new UserError(
				'This n8n is too old to wait for an answer in a chat',
				'Nothing was sent. Update n8n, or ask with Send Message and let a second workflow start with the answer.',
				'other',
			);
		},
		async begin(kept, until, unanswered) {
			Object.assign(context.getContext('node'), kept);
			const waiting = context.getExecuteData();
			// n8n then outputs what it has as the input of this node. Nothing of what came in may be
			// among it: an AI agent takes an `approved` there for the answer. The list is that of the
			// node before, so it is not changed but replaced.
			const [items] = waiting.data.main ?? [];
			const item = { json: unanswered, pairedItem: items?.[0]?.pairedItem };
			waiting.data = { ...waiting.data, main: [[item]] };
			// n8n has this entry pass its input on by disabling the node in it. Other entries that are still
			// to run, as for a second call of a reviewed tool, have the same object: they would pass theirs on
			// as well, and nobody would be asked.
			waiting.node = { ...waiting.node };
			// For n8n, an item of the third output comes from the third input. With one source for each
			// output, what is behind it finds the items of earlier nodes.
			const source = waiting.source?.main[0];
			if (source) waiting.source = { main: context.getNodeOutputs().map(() => source) };
			await context.putExecutionToWait(until);
		},
	};
}
