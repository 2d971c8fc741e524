import type { IDataObject } from 'n8n-workflow';

import type { Int } from '../../../../reference';

interface Whom {
	chat_id: Int;
	user_id: Int;
}

/** What was done to whom, for the steps that follow. */
export const doneTo = (result: unknown, { chat_id: chatId, user_id: userId }: Whom) => [
	{ success: result === true, chatId, userId },
];

/** The same with `untilDate`: in Unix seconds as it was sent, null if there is no end. */
export const doneUntil = (result: unknown, body: Whom & { until_date?: Int }): IDataObject[] =>
	doneTo(result, body).map((done) => ({ ...done, untilDate: body.until_date ?? null }));
