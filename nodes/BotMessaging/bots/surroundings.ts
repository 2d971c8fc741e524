import type { Call } from '../api/client';

/** What judging an update needs besides the update. */
export interface Surroundings {
	/** Names the bot, as botOf does. */
	bot: string;
	/** Names the trigger: each has a memory of its own. */
	trigger: string;
	/** Asks the bot's server, patiently. */
	call: Call;
	warn(words: string): void;
}
