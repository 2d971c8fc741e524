import type { Bot, Chat } from '../world/entities';
import type { FilePart, Params, ParamTable, Reading } from '../wire/params';
import type { Store } from '../world/store';
import type { Updates } from '../world/updates';

/** What a method works with: the checked parameters of one call, and the world it changes. */
export interface CallContext {
	store: Store;
	updates: Updates;
	bot: Bot;
	params: Params;
	files: Record<string, FilePart>;
	/** For what is inside a parameter. */
	reading: Reading;
	/** Aborted when the caller has gone away. */
	signal: AbortSignal;
}

export interface Method {
	/** The parameters the method takes, by hand from the API reference. */
	params: ParamTable;
	/** Accepted without effect. */
	ignored?: string[];
	/** Counts against the send rate. */
	isSend?: boolean;
	/** Returns the result, or throws a Refusal. */
	run(context: CallContext): unknown;
}

export type Methods = Record<string, Method>;

/** The chat of a call, if the bot has to do with it. Throws 404 for an unknown chat. */
export function chatOf({ store, params }: CallContext): Chat {
	return store.chat(params.chat_id);
}
