import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { isLocalName, isPublicAddress, literalOf } from './addresses';
import { redirectIn, streamIn, type ByteStream } from './bytes';
import { TransportError, transportError } from './errors';
import { settle } from './basics';

/** Milliseconds without data after which a fetch is cancelled. */
const TIMEOUT_MS = 30_000;

const MOST_REDIRECTS = 9;

/** The most addresses to try for one host. */
const MOST_ADDRESSES = 4;

/** An address that the node does not follow. Nothing of its answer is used. */
export class ForeignError extends Error {
	constructor(
		/**
		 * `private`: it leads into a private network. `unchecked`: n8n offers no way to check it. `redirects`:
		 * there are too many.
		 */
		readonly reason: 'private' | 'unchecked' | 'redirects' | 'notHttp',
		/** Of the final address; the rest may hold secrets. */
		readonly host: string,
	) {
		super(reason);
	}
}

/** A response whose headers have arrived. */
export interface Foreign {
	statusCode: number;
	headers: IN8nHttpFullResponse['headers'];
	stream: ByteStream;
	/** The final address, after redirects. */
	url: URL;
	/** Closes the connection; a reader of the stream gets an error. */
	close(): void;
}

type Helpers = IExecuteFunctions['helpers'];

type EgressFilter = ReturnType<Helpers['getSecureEgressFilter']>;

/** What is asked of an address that streams, instead of a file. */
interface StreamRequest {
	/** JSON to post; then no redirect is followed. Without it, it is a GET. */
	body?: string;
	/** Closes the connection. Until then, the address has as long as it needs. */
	closed: AbortSignal;
}

/** The target of a request, and the headers it needs. */
type RequestTarget = Pick<IHttpRequestOptions, 'url' | 'headers'>;

/** n8n's own rules and resolver; optional since 2.30, always present since 2.38. */
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
	// IPv4 first: on a machine without IPv6, an IPv6 connection may hang until the timeout.
	return value.sort((one, other) => one.family - other.family).map(({ address }) => address);
}

/** Requests exactly this IP address: without a second lookup, the checked address is the one that is used. */
function wayTo(url: URL, address: string): RequestTarget {
	const pinned = new URL(url);
	pinned.hostname = address.includes(':') ? `[${address}]` : address;
	// The certificate is checked against this header, too.
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
	// First, because no switch of the node may allow what n8n forbids.
	if (filter) {
		const { value: rule, error } = await settle(filter.validateUrl(url));
		if (!rule) throw transportError(error);
		if (!rule.ok) throw transportError(rule.error);
	}
	return allowPrivate ? [{ url: url.href }] : await publicWays(filter, url);
}

/** Throws TransportError. */
async function ask(
	helpers: Helpers,
	url: URL,
	way: RequestTarget,
	{ body, closed }: Partial<StreamRequest>,
): Promise<Foreign> {
	const ending = new AbortController();
	const close = () => ending.abort();
	closed?.addEventListener('abort', close);
	if (closed?.aborted) close();
	const { value: answer, error } = await settle(
		helpers.httpRequest({
			method: body === undefined ? 'GET' : 'POST',
			url: way.url,
			headers: {
				...way.headers,
				'accept-encoding': 'identity',
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			body,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// Each redirect has to be checked.
			disableFollowRedirect: true,
			timeout: closed ? undefined : TIMEOUT_MS,
			abortSignal: ending.signal,
		}) as Promise<IN8nHttpFullResponse>,
	);
	if (!answer) throw transportError(error);
	const { statusCode, headers } = answer;
	const stream = streamIn(answer);
	// Closing the stream makes it fail, even if nobody reads it any more.
	stream.on('error', () => {});
	return { statusCode, headers, stream, url, close };
}

/** Tries the addresses in turn until one connects. */
async function askAny(
	helpers: Helpers,
	url: URL,
	ways: RequestTarget[],
	streamed: Partial<StreamRequest>,
): Promise<Foreign> {
	let failure: unknown = new ForeignError('unchecked', url.host);
	for (const way of ways) {
		const { value, error } = await settle(ask(helpers, url, way, streamed));
		if (value) return value;
		failure = error;
		if (!(error instanceof TransportError) || error.failure !== 'refused') break;
	}
	throw failure;
}

/**
 * Begins to fetch an untrusted address, without any credential, and follows redirects. The caller closes the
 * result.
 *
 * @param allowPrivate without it, each step must be in the public internet; names are resolved once, and the
 * connection goes to the checked address
 * @throws ForeignError or TransportError
 */
export async function fetchForeign(
	helpers: Helpers,
	address: string,
	allowPrivate: boolean,
	streamed: Partial<StreamRequest> = {},
): Promise<Foreign> {
	let url = new URL(address);
	for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
		if (!/^https?:$/.test(url.protocol)) throw new ForeignError('notHttp', url.host);
		const answer = await askAny(helpers, url, await waysTo(helpers, url, allowPrivate), streamed);
		const location = streamed.body === undefined ? redirectIn(answer) : undefined;
		if (location === undefined || !URL.canParse(location, url.href)) return answer;
		answer.close();
		url = new URL(location, url);
	}
	throw new ForeignError('redirects', url.host);
}
