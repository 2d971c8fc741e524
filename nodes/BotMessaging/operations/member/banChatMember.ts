import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../api/errors';
import type { Body } from '../../api/multipart';
import {
	operation,
	type PartOutcome,
	type Reading,
	type Turn,
	type Values,
} from '../../engine/define';
import { chatId } from '../../fields/chat';
import type { Alternative } from '../../fields/formField';
import { untilFields } from '../../fields/until';
import { userId } from '../../fields/user';
import { doneTo } from '../done';
import { withCleanUp } from './cleanUp';
import { checkName, lookFirst } from './named';

const STILL_BANNED =
	'The person was removed and is still banned: the ban could not be lifted. It was set to end after a minute. To end it now, retry the execution, which only lifts the ban, or use Unban.';

/** The server treats less than 30 s as permanent (reference 5.4); its clock may be ahead of ours. */
const KICK_SECONDS = 60;

/** A choice of How Long: the API has no method for it. */
const kickWay: Record<string, Alternative> = {
	kick: {
		name: 'Kick',
		description: 'Remove the person, who can join again at once',
		// The server treats 0 like Permanent, which sends nothing. When an item is retried, 0 marks a kick.
		encode: () => 0,
	},
};

const isKick = ({ until }: Values) => until === 'kick';

/** Throws UserError for a person who is already banned: lifting somebody else's ban would let them in. */
function refuseBanned(member: unknown): void {
	if ((Object(member) as IDataObject).status !== 'kicked') return;
	throw new UserError(
		'The person is banned already, and stays banned',
		'Kick removes a member who can join again at once. To let this person join again, use Unban.',
	);
}

/** Bans the person for a minute and lifts the ban. Does not remove a person again who was let in meanwhile. */
function kick({ body, values }: Reading) {
	const { chat_id, user_id } = body;
	const who = { chat_id, user_id };
	const ban = { method: 'banChatMember', body, part: { soFar: STILL_BANNED } };
	// If the ban cannot be lifted, it ends by itself.
	const banned = () => ({ ...who, until_date: Math.round(Date.now() / 1000) + KICK_SECONDS });
	const unban = { method: 'unbanChatMember', body: { ...who, only_if_banned: true }, part: {} };
	return async (turn: Turn): Promise<unknown> => {
		const ask = async (about: Body) => await turn.send(about, 'getChatMember');
		await turn.parts([ban, unban], async ({ method, body: sent, part }): Promise<PartOutcome> => {
			if (method === ban.method) {
				await checkName(values.userId, who, ask);
				refuseBanned(await ask(who));
			}
			await turn.send(sent, method, method === ban.method ? banned : undefined);
			return part;
		});
		return true;
	};
}

/** Reference 5.4. */
export const banChatMember = operation('member', 'banChatMember', {
	effect: 'repeatable',
	ordered: false,
	name: 'Ban',
	action: 'Ban or kick a member',
	belowNode: { until: { kick: 'Kick' } },
	description: 'Remove a member from a chat: for good, for some time, or just once (kick)',
	fields: [chatId, userId, ...untilFields('permanent', kickWay)],
	...withCleanUp(
		(reading) => (isKick(reading.values) ? kick(reading) : lookFirst(reading)),
		(result, body, values) => {
			// A kick is over at once.
			const until = isKick(values) ? { until_date: Math.round(Date.now() / 1000) } : {};
			return doneTo('chat_id', 'user_id', 'until_date')(result, { ...body, ...until });
		},
	),
});
