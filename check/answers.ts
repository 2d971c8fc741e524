import type { MethodName, ResultOf } from '../reference';

/** An answer of the server. */
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

/** No usable answer: why it is unknown whether the server carried out the call. */
export interface NoAnswer {
	why: string;
	/** Nothing arrived; an HTML page arrived; or the server reported a fault of its own. */
	kind: 'silence' | 'page' | 'fault';
}

const NO_JSON = 'no JSON';

type Limit = 'MESSAGE_TOO_MUCH' | '429';

const GONE = /not found|wasn't found|can't be found|message_id_invalid/i;

/** Whether the answer means that the server does not have the method. */
export const isUnknownMethod = (answer: Answer) =>
	!answer.ok &&
	(/method.*\bnot (found|supported|known|allowed)|unknown method/i.test(answer.description) ||
		([404, 405, 501].includes(answer.code) && /^(|no JSON|not found)$/i.test(answer.description)));

/** Whether a refusal says that the message, or other target, does not exist. */
export const saysGone = (answer: Answer) =>
	!answer.ok &&
	!isUnknownMethod(answer) &&
	!/chat not found/i.test(answer.description) &&
	(GONE.test(answer.description) || answer.code === 404);

const REQUEST_TIMEOUT = 408;

/** A gateway's page, a server fault and a body without `ok` do not tell whether the call was carried out. */
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
	// Servers outside the family may use another name for it.
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

/** @param quote makes the server's words fit for a report */
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
