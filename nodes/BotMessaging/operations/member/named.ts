import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../api/errors';
import type { Body } from '../../api/multipart';
import type { Reading, Turn } from '../../engine/define';
import { rememberedNames } from '../../fields/user';

/** Asks the server about a member. */
type Ask = (who: Body) => Promise<unknown>;

/** Throws UserError if the server says that a username is no longer this person's. */
export async function checkName(
	user: unknown,
	{ chat_id, user_id }: Body,
	ask: Ask,
): Promise<void> {
	const names = rememberedNames(user);
	if (names.length === 0) return;
	const { user: now } = Object(await ask({ chat_id, user_id })) as { user?: IDataObject };
	if (names.includes(String(now?.username).toLowerCase())) return;
	throw new UserError(
		`User: the server does not confirm that @${names[0]} is ${String(user_id)}`,
		'Choose By ID in User instead: the triggers output the ID as userId.',
	);
}

/** Checks a username before an action on a person. */
export const lookFirst = ({ values, body }: Reading) =>
	rememberedNames(values.userId).length === 0
		? undefined
		: async ({ send }: Turn): Promise<unknown> => {
				await checkName(values.userId, body, async (who) => await send(who, 'getChatMember'));
				return await send(body);
			};
