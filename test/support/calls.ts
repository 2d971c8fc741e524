import type { Call } from '../../nodes/BotMessaging/api/client';

/** A Call to a server that gives these answers or errors in turn, and the requests that it got. */
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

/** A Call to a server that gives this answer. */
export const callThat = (answer: (...request: unknown[]) => unknown): Call =>
	(async (...request: unknown[]) => answer(...request)) as unknown as Call;
