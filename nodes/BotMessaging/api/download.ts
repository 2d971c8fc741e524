import type {
	IAllExecuteFunctions,
	ICredentialsDecrypted,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { baseUrl, proxyOf } from '../../../credentials/BotMessagingApi.credentials';
import { answerTo, foreignAnswer, resultOf, type HttpAnswer } from './client';
import { discard, guard, redirectIn, streamIn, typeIn, type ByteStream } from './bytes';
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

/** The error for a response without a file. `isElsewhere`: from a host that the API only linked to. */
async function refusal(
	answer: IN8nHttpFullResponse,
	isElsewhere: boolean,
	credential: ICredentialsDecrypted,
): Promise<Error> {
	const isGone = answer.statusCode === 404 || answer.statusCode === 410;
	if (isElsewhere && isGone) {
		discard(streamIn(answer));
		return new AnswerError(answer.statusCode, GONE);
	}
	const { value: body = '' } = await settle(wordsIn(streamIn(answer)));
	const whole: HttpAnswer = { ...answer, body };
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
	{ timeoutMs }: { timeoutMs: number },
): Download {
	const how = { method: 'GET', encoding: 'stream', timeout: timeoutMs } as const;
	const { data = {} } = credential;

	const follow = async (url: string): Promise<IN8nHttpFullResponse> => {
		const isOwn = new URL(url).origin === new URL(baseUrl(data)).origin;
		const request: IHttpRequestOptions = {
			...how,
			url,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			skipSslCertificateValidation:
				isOwn && data.service === 'other' && data.ignoreSslIssues === true,
			proxy: proxyOf(data),
		};
		const { value, error } = await settle(
			context.helpers.httpRequest(request) as Promise<IN8nHttpFullResponse>,
		);
		if (!value) throw transportError(error);
		return value;
	};

	return async (filePath) => {
		let answer = await answerTo({ ...how, url: `/file/${filePath}` }, context, credential);
		let from = baseUrl(data);
		let redirects = 0;
		for (; redirects < MOST_REDIRECTS; redirects++) {
			const target = targetOf(answer, from, credential);
			if (target === undefined) break;
			discard(streamIn(answer));
			from = target;
			answer = await follow(target);
		}
		if (answer.statusCode !== 200) throw await refusal(answer, redirects > 0, credential);
		const type = typeIn(answer.headers);
		const length = answer.headers['content-length'];
		return {
			stream: streamIn(answer),
			mimeType: type && type !== 'application/octet-stream' ? type : undefined,
			size: length === undefined ? undefined : Number(length),
		};
	};
}
