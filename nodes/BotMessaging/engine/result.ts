import type { IDataObject } from 'n8n-workflow';

import type { MethodName, ResultOf } from '../../../reference';
import { AnswerError } from '../api/errors';
import type { Body } from '../api/multipart';
import type { Operation, Values } from './define';

/** Adds a message's chat ID and its own at the top, under the names that the triggers use. */
function withIds(result: IDataObject): IDataObject {
	const { message_id: messageId, chat } = result;
	const chatId = (chat as IDataObject | undefined)?.id;
	return messageId === undefined || chatId === undefined
		? result
		: { chatId, messageId, ...result };
}

/**
 * The output of one result: an object is one item, an array one item an element, a bare `true`
 * becomes `{ success: true }`, any other single value `{ result: value }`. A Message also says
 * `chatId` and `messageId`.
 */
export function outputOf(result: unknown): IDataObject[] {
	if (Array.isArray(result)) return result.flatMap(outputOf);
	if (result === true) return [{ success: true }];
	if (typeof result === 'object' && result !== null) return [withIds(result as IDataObject)];
	return [{ result: result as IDataObject['result'] }];
}

/** The operation's output for a result and the sent body. */
export const outputFor = (
	{ output }: Operation,
	result: unknown,
	body: Body,
	values: Values,
): IDataObject[] =>
	output ? output(result as ResultOf<MethodName>, body, values) : outputOf(result);

/** The output of a request that was refused because it was done already; undefined for other errors. */
export function outputIfDone(
	{ alreadyDone }: Operation,
	error: unknown,
	body: Body,
): IDataObject[] | undefined {
	if (!alreadyDone || !(error instanceof AnswerError) || error.code >= 500) return undefined;
	const { says, always, output } = alreadyDone;
	const { description, mayHaveArrived } = error;
	const isDone = (mayHaveArrived && says.test(description)) || always?.test(description) === true;
	return isDone ? output(body, mayHaveArrived) : undefined;
}
