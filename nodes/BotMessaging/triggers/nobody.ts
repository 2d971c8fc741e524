import type { Subscription } from '../memory/bot';
import type { Server } from '../memory/server';
import { namesIn, repliedTo } from '../update/content';
import { People, type Person } from '../update/people';
import { commandOf, type Update } from '../update/update';

/** Why a command is about nobody: a name that nobody is known by, a chat that wrote, or the bot itself. */
export interface Nobody {
	why: 'unknown' | 'chat' | 'self';
	/** The name as it was written. */
	name?: string;
}

interface PressContext {
	subscription: Subscription;
	server: Server;
	/** The number of the bot, if its token has one. */
	ownId?: string;
}

/**
 * Says why a command is about nobody; nothing if it is about a person, or simply not written right.
 *
 * @param user whom it is about, if it could be read
 */
export async function nobodyIn(
	update: Update,
	user: Person | undefined,
	{ subscription: { bot }, server, ownId }: PressContext,
): Promise<Nobody | undefined> {
	if (user) return String(user.id) === ownId ? { why: 'self' } : undefined;
	const [name] = namesIn(commandOf(update)?.arguments ?? '');
	if (name === undefined) return repliedTo(update)?.sender_chat ? { why: 'chat' } : undefined;
	if (bot.part(People).named(name.slice(1))) return undefined;
	const isSelf = name.slice(1).toLowerCase() === (await bot.ownUsername(server));
	return isSelf ? { why: 'self' } : { why: 'unknown', name };
}
