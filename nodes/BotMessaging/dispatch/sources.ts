import type { Subscription } from '../memory/registry';
import type { Server } from '../memory/server';

/** Data about an update that is not in the update itself. */
export interface Sources {
	subscription: Subscription;
	server: Server;
	/** The number of the bot, if its token has one. */
	ownId?: string;
}
