import type { IDataObject } from 'n8n-workflow';

import { settle } from '../api/settle';
import { CachedAnswers } from './cachedAnswers';
import type { Surroundings } from './surroundings';
import { commandOf, type Update } from '../update/update';

const KEPT_MS = 60 * 60_000;
const MOST_BOTS = 1000;

/** By bot: its username in small letters, without its @. */
const names = new CachedAnswers<string>(KEPT_MS, MOST_BOTS);

async function ask({ call, warn }: Surroundings): Promise<string | undefined> {
	const { value, error } = await settle(call('getMe', {}));
	const { username } = Object(value) as IDataObject;
	if (typeof username === 'string') return username.toLowerCase();
	const reason = error ? (error as Error).message : 'the answer has none';
	warn(
		`The username of the bot cannot be read (${reason}). Until then, commands that name a bot, such as /help@my_bot, count as commands for another bot.`,
	);
	return undefined;
}

/**
 * The username of the bot in small letters, if a command among these updates names a bot; others need
 * no name, and the server is not asked.
 */
export async function ownNameFor(
	parts: Update[],
	surroundings: Surroundings,
): Promise<string | undefined> {
	if (!parts.some((part) => commandOf(part)?.bot)) return undefined;
	return await names.get(surroundings.bot, async () => await ask(surroundings));
}
