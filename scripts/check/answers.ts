import type { MethodName, ResultOf } from '../../reference';

/** What a server has answered. */
export type Answer<M extends MethodName = MethodName> =
	| { method: M; ok: true; status: number; result: ResultOf<M>; body: object }
	| {
			method: M;
			ok: false;
			status: number;
			code: number;
			description: string;
			body: object;
	  };

/** Instead of an answer: why the server does not say whether it has done what it was asked. */
export interface NoAnswer {
	why: string;
	/** Nothing came; a page of HTML; the server speaks of its own fault. */
	kind: 'silence' | 'page' | 'fault';
}

const NO_JSON = 'no JSON';

type Limit = 'MESSAGE_TOO_MUCH' | '429';

const GONE = /not found|wasn't found|can't be found|message_id_invalid/i;

/** Whether a server does not know a method at all. */
export const isUnknownMethod = (answer: Answer) =>
	!answer.ok &&
	(/method.*\bnot (found|supported|known|allowed)|unknown method/i.test(answer.description) ||
		([404, 405, 501].includes(answer.code) && /^(|no JSON|not found)$/i.test(answer.description)));

/** Whether a refusal says that a message, or what else the request is about, is not there. */
export const saysGone = (answer: Answer) =>
	!answer.ok &&
	!isUnknownMethod(answer) &&
	!/chat not found/i.test(answer.description) &&
	(GONE.test(answer.description) || answer.code === 404);

const REQUEST_TIMEOUT = 408;

/** A page of a gateway, a fault of the server and a body without `ok` tell nothing of what was done. */
function isClear(answer: Answer): boolean {
	if (answer.ok || isUnknownMethod(answer)) return true;
	if (answer.status >= 500 || answer.code >= 500 || answer.status === REQUEST_TIMEOUT) return false;
	return answer.status >= 400 || (answer.body as { ok?: unknown }).ok === false;
}

function answerIn<M extends MethodName>(method: M, status: number, body: unknown): Answer<M> {
	if (typeof body !== 'object' || body === null) {
		return { method, ok: false, status, code: status, description: NO_JSON, body: {} };
	}
	const { ok, result, error_code: code, description, message } = body as Record<string, unknown>;
	if (ok === true) return { method, ok, status, result: result as ResultOf<M>, body };
	// A server that is not of the family's making may call it by another name.
	const words = [description, message].find((one) => typeof one === 'string') ?? '';
	return {
		method,
		ok: false,
		status,
		code: typeof code === 'number' ? code : status,
		description: String(words),
		body,
	};
}

/** @param quote makes words of the server fit for a report */
export async function readAnswer<M extends MethodName>(
	method: M,
	response: Response,
	quote: (words: string) => string,
): Promise<Answer<M> | NoAnswer> {
	const text = await response.text();
	const answer = answerIn(method, response.status, parsed(text));
	if (answer.ok || isClear(answer)) return answer;
	const kind = answer.description === NO_JSON ? 'page' : 'fault';
	return { why: `${answer.code} ${quote(answer.description)}`, kind };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

export function limitOf(answer: Answer): Limit | undefined {
	if (answer.ok) return undefined;
	if (answer.description.includes('MESSAGE_TOO_MUCH')) return 'MESSAGE_TOO_MUCH';
	return answer.code === 429 ? '429' : undefined;
}

/** Seconds. */
export function retryAfter(answer: Answer): number | undefined {
	const { parameters } = answer.body as { parameters?: { retry_after?: unknown } };
	const seconds = parameters?.retry_after;
	return typeof seconds === 'number' ? seconds : undefined;
}
