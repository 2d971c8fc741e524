import type { IDataObject } from 'n8n-workflow';

import { settle } from '../api/settle';
import { CachedAnswers } from './cachedAnswers';
import type { Server } from './server';
import { commandOf, type Update } from '../update/update';

const KEPT_MS = 60 * 60_000;

async function ask({ call, warn }: Server): Promise<string | undefined> {
	const { value, error } = await settle(call('getMe', {}));
	const { username } = Object(value) as IDataObject;
	if (typeof username === 'string') return username.toLowerCase();
	const reason = error ? (error as Error).message : 'the answer has none';
	warn(
		`The username of the bot cannot be read (${reason}). Until then, commands that name a bot, such as /help@my_bot, count as commands for another bot.`,
	);
	return undefined;
}

/** The username of a bot, which the server is asked for if it matters. */
export class Username {
	private readonly name = new CachedAnswers<string>(KEPT_MS, 1);

	/**
	 * The username in small letters, if a command among these updates names a bot; others need no name,
	 * and the server is not asked.
	 */
	async neededFor(parts: Update[], server: Server): Promise<string | undefined> {
		if (!parts.some((part) => commandOf(part)?.bot)) return undefined;
		return await this.name.get('', async () => await ask(server));
	}
}
