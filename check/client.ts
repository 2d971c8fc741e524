import type { MethodName, ParamsOf } from '../reference';
import { limitOf, readAnswer, retryAfter, type Answer, type NoAnswer } from './answers';
import type { Mask } from './mask';
import { Stopped, Unclear, Unexpected } from './obstacles';
import { PATH_FORMS, requestOf, type Carrying, type PathForm } from './requests';

export interface CallOptions extends Carrying {
	/** The method's name as it is written in the address. */
	written?: string;
	pathForm?: PathForm;
	/** Parameters that the reference does not know. */
	also?: Record<string, unknown>;
	/** For clean-up: runs even after the check was ended, and tries only once, as the caller repeats it. */
	isClearing?: boolean;
	/** Whether the server answers a repeated call like the first one. */
	isRepeatable?: boolean;
	/** Called if it is unknown whether the server carried out the call. */
	unsure?(): void;
}

export interface ClientOptions {
	service: string;
	token: string;
	mask: Mask;
	/** Milliseconds. */
	pause(ms: number): Promise<void>;
	/** Called for every answer. */
	heard(answer: Answer, params: Record<string, unknown>): void;
	/** Called if a method never got a clear answer. */
	unheard(method: MethodName, why: string): void;
	/** Called if the server refuses because of a limit. */
	limited(style: 'MESSAGE_TOO_MUCH' | '429'): void;
	/** Called if an attempt got no clear answer; another attempt may follow. */
	unclear(why: string): void;
	/** Called after each request. */
	asked(method: MethodName, params: Record<string, unknown>, answer: Answer | NoAnswer): void;
}

const PATIENCE_MS = 60_000;
const TRIES = 4;
const LIMITED_TRIES = 6;
const MOST_WAITED_SECONDS = 30;
const MOST_WAITED_CLEARING_SECONDS = 60;
const MOST_WAITED_IN_ALL_SECONDS = 600;
const MOST_WITHOUT_ANSWER = 3;

type Values = Record<string, unknown>;

/** These are refused if they are repeated after a success, so such a refusal proves nothing. */
const isOnceOnly = (method: MethodName, values: Values, { isRepeatable }: CallOptions) =>
	!isRepeatable && /^(delete|edit|pin|unpin|revoke)/.test(method) && Object.keys(values).length > 0;

/** Seconds before another try: 1, 2, 4 and so on. */
export const backOff = (tried: number) => 2 ** (tried - 1);

/** A minimal client. Its errors never contain the address, because the token is in it. */
export class Client {
	pathForm: PathForm = 'bot';

	private waitedSeconds = 0;

	/** How many calls in a row have got no clear answer. */
	private withoutAnswer = 0;

	/** Whether the server ever answered. */
	private isThere = false;

	private isEnded = false;

	private wake: () => void = () => {};

	private readonly ending = new Promise<void>((resolve) => (this.wake = resolve));

	private readonly underWay = new Set<Promise<unknown>>();

	constructor(private readonly options: ClientOptions) {}

	/**
	 * Calls a method, and tries again after an unclear answer and after a limit. Throws Unexpected if no clear
	 * answer comes, Unclear if more attempts may bring one, and Stopped if the server cannot be reached or
	 * rejects further calls.
	 */
	async call<M extends MethodName>(
		method: M,
		params: Partial<ParamsOf<M>> = {},
		options: CallOptions = {},
	): Promise<Answer<M>> {
		if (!options.isClearing) this.goOn();
		const sent = this.send(method, { ...params, ...options.also }, options);
		this.underWay.add(sent);
		try {
			return await sent;
		} finally {
			this.underWay.delete(sent);
		}
	}

	/** Throws Stopped after the end of the check. */
	goOn(): void {
		if (this.isEnded) throw new Stopped('the check was ended early');
	}

