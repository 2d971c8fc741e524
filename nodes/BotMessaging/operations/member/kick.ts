import type { Part, Reading, Turn, Values } from '../../engine/define';
import type { Way } from '../../fields/oneOf';

const KICK = 'kick';

const STILL_BANNED =
	'The person was removed and is still banned: the ban could not be lifted. Retry the execution, which only lifts the ban, or use Unban.';

/** A choice of How Long: the API has no method for it. */
export const kickWay: Record<string, Way> = {
	[KICK]: {
		name: 'Kick',
		description: 'Remove the person, who can join again at once',
		// The same to the server as Permanent, which sends nothing, but another request when an item is tried again.
		encode: () => 0,
	},
};

export const isKick = ({ until }: Values) => until === KICK;

/** Bans the person and lifts the ban. A person whom somebody has let in again meanwhile is not removed again. */
export function kick({ body, values }: Reading): ((turn: Turn) => Promise<unknown>) | undefined {
	if (!isKick(values)) return undefined;
	const { chat_id, user_id } = body;
	const ban = { method: 'banChatMember', body, part: { soFar: STILL_BANNED } };
	const unban = {
		method: 'unbanChatMember',
		body: { chat_id, user_id, only_if_banned: true },
		part: {},
	};
	return async (turn) => {
		await turn.parts([ban, unban], async ({ method, body: sent, part }): Promise<Part> => {
			await turn.send(sent, method);
			return part;
		});
		return true;
	};
}
