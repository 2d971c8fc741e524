import { DateTime } from 'luxon';
import {
	ExpressionError,
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { AnswerError, statusOf, TransportError, UserError, type ErrorReason } from '../api/errors';
import { mayHaveArrived } from '../api/retry';
import { meaningOf, meaningOfPage, UNKNOWN, type Asked, type Meaning } from './hints';

/** What happened, and what to do about it, in words for the user. */
interface Explanation extends Meaning {
	message: string;
	/** The system's word for it in brackets, for people who know it; empty if there is none. */
	code: string;
}

/** What only the forms have words for. */
function inWordsOfTheForm(error: unknown): unknown {
	if (!(error instanceof TransportError) || error.failure !== 'noAddress') return error;
	if (error.atProxy) {
		return new UserError(
			'Proxy URL in the credential is not valid',
			'Open the credential and enter the URL of an HTTP proxy, for example http://proxy.example.com:3128. In its user name and password, write @ as %40, : as %3A, / as %2F and % as %25.',
			'unreachable',
		);
	}
	return new UserError(
		'Base URL in the credential is not a valid URL',
		'Open the credential and enter the complete URL, for example https://api.example.com.',
		'unreachable',
	);
}

/** What to do if n8n itself forbids an address. */
export const ALLOW_IN_N8N =
	'Ask the administrator of n8n to allow it, with N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES.';

function transportHint({ failure, atProxy }: TransportError, { effect }: Asked): string {
	if (atProxy) {
		return 'Check that the proxy is running, and its address: in Proxy URL of the credential, or else in n8n’s setting HTTPS_PROXY or HTTP_PROXY.';
	}
	if (failure === 'refused') {
		return 'Check Base URL in the credential, and that the server is running and can be reached from n8n.';
	}
	if (failure === 'cancelled') return 'The execution was stopped before this request was answered.';
	if (failure === 'blocked') return ALLOW_IN_N8N;
	if (failure === 'insecure') return 'Start Base URL in the credential with https.';
	const check = 'Check the network between n8n and the server';
	return effect === 'once'
		? `${check}.`
		: `${check}, then run the node again: nothing is done twice.`;
}

function meaningOfTransport(error: TransportError, asked: Asked): Meaning {
	const { failure, status } = error;
	if (failure === 'unreadable') return meaningOfPage(status);
	const reason = failure === 'cancelled' ? 'other' : 'unreachable';
	return { reason, hint: transportHint(error, asked) };
}

function meaningOfAnswer(error: AnswerError, asked: Asked): Meaning {
	const { code, description, migrateToChatId, refused } = error;
	if (migrateToChatId) {
		return {
			reason: 'chatNotFound',
			hint: `The group has a new number. In Chat, choose By ID and enter ${migrateToChatId}.`,
		};
	}
	if (!refused) return meaningOf(asked, code, description);
	const until = DateTime.fromJSDate(refused.until, { zone: asked.timezone });
	const time = `${until.toFormat('yyyy-MM-dd HH:mm:ss')} (${until.zoneName})`;
	return {
		reason: 'tooFast',
		hint: `The server asks for a longer wait than Max Wait (${refused.longestWaitMs / 1000} s). Until ${time}, such requests fail at once without being sent. Run the node again after that time, or raise Max Wait under Speed and Retries.`,
	};
}

/** The words for an error, without what has become of the request. */
export function explain(thrown: unknown, asked: Asked): Explanation {
	const error = inWordsOfTheForm(thrown);
	if (error instanceof AnswerError) {
		return { message: error.description, code: '', ...meaningOfAnswer(error, asked) };
	}
	if (error instanceof TransportError) {
		const code = error.code ? `(${error.code})` : '';
		return { message: error.message, code, ...meaningOfTransport(error, asked) };
	}
	const message = String((error as Error | undefined)?.message ?? error);
	if (error instanceof UserError) {
		return { message, code: '', reason: error.reason, hint: error.hint ?? '' };
	}
	// A wrong expression is a wrong value. n8n throws nothing else here that a form is to blame for.
	const reason = error instanceof ExpressionError ? 'badValue' : 'other';
	return { message, code: '', reason, hint: '' };
}

/** What has become of a request that failed, if the user should know. */
function aftermath(error: AnswerError | TransportError, { effect }: Asked): string {
	if (mayHaveArrived(error) && effect === 'once') {
		return 'The message may have arrived, so it was not sent again. Check the chat before you run the node again.';
	}
	const isUnanswered =
		error instanceof TransportError && ['refused', 'cancelled', 'blocked'].includes(error.failure);
	if (!isUnanswered) return '';
	return mayHaveArrived(error)
		? 'The request may have been carried out. Running the node again does no harm.'
		: 'Nothing was sent.';
}

/** Whether it is one of the twins that n8n makes of a node for agents, and names so. */
const isTool = ({ type }: INode) => type.endsWith('Tool');

/** Sentences of which the first may have no full stop. */
export const sentences = (first: string, ...more: string[]) =>
	[more.some(Boolean) ? first.replace(/[^.!?]$/, '$&.') : first, ...more].filter(Boolean).join(' ');

/**
 * The error as n8n shows it, unless it is one already: what happened, and one hint what to do next.
 * The original is not kept as its cause, so nothing of a request ends up in saved executions.
 *
 * @param asked what was asked of the API; without it, an unknown method
 */
export function toNodeError(
	node: INode,
	thrown: unknown,
	asked = UNKNOWN,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const error = inWordsOfTheForm(thrown);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const { message, hint, code } = explain(error, asked);
	if (error instanceof AnswerError || error instanceof TransportError) {
		const state = aftermath(error, asked);
		const httpCode = statusOf(error)?.toString();
		// Some agents tell their model the message and nothing else.
		const [told, beside] = isTool(node) ? [state, ''] : ['', state];
		return new NodeApiError(
			node,
			{},
			{
				message: sentences(message, told),
				description: [hint, beside, code].filter(Boolean).join(' '),
				httpCode,
				itemIndex,
			},
		);
	}
	if (error instanceof UserError) {
		return new NodeOperationError(node, message, { description: hint, itemIndex });
	}
	return new NodeOperationError(node, error as Error, { itemIndex });
}

/**
 * Has an error say which parts went out before the one that failed.
 *
 * @param ids those of their messages
 * @param soFar what is so without the rest, if they were no messages
 */
export function sayPartsSent(
	error: NodeApiError | NodeOperationError,
	ids: unknown[],
	soFar?: string,
): void {
	if (soFar) error.message = sentences(error.message, soFar);
	if (ids.length === 0) return;
	const sent =
		ids.length === 1
			? `The first part was sent (message ID ${ids[0] as string}), but not all of the rest.`
			: `The first ${ids.length} parts were sent (message IDs ${ids.join(', ')}), but not all of the rest.`;
	if (isTool(error.node)) error.message = sentences(error.message, sent);
	else error.description = [sent, error.description].filter(Boolean).join(' ');
}

/** The status of the answer, or a word for what came before one. */
function codeOf(error: unknown): number | string {
	if (error instanceof TransportError) return statusOf(error) ?? error.failure;
	return statusOf(error) ?? (error instanceof UserError ? 'invalidField' : 'unexpected');
}

/**
 * What a failed item says instead of a result: `{ error, errorCode, errorReason }`, and after a send
 * also `mayHaveArrived`, because that was not repeated.
 */
function failedJson(nodeError: Error, error: unknown, asked: Asked): IDataObject {
	const isOnce = asked.effect === 'once';
	const isInDoubt = isOnce && mayHaveArrived(error);
	const reason: ErrorReason = isInDoubt ? 'mayHaveArrived' : explain(error, asked).reason;
	return {
		error: nodeError.message,
		errorCode: codeOf(inWordsOfTheForm(error)),
		errorReason: reason,
		...(isOnce && { mayHaveArrived: isInDoubt }),
	};
}

/**
 * The output of an input item that failed.
 *
 * @param about what else is known of it, such as the chat
 */
export function failedItem(
	nodeError: NodeApiError | NodeOperationError,
	error: unknown,
	asked: Asked,
	item: number,
	about: IDataObject = {},
): INodeExecutionData {
	const json = { ...failedJson(nodeError, error, asked), ...about };
	const failed = { json, pairedItem: { item } };
	// n8n sends an item with `error` to the error output, and replaces the json of one whose
	// `error` it can still see afterwards: a hidden property does the one without the other. n8n
	// 1.94 also takes the property away again, so it has to be one that can be written.
	if (nodeError.node.onError === 'continueErrorOutput')
		Object.defineProperty(failed, 'error', { value: nodeError, writable: true });
	return failed;
}