	/** The bytes of a file, from where the nodes fetch it; nothing if they are not there. */
	async download(path: string): Promise<Buffer | undefined> {
		const { service, token } = this.options;
		const address = `${service}/file/${PATH_FORMS[this.pathForm].prefix}${token}/${path}`;
		const patience = { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) } as const;
		try {
			const response = await fetch(address, patience);
			return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
		} catch {
			return undefined;
		}
	}

	/** Waits, but not beyond the end of the check. */
	async wait(seconds: number, isClearing = false): Promise<void> {
		const pause = this.options.pause(seconds * 1000);
		await (isClearing ? pause : Promise.race([pause, this.ending]));
	}

	/** Starts nothing more, and waits for running calls: one may create a message that has to be deleted. */
	async end(): Promise<void> {
		this.isEnded = true;
		this.wake();
		await Promise.allSettled(this.underWay);
		// Give callers time to note what their calls created.
		await new Promise(setImmediate);
	}

	private async send<M extends MethodName>(
		method: M,
		values: Values,
		options: CallOptions,
	): Promise<Answer<M>> {
		let [unclear, limited] = [0, 0];
		for (;;) {
			const answer = await this.request(method, values, options);
			this.options.asked(method, values, answer);
			if ('why' in answer) {
				options.unsure?.();
				this.options.unclear(answer.why);
				if (options.isClearing || ++unclear === TRIES || this.isEnded) {
					throw this.giveUp(method, answer, options);
				}
				await this.wait(backOff(unclear));
				continue;
			}
			this.withoutAnswer = 0;
			this.isThere = true;
			if (limitOf(answer)) {
				await this.waitForLimit(answer, ++limited, options);
				continue;
			}
			if (!answer.ok && unclear > 0 && isOnceOnly(method, values, options)) {
				throw new Unclear(`${method} was refused after a try that may have worked`);
			}
			this.options.heard(answer, values);
			return answer;
		}
	}

	/** The error to throw if no attempt got a clear answer. */
	private giveUp(method: MethodName, { why, kind }: NoAnswer, options: CallOptions): Error {
		if (options.isClearing) return new Unexpected(why);
		if (this.isEnded) return new Stopped('the check was ended early');
		this.options.unheard(method, why);
		this.isThere ||= kind !== 'silence';
		if (kind === 'fault' || (this.isThere && ++this.withoutAnswer < MOST_WITHOUT_ANSWER)) {
			return new Unexpected(`${method} got no clear answer (${why})`);
		}
		const isSilent = kind === 'silence';
		const what = isSilent ? 'the server could not be reached' : 'the server gives no clear answers';
		return new Stopped(`${what} (${why})`);
	}

	/** Waits for a limit to pass; throws if the wait is too long, or if there are too many. */
	private async waitForLimit(answer: Answer, tried: number, { isClearing }: CallOptions) {
		const style = limitOf(answer)!;
		this.options.limited(style);
		const seconds = retryAfter(answer) ?? backOff(tried);
		if (isClearing) {
			await this.wait(Math.min(seconds, MOST_WAITED_CLEARING_SECONDS), true);
			if (tried === 2) throw new Unexpected(`the server's limit was reached (${style})`);
			return;
		}
		this.waitedSeconds += seconds;
		if (
			tried === LIMITED_TRIES ||
			seconds > MOST_WAITED_SECONDS ||
			this.waitedSeconds > MOST_WAITED_IN_ALL_SECONDS
		) {
			throw new Stopped(`the server's limit was reached (${style})`);
		}
		await this.wait(seconds);
		this.goOn();
	}

	private async request<M extends MethodName>(
		method: M,
		values: Values,
		options: CallOptions,
	): Promise<Answer<M> | NoAnswer> {
		const { service, token, mask } = this.options;
		const { prefix } = PATH_FORMS[options.pathForm ?? this.pathForm];
		const { query, init } = requestOf(values, options);
		const address = `${service}/${prefix}${token}/${options.written ?? method}`;
		try {
			const response = await fetch(`${address}${query}`, {
				...init,
				redirect: 'error',
				signal: AbortSignal.timeout(PATIENCE_MS),
			});
			const answer = await readAnswer(method, response, (words) => mask.quote(words));
			if ('body' in answer) mask.learn(answer.body);
			return answer;
		} catch (obstacle) {
			const { cause, name } = obstacle as Error & { cause?: { code?: string } };
			return { why: cause?.code ?? name, kind: 'silence' };
		}
	}
}
