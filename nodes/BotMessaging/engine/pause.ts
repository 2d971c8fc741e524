import type { IExecuteFunctions } from 'n8n-workflow';

import { UserError } from '../api/errors';
import type { Pause } from './define';

/** n8n's own means to let an execution wait. */
export function pauseOf(context: IExecuteFunctions): Pause {
	return {
		reviewed() {
			const isReview = context.getNode().type.endsWith('HitlTool');
			return isReview ? context.evaluateExpression('{{ $tool.parameters }}', 0) : undefined;
		},
		address(parameters = {}) {
			// Older versions do not have it.
			const address = context.getSignedResumeUrl?.(parameters);
			if (address) return address;
			throw new UserError(
				'This n8n is too old to wait for an answer in a chat',
				'Nothing was sent. Update n8n, or ask with Send Message and a second workflow that starts with the answer.',
			);
		},
		async begin(kept, until, unanswered) {
			Object.assign(context.getContext('node'), kept);
			// n8n then puts out what it has as the input of this node. The lists are those of the node
			// before, so they are not changed but replaced.
			const waiting = context.getExecuteData();
			const [items, ...others] = waiting.data.main ?? [];
			const more = items?.map((item) => ({ ...item, json: { ...item.json, ...unanswered } }));
			waiting.data = { ...waiting.data, main: [more ?? null, ...others] };
			await context.putExecutionToWait(until);
		},
	};
}
