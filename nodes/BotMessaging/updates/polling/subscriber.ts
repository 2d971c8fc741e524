import type { Call } from '../../api/client';
import type { Update } from '../update';
import type { Trouble } from './trouble';

/** One trigger that wants a bot's updates. */
export interface Subscriber {
	/** The same for the same trigger when it comes again. */
	id: string;
	/** The name of its workflow, for the user. */
	workflowName: string;
	/** The kinds it asks the server for. */
	kinds: string[];
	/** The way to its bot as it is now: another one where its credential has become another bot's. */
	readonly call: Call;
	/** n8n is starting, or has just become the leader: others may be about to join. */
	isStarting: boolean;
	/** A test run in the editor: it does not come again. */
	isTest: boolean;
	/** Takes the bot's webhook away, if the user chose so. */
	removeWebhook: boolean;
	/** Whether it could begin an execution at once. */
	readonly hasPlace: boolean;
	/** Resolves when the update may be confirmed; rejects if it was not dealt with. */
	take(update: Update): Promise<void>;
	/** Looks which executions have held something up for too long; called in each round of the loop. */
	look(): void;
	/** Tells of a change of state, once per change. */
	tell(trouble: Trouble): void;
	/** For the log. */
	warn(words: string): void;
}
