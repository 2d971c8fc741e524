import { NodeApiError, NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';

import { AnswerError, FieldError, TransportError } from '../api/errors';
import { hintFor } from '../api/hints';
import { isSend, mayHaveArrived } from '../api/retry';

const MAY_HAVE_BEEN_SENT =
	'It may have been sent all the same, so it was not sent again. Look into the chat before you run it again.';

function transportHint(error: TransportError): string {
	const { method, failure, status } = error;
	if (failure === 'refused') {
		return 'Check Base URL in the credential, and that the server is running and can be reached from n8n. Nothing was sent.';
	}
	if (failure === 'cancelled') return 'The execution was stopped before this request was answered.';
	if (isSend(method) && mayHaveArrived(error)) return MAY_HAVE_BEEN_SENT;
	if (failure === 'unreadable') {
		return `Something else than the bot API answered (HTTP ${status ?? 'unknown'}). Check Base URL and Token Path in the credential.`;
	}
	return 'Check the network between n8n and the server, then run it again: nothing is done twice.';
}

/**
 * The error as n8n shows it: what happened, and one hint what to do next. The original is not kept
 * as its cause, so nothing of a request ends up in saved executions.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof AnswerError) {
		const { method, code, description, migrateToChatId } = error;
		const hint = migrateToChatId
			? `The group has a new number: use ${migrateToChatId} as Chat ID.`
			: hintFor(method, code, description);
		const doubt = isSend(method) && mayHaveArrived(error) ? ` ${MAY_HAVE_BEEN_SENT}` : '';
		return new NodeApiError(
			node,
			{},
			{ message: description, description: hint + doubt, httpCode: String(code), itemIndex },
		);
	}
	if (error instanceof TransportError) {
		return new NodeApiError(
			node,
			{},
			{
				message: error.message,
				description: transportHint(error) + (error.code ? ` (${error.code})` : ''),
				itemIndex,
			},
		);
	}
	if (error instanceof FieldError) {
		return new NodeOperationError(node, error.message, { description: error.hint, itemIndex });
	}
	return new NodeOperationError(node, error as Error, { itemIndex });
}

/** The API's status code, or a word for what came before it. */
function codeOf(error: unknown): number | string {
	if (error instanceof AnswerError) return error.code;
	if (error instanceof TransportError) return error.failure;
	return error instanceof FieldError ? 'invalidField' : 'unexpected';
}

/**
 * What a failed item says instead of a result: `{ error, errorCode }`, and after a send also
 * `mayHaveArrived`, because that was not repeated.
 */
export function failedItem(nodeError: Error, error: unknown, method: string): IDataObject {
	return {
		error: nodeError.message,
		errorCode: codeOf(error),
		...(isSend(method) && { mayHaveArrived: mayHaveArrived(error) }),
	};
}
