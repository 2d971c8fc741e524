import type { Operation } from '../../engine/define';

/**
 * What was done to whom, for the steps that follow: `untilDate` in Unix seconds as it was sent, null
 * where there is no end.
 */
export const outcome: Operation['output'] = (result, body) => [
	{
		success: result === true,
		chatId: body.chat_id as number | string,
		userId: body.user_id as number | string,
		untilDate: (body.until_date as number | undefined) ?? null,
	},
];
