import type {
	IAllExecuteFunctions,
	ICredentialsDecrypted,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { baseUrl, proxyOf } from '../../../credentials/BotMessagingApi.credentials';
import { foreignAnswer, resultOf, type HttpAnswer, answerTo, type ClientOptions } from './client';
import { discard, guard, redirectIn, typeIn, type ByteStream } from './bytes';
import { AnswerError, transportError } from './errors';
import { withoutSecrets } from './door';
import { settle } from './basics';

/** A file that is being downloaded. */
interface Incoming {
	stream: ByteStream;
	/** What the server says of it, e.g. `audio/ogg`; not if that says nothing. */
	mimeType?: string;
	/** Bytes, if the server states them. */
	size?: number;
}

/** Begins to fetch a file by its `file_path` (reference 4). Throws as a call does. */
export type Download = (filePath: string) => Promise<Incoming>;

/** The error if the server had the file before. */
const GONE = 'The file is gone';

const MOST_REDIRECTS = 5;

/** In bytes: an error response is shorter than this. */
const LONGEST_WORDS = 64 * 1024;

/** A response whose headers have arrived. */
interface BegunDownload extends HttpAnswer {
	stream: ByteStream;
	/** Whether it comes from a host that the API only linked to. */
	isElsewhere: boolean;
}

function incoming({ stream, headers }: BegunDownload): Incoming {
	const type = typeIn(headers);
	const length = headers['content-length'];
	return {
		stream,
		mimeType: type && type !== 'application/octet-stream' ? type : undefined,
		size: length === undefined ? undefined : Number(length),
	};
}

/**
 * The target of a redirect, if allowed: not from https to http, and to another host only without the token in
 * the address.
 *
 * @param from the requested address, or only its host
 */
function targetOf(
	answer: HttpAnswer,
	from: string,
	credential: ICredentialsDecrypted,
): string | undefined {
	const location = redirectIn(answer) ?? '';
	// The requested path holds the token, so a relative target is not resolved.
	if (!/^(\/|https?:)/i.test(location) || !URL.canParse(location, from)) return undefined;
	const target = new URL(location, from);
	const { origin, protocol } = new URL(from);
	if (protocol === 'https:' && target.protocol !== 'https:') return undefined;
	const hasToken = withoutSecrets(target.href, credential) !== target.href;
	return hasToken && target.origin !== origin ? undefined : target.href;
}

const wordsIn = async (stream: ByteStream): Promise<string> => {
	const chunks: Uint8Array[] = [];
	const limited = guard(stream, LONGEST_WORDS, new Error()) as AsyncIterable<Uint8Array>;
	for await (const chunk of limited) chunks.push(chunk);
	return Buffer.concat(chunks).toString();
};

/** The error for a response without a file. */
async function refusal(answer: BegunDownload, credential: ICredentialsDecrypted): Promise<Error> {
	const isGone = answer.statusCode === 404 || answer.statusCode === 410;
	if (answer.isElsewhere && isGone) {
		discard(answer.stream);
		return new AnswerError(answer.statusCode, GONE);
	}
	const { value: body } = await settle(wordsIn(answer.stream));
	const whole = { ...answer, body: body ?? '' } as HttpAnswer;
	const read = async () => resultOf(whole, credential);
	const { error } = await settle(read());
	if (isGone && error instanceof AnswerError) {
		return new AnswerError(error.code, `${GONE} (${error.description})`);
	}
	return error instanceof Error ? error : foreignAnswer(whole, credential);
}

/** Downloads files of one bot. Follows redirects that do not give the token away. */
export function createDownload(
	context: IAllExecuteFunctions,
	credential: ICredentialsDecrypted,
	{ timeoutMs }: ClientOptions,
): Download {
	const how = { method: 'GET', encoding: 'stream', timeout: timeoutMs } as const;

	const begun = (answer: IN8nHttpFullResponse, isElsewhere: boolean): BegunDownload => ({
		...answer,
		stream: answer.body as unknown as ByteStream,
		isElsewhere,
	});

	const follow = async (url: string): Promise<BegunDownload> => {
		const { service, ignoreSslIssues } = credential.data ?? {};
		const isOwn = new URL(url).origin === new URL(baseUrl(credential.data ?? {})).origin;
		const request: IHttpRequestOptions = {
			...how,
			url,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			skipSslCertificateValidation: isOwn && service === 'other' && ignoreSslIssues === true,
			proxy: proxyOf(credential.data ?? {}),
		};
		const { value, error } = await settle(
			context.helpers.httpRequest(request) as Promise<IN8nHttpFullResponse>,
		);
		if (!value) throw transportError(error);
		return begun(value, true);
	};

	return async (filePath) => {
		const request = { ...how, url: `/file/${filePath}` };
		let answer = begun(await answerTo(request, context, credential), false);
		let from = baseUrl(credential.data ?? {});
		for (let redirects = 0; redirects < MOST_REDIRECTS; redirects++) {
			const target = targetOf(answer, from, credential);
			if (target === undefined) break;
			discard(answer.stream);
			from = target;
			answer = await follow(target);
		}
		if (answer.statusCode === 200) return incoming(answer);
		throw await refusal(answer, credential);
	};
}
