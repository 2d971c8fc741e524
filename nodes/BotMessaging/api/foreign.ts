import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { isLocalName, isPublicAddress, literalOf } from './addresses';
import type { ByteStream } from './bytes';
import { TransportError, transportError } from './errors';
import { settle } from './basics';

/** Milliseconds without a sign of life after which a fetch is given up. */
const TIMEOUT_MS = 30_000;

const MOST_REDIRECTS = 9;

/** A host with more addresses is tried at these. */
const MOST_ADDRESSES = 4;

/**
 * Why an address was not asked, or not asked on. `private`: it leads into a network that is not
 * public. `unchecked`: n8n offers no way to find out. `redirects`: they do not end.
 */
export type ForeignReason = 'private' | 'unchecked' | 'redirects' | 'notHttp';

/** An address that the node does not follow. Nothing of its answer is used. */
export class ForeignError extends Error {
	constructor(
		readonly reason: ForeignReason,
		/** Of the address at which it ended; the rest may hold secrets. */
		readonly host: string,
	) {
		super(reason);
	}
}

/** An answer that has come as far as its headers. */
export interface Foreign {
	statusCode: number;
	headers: IN8nHttpFullResponse['headers'];
	stream: ByteStream;
	/** Where it came from, after redirects. */
	url: URL;
	/** Ends the connection; what still reads the stream gets an error. */
	close(): void;
}

type Helpers = IExecuteFunctions['helpers'];

type EgressFilter = ReturnType<Helpers['getSecureEgressFilter']>;

/** Where a request goes, and what else it needs for that. */
type RequestTarget = Pick<IHttpRequestOptions, 'url' | 'headers'>;

/** n8n's own rules and its resolver; n8n has them from 2.30 on, and from 2.38 on always. */
const filterOf = (helpers: Helpers) => (helpers as Partial<Helpers>).getSecureEgressFilter?.();

async function addressesOf(filter: EgressFilter, hostname: string): Promise<string[]> {
	const lookup = filter.createSecureLookup();
	const found = new Promise<Array<{ address: string; family: number }>>((resolve, reject) => {
		lookup(hostname, { all: true }, (error, addresses) => {
			if (error) reject(error);
			else resolve(addresses as Array<{ address: string; family: number }>);
		});
	});
	const { value, error } = await settle(found);
	if (!value) throw transportError(error);
	// If a machine has no IPv6, a connection to it may hang until the time is up.
	return value.sort((one, other) => one.family - other.family).map(({ address }) => address);
}

/** Asks for exactly this IP address: nothing is resolved again, so the answer cannot be another one. */
function wayTo(url: URL, address: string): RequestTarget {
	const pinned = new URL(url);
	pinned.hostname = address.includes(':') ? `[${address}]` : address;
	// A certificate is checked against the name in this header, too.
	return { url: pinned.href, headers: { host: url.host } };
}

/** The ways to an address in a public network. Throws ForeignError, or TransportError. */
async function publicWays(filter: EgressFilter | undefined, url: URL): Promise<RequestTarget[]> {
	const literal = literalOf(url);
	if (literal === undefined ? isLocalName(url.hostname) : !isPublicAddress(literal)) {
		throw new ForeignError('private', url.host);
	}
	if (literal !== undefined) return [{ url: url.href }];
	if (!filter) throw new ForeignError('unchecked', url.host);
	const addresses = await addressesOf(filter, url.hostname);
	if (!addresses.every(isPublicAddress)) throw new ForeignError('private', url.host);
	return addresses.slice(0, MOST_ADDRESSES).map((address) => wayTo(url, address));
}

async function waysTo(helpers: Helpers, url: URL, allowPrivate: boolean): Promise<RequestTarget[]> {
	const filter = filterOf(helpers);
	// First, because what n8n forbids, no switch of the node allows.
	if (filter) {
		const { value: rule, error } = await settle(filter.validateUrl(url));
		if (!rule) throw transportError(error);
		if (!rule.ok) throw transportError(rule.error);
	}
	return allowPrivate ? [{ url: url.href }] : await publicWays(filter, url);
}

/** Throws TransportError. */
async function ask(helpers: Helpers, url: URL, way: RequestTarget): Promise<Foreign> {
	const ending = new AbortController();
	const { value: answer, error } = await settle(
		helpers.httpRequest({
			method: 'GET',
			url: way.url,
			headers: { ...way.headers, 'accept-encoding': 'identity' },
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// Each step of the way has to be looked at.
			disableFollowRedirect: true,
			timeout: TIMEOUT_MS,
			abortSignal: ending.signal,
		}) as Promise<IN8nHttpFullResponse>,
	);
	if (!answer) throw transportError(error);
	const { statusCode, headers } = answer;
	const stream = answer.body as unknown as ByteStream;
	// It fails when it is closed, also if nobody reads it any more.
	stream.on('error', () => {});
	return { statusCode, headers, stream, url, close: () => ending.abort() };
}

/** Asks at one address after the other until there is a connection. */
async function askAny(helpers: Helpers, url: URL, ways: RequestTarget[]): Promise<Foreign> {
	let failure: unknown = new ForeignError('unchecked', url.host);
	for (const way of ways) {
		const { value, error } = await settle(ask(helpers, url, way));
		if (value) return value;
		failure = error;
		if (!(error instanceof TransportError) || error.failure !== 'refused') break;
	}
	throw failure;
}

function targetOf({ statusCode, headers, url }: Foreign): URL | undefined {
	const { location } = headers;
	const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
	if (!isRedirect || typeof location !== 'string' || !URL.canParse(location, url.href)) {
		return undefined;
	}
	return new URL(location, url);
}

/**
 * Begins to fetch what is at an address that anybody may have named, without any credential, and
 * follows redirects. The caller closes what it gets.
 *
 * @param allowPrivate without it, only what is in the public internet is asked, at each step; names
 *   are resolved once, and the connection goes to the address that was looked at
 * @throws ForeignError or TransportError
 */
export async function fetchForeign(
	helpers: Helpers,
	address: string,
	allowPrivate: boolean,
): Promise<Foreign> {
	let url = new URL(address);
	for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
		if (!/^https?:$/.test(url.protocol)) throw new ForeignError('notHttp', url.host);
		const answer = await askAny(helpers, url, await waysTo(helpers, url, allowPrivate));
		const target = targetOf(answer);
		if (!target) return answer;
		answer.close();
		url = target;
	}
	throw new ForeignError('redirects', url.host);
}
