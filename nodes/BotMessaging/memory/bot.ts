import type { IDataObject } from 'n8n-workflow';

import { Owner, Kept } from '../api/owner';
import { settle } from '../api/settle';
import { RuleMemory } from '../moderation/rules';
import { People } from '../update/people';
import type { Context } from '../update/context';
import { newTally } from './activeTriggers';
import { Chats } from './chats';
import { Members } from './members';
import { Migrations } from './migrations';
import { CachedAnswers, type Server } from './server';

const KEPT_MS = 60 * 60_000;

async function askForUsername({ call, warn }: Server): Promise<string | undefined> {
	const { value, error } = await settle(call('getMe', {}));
	const { username } = Object(value) as IDataObject;
	if (typeof username === 'string') return username.toLowerCase();
	const reason = error ? (error as Error).message : 'the answer has none';
	warn(
		`The username of the bot cannot be read (${reason}). Until then, commands that name a bot, such as /help@my_bot, count as commands for another bot.`,
	);
	return undefined;
}

/** What is remembered for one node of one workflow: for its live runs, or for its test runs. */
export class Subscription extends Owner {
	readonly rules = new RuleMemory();

	/** Begins again with each publication. */
	tally = newTally();

	/** @param id as `subscriptionOf` makes it: the same in each publication */
	constructor(
		readonly bot: Bot,
		id: string,
	) {
		super(id);
	}
}

/** All that is remembered of one bot at one address, for as long as it is used; its id is that of `botIdOf`. */
export class Bot extends Owner {
	readonly chats = new Chats();
	readonly migrations = new Migrations();
	readonly members = new Members(this.migrations);
	private readonly username = new CachedAnswers<string>(KEPT_MS, 1);
	readonly subscriptions = new Kept((id) => new Subscription(this, id));

	/** Its username in small letters; `undefined`, and not asked for, if no command here names a bot. */
	async usernameFor(parts: Context[], server: Server): Promise<string | undefined> {
		if (!parts.some((part) => part.command?.bot)) return undefined;
		return await this.ownUsername(server);
	}

	/** Its username in small letters; `undefined` if the server does not say. */
	async ownUsername(server: Server): Promise<string | undefined> {
		return await this.username.get('', async () => await askForUsername(server));
	}

	learn(update: Context): void {
		this.chats.learn(update);
		this.migrations.learn(update);
		this.members.learn(update);
		this.part(People).learn(update);
	}
}
