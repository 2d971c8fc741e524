import { Owner } from '../api/owner';
import { RuleMemory } from '../moderation/rules';
import { People } from '../update/people';
import type { Update } from '../update/update';
import { Chats } from './chats';
import { Kept } from './kept';
import { Members } from './members';
import { Migrations } from './migrations';
import { Username } from './username';

/** What is remembered for one node of one workflow: for its live runs, or for its test runs. */
export class Subscription extends Owner {
	/** What its rules have seen. */
	readonly rules = new RuleMemory();

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
	/** The chats that it has got updates from. */
	readonly chats = new Chats();

	/** The groups that have got another number. */
	readonly migrations = new Migrations();

	/** Who joined its chats, and who administrates them. */
	readonly members = new Members(this.migrations);

	readonly username = new Username();

	readonly subscriptions = new Kept((id) => new Subscription(this, id));

	/** Learns from an update about its chat and the people in it. */
	learn(update: Update): void {
		this.chats.learn(update);
		this.migrations.learn(update);
		this.members.learn(update);
		this.part(People).learn(update);
	}
}
