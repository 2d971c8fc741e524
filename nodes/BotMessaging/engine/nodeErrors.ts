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
	/** The system's code in brackets, for experts; empty if the error has no code. */
	code: string;
}

/** Replaces errors that only the forms can explain. */
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
	if (!refused)
		return meaningOf({ ...asked, method: error.method ?? asked.method }, code, description);
	const until = DateTime.fromJSDate(refused.until, { zone: asked.timezone });
	const time = `${until.toFormat('yyyy-MM-dd HH:mm:ss')} (${until.zoneName})`;
	return {
		reason: 'tooFast',
		hint: `The server asks for a longer wait than Max Wait (${refused.longestWaitMs / 1000} s). Until ${time}, such requests fail at once without being sent. Run the node again after that time, or raise Max Wait under Speed and Retries.`,
	};
}

function meaningOfError(error: unknown, asked: Asked): Meaning {
	if (error instanceof AnswerError) return meaningOfAnswer(error, asked);
	if (error instanceof TransportError) return meaningOfTransport(error, asked);
	if (error instanceof UserError) return { reason: error.reason, hint: error.hint ?? '' };
	// A wrong expression is a wrong value. It is the only n8n error here that a form causes.
	return { reason: error instanceof ExpressionError ? 'badValue' : 'other', hint: '' };
}

/** Explains an error, without the state of the request. */
export function explain(thrown: unknown, asked: Asked): Explanation {
	const error = inWordsOfTheForm(thrown);
	const message = String((error as Error | undefined)?.message ?? error);
	const code = error instanceof TransportError && error.code ? `(${error.code})` : '';
	return { message, code, ...meaningOfError(error, asked) };
}

/** The state of a failed request, if the user should know. */
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

/** Whether it is the tool variant that n8n makes of a node for agents, by its name. */
export const isTool = ({ type }: INode) => type.endsWith('Tool');

/** Joins sentences; the first one may lack its full stop. */
export const sentences = (first: string, ...more: string[]) =>
	[more.some(Boolean) ? first.replace(/[^.!?]$/, '$&.') : first, ...more].filter(Boolean).join(' ');

/**
 * The error as n8n shows it: what happened, and one hint what to do next. Errors that already have that form
 * stay. The original is not kept as the cause, so saved executions contain nothing of a request.
 *
 * @param asked the context of the request; defaults to an unknown method
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
		// Some agents pass only the message to their model.
		const [told, beside] = isTool(node) ? [state, ''] : ['', state];
		const description = [hint, beside, code].filter(Boolean).join(' ');
		const shown = { message: sentences(message, told), description, httpCode, itemIndex };
		return new NodeApiError(node, {}, shown);
	}
	if (error instanceof UserError) {
		return new NodeOperationError(node, message, { description: hint, itemIndex });
	}
	return new NodeOperationError(node, error as Error, { itemIndex });
}

/** Adds to an error which parts were sent before it: the IDs of messages, or what holds so far. */
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

/** The HTTP status, or a code if there was no answer. */
function codeOf(error: unknown): number | string {
	if (error instanceof TransportError) return statusOf(error) ?? error.failure;
	return statusOf(error) ?? (error instanceof UserError ? 'invalidField' : 'unexpected');
}

/** The output of a failed input item, with what it was about, and for a send if it may have arrived. */
export function failedItem(
	nodeError: NodeApiError | NodeOperationError,
	error: unknown,
	asked: Asked,
	item: number,
	about: IDataObject = {},
): INodeExecutionData {
	const isOnce = asked.effect === 'once';
	const isInDoubt = isOnce && mayHaveArrived(error);
	const reason: ErrorReason = isInDoubt ? 'mayHaveArrived' : explain(error, asked).reason;
	const json: IDataObject = {
		error: nodeError.message,
		errorCode: codeOf(inWordsOfTheForm(error)),
		errorReason: reason,
		...(isOnce && { mayHaveArrived: isInDoubt }),
		...about,
	};
	const failed = { json, pairedItem: { item } };
	// n8n sends an item with `error` to the error output, but replaces its json if it can still see `error`
	// afterwards: a hidden property avoids that. n8n 1.94 also removes the property, so it has to be writable.
	if (nodeError.node.onError === 'continueErrorOutput')
		Object.defineProperty(failed, 'error', { value: nodeError, writable: true });
	return failed;
}
