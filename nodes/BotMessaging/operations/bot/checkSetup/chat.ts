import type { INodePropertyOptions } from 'n8n-workflow';

import type { Chat, Int, User } from '../../../../../reference';
import { NEEDED_RIGHTS } from '../../../../../reference/rights';
import type { Call } from '../../../api/client';
import { AnswerError } from '../../../api/errors';
import { settle } from '../../../api/basics';
import type { Asked } from '../../../engine/hints';
import { rights } from '../../../fields/rights';
import { blocking, notBlocking, ofError, type SetupFinding } from './finding';

const IN_GROUPS = new Set<unknown>(Object.values(NEEDED_RIGHTS));
const IN_CHANNELS = new Set<unknown>(['can_post_messages', 'can_edit_messages']);

/** The rights that the bot lacks, by their labels in the form. Rights that the server leaves out are unknown. */
function missingRights(member: Record<string, unknown>, isChannel: boolean): string[] {
	const used = isChannel ? new Set([...IN_GROUPS, ...IN_CHANNELS]) : IN_GROUPS;
	return (rights.options as INodePropertyOptions[])
		.filter(({ value }) => used.has(value) && member[String(value)] === false)
		.map(({ name }) => name);
}

/** Why requests about a chat may be refused. */
export async function findInChat(
	ask: Call,
	given: Asked,
	me: User,
	id: Int | string,
): Promise<SetupFinding[]> {
	const asked = { ...given, chat: id };
	const [chat, member] = await Promise.all([
		settle(ask('getChat', { chat_id: id })),
		settle(ask('getChatMember', { chat_id: id, user_id: me.id })),
	]);
	const { error } = chat.error === undefined ? member : chat;
	if (error instanceof AnswerError && error.migrateToChatId) {
		const moved = `The group ${id} has become a supergroup, and has the number ${error.migrateToChatId} now.`;
		const change = `Write ${error.migrateToChatId} wherever the old number is: in Chat, in filters, in lists of your own.`;
		return [blocking('chatMoved', moved, change)];
	}
	const { type, title = id } = Object(chat.value) as Partial<Chat>;
	if (type === 'private') return [];
	if (member.error !== undefined) return [ofError(error, asked, 'chat')];
	const isChannel = type === 'channel';
	const { status, ...held } = Object(member.value) as Record<string, unknown>;
	const name = `${isChannel ? 'the channel' : 'the group'} ${title}`;
	switch (status) {
		case 'left':
		case 'kicked':
			return [blocking('notInChat', `The bot is not in ${name}.`, 'Add the bot to it again.')];
		case 'restricted':
			if (held.can_send_messages !== false) return [];
			return [
				blocking(
					'muted',
					`The bot may not write in ${name}.`,
					'Remove the restriction of the bot.',
				),
			];
		case 'member': {
			const make = isChannel ? blocking : notBlocking;
			const what = `The bot is no administrator of ${name}.${isChannel ? '' : ' It cannot delete, mute, ban or pin there, and gets no joins and reactions.'}`;
			return [
				make(
					'notAdministrator',
					what,
					'Make the bot an administrator, with the rights that it needs.',
				),
			];
		}
		case 'administrator': {
			const missing = missingRights(held, isChannel);
			if (missing.length === 0) return [];
			const make = isChannel && held.can_post_messages === false ? blocking : notBlocking;
			const what = `As an administrator of ${name}, the bot does not have these rights: ${missing.join(', ')}.`;
			return [
				make('missingRights', what, 'If an operation needs one of them, give it to the bot.'),
			];
		}
		default:
			return [];
	}
}
