import type { Call } from '../../nodes/BotMessaging/api/client';

/** The calls to a server that answers so, or fails so, one after the other; and what it was asked. */
export function callOf(...answers: unknown[]) {
	const asked: unknown[] = [];
	const call = (async (...request: unknown[]) => {
		asked.push(request);
		const answer = answers.shift();
		if (answer instanceof Error) throw answer;
		return answer;
	}) as unknown as Call;
	return { call, asked };
}
