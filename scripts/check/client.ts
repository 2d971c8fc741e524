import type { MethodName, ParamsOf, ResultOf } from '../../reference';
import type { Mask } from './mask';

/** What a server has answered. */
export type Answer<M extends MethodName = MethodName> =
	| { ok: true; status: number; result: ResultOf<M>; body: object }
	| { ok: false; status: number; code: number; description: string; body: object };

/** Ends the check: the rest is not tested, for this reason. */
export class Stopped extends Error {}

export interface CallOptions {
	/** The method's name as it is written in the address. */
	written?: string;
	httpMethod?: 'GET' | 'POST';
	/** How the parameters travel; JSON unless one of them is a file. */
	as?: 'json' | 'form' | 'query';
	pathForm?: PathForm;
	/** Parameters that the reference does not know. */
	also?: Record<string, unknown>;
	/** Also after the check was ended, to clear up. */
	isClearing?: boolean;
}

export type PathForm = 'bot' | 'plain';

export interface ClientOptions {
	service: string;
	token: string;
	mask: Mask;
	/** Milliseconds. */
	pause(ms: number): Promise<void>;
	/** Called with every answer. */
	heard(method: MethodName, answer: Answer): void;
	/** Called if the server refuses because of a limit. */
	limited(style: 'MESSAGE_TOO_MUCH' | '429'): void;
}

const PATIENCE_MS = 60_000;
const FAREWELL_MS = 5000;
const MOST_WAITED_SECONDS = 30;

type Values = Record<string, unknown>;

const asText = (value: unknown) =>
	typeof value === 'object' ? JSON.stringify(value) : String(value);

function multipart(values: Values): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(values)) {
		if (value instanceof File) form.append(name, value, value.name);
		else form.append(name, asText(value));
	}
	return form;
}

/** The query or the body in which parameters travel. */
function carried(values: Values, as: CallOptions['as']): { query: string; init: RequestInit } {
	const texts = () =>
		new URLSearchParams(
			Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asText(value)])),
		);
	if (as === 'query') return { query: `?${texts().toString()}`, init: {} };
	if (as === 'form') return { query: '', init: { body: texts() } };
	if (Object.values(values).some((value) => value instanceof File)) {
		return { query: '', init: { body: multipart(values) } };
	}
	const headers = { 'content-type': 'application/json' };
	return { query: '', init: { headers, body: JSON.stringify(values) } };
}

/** A client of a few lines. Its errors hold no address, as the token is in it. */
export class Client {
	pathForm: PathForm = 'bot';

	private hasWaited = false;

	private isEnded = false;

	private readonly ended = new AbortController();

	private readonly underWay = new Set<Promise<unknown>>();

	constructor(private readonly options: ClientOptions) {}

	/** Calls a method. Throws Stopped if the server cannot be reached, or wants no more calls for now. */
	async call<M extends MethodName>(
		method: M,
		params: Partial<ParamsOf<M>> = {},
		options: CallOptions = {},
	): Promise<Answer<M>> {
		if (this.isEnded && !options.isClearing) throw new Stopped('the check was ended early');
		const sent = this.send(method, { ...params, ...options.also }, options);
		this.underWay.add(sent);
		try {
			return (await sent) as Answer<M>;
		} finally {
			this.underWay.delete(sent);
		}
	}

	/** Begins nothing more, and waits a little for what is under way: it may be a message to delete. */
	async end(): Promise<void> {
		this.isEnded = true;
		if (this.underWay.size === 0) return;
		await Promise.race([Promise.allSettled(this.underWay), this.options.pause(FAREWELL_MS)]);
		this.ended.abort();
	}

	private async send(method: MethodName, values: Values, options: CallOptions): Promise<Answer> {
		const answer = await this.request(method, values, options);
		const style = limitOf(answer);
		if (!style) return answer;
		this.options.limited(style);
		const seconds = retryAfter(answer.body);
		if (this.hasWaited || seconds === undefined || seconds > MOST_WAITED_SECONDS) {
			throw new Stopped(`the server's limit was reached (${style})`);
		}
		this.hasWaited = true;
		await this.options.pause(seconds * 1000);
		return await this.send(method, values, options);
	}

	private async request(method: MethodName, values: Values, options: CallOptions): Promise<Answer> {
		const { service, token, mask, heard } = this.options;
		const form = options.pathForm ?? this.pathForm;
		const { query, init } = carried(values, options.as);
		const address = `${service}/${form === 'bot' ? 'bot' : ''}${token}/${options.written ?? method}`;
		const answer = await fetch(`${address}${query}`, {
			...init,
			method: options.httpMethod ?? 'POST',
			redirect: 'error',
			signal: AbortSignal.any([
				AbortSignal.timeout(PATIENCE_MS),
				...(options.isClearing ? [] : [this.ended.signal]),
			]),
			...(options.httpMethod === 'GET' && { body: undefined }),
		}).then(readAnswer, (obstacle: Error & { cause?: { code?: string } }) => {
			const why = obstacle.cause?.code ?? obstacle.name;
			throw new Stopped(`the server could not be reached (${why})`);
		});
		mask.learn(answer.body);
		if (!limitOf(answer)) heard(method, answer);
		return answer;
	}
}

async function readAnswer(response: Response): Promise<Answer> {
	const { status } = response;
	const body: unknown = await response.json().catch(() => undefined);
	if (typeof body !== 'object' || body === null) {
		return { ok: false, status, code: status, description: 'no JSON', body: {} };
	}
	const { ok, result, error_code: code, description, message } = body as Values;
	if (ok === true) return { ok, status, result: result as ResultOf<MethodName>, body };
	// A server that is not of the family's making may call it by another name.
	const words = [description, message].find((one) => typeof one === 'string') ?? '';
	return {
		ok: false,
		status,
		code: typeof code === 'number' ? code : status,
		description: String(words),
		body,
	};
}

function limitOf(answer: Answer): 'MESSAGE_TOO_MUCH' | '429' | undefined {
	if (answer.ok) return undefined;
	if (answer.description.includes('MESSAGE_TOO_MUCH')) return 'MESSAGE_TOO_MUCH';
	return answer.code === 429 ? '429' : undefined;
}

function retryAfter(body: object): number | undefined {
	const { parameters } = body as { parameters?: { retry_after?: unknown } };
	const seconds = parameters?.retry_after;
	return typeof seconds === 'number' ? seconds : undefined;
}
