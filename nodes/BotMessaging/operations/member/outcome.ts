import type { Operation } from '../../engine/define';

type Output = NonNullable<Operation['output']>;

/** What was done to whom, for the steps that follow. */
export const doneTo: Output = (result, body) => [
	{
		success: result === true,
		chatId: body.chat_id as number | string,
		userId: body.user_id as number | string,
	},
];

/** The same with `untilDate`: in Unix seconds as it was sent, null if there is no end. */
export const outcome: Output = (result, body, values) =>
	doneTo(result, body, values).map((done) => ({
		...done,
		untilDate: (body.until_date as number | undefined) ?? null,
	}));
