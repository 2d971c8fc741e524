import type { MethodName } from '../../reference';
import type { Bot, Chat } from '../world/entities';
import type { FilePart, Params, Reading } from '../wire/params';
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
	/** Counts against the send rate. */
	isSend?: boolean;
	/** Returns the result, or throws a Refusal. */
	run(context: CallContext): unknown;
}

/** Methods of one family, by the names of the reference, which says what parameters they take. */
export type Methods = Partial<Record<MethodName, Method>>;

/** The chat of a call, if the bot has to do with it. Throws 404 for an unknown chat. */
export function chatOf({ store, params }: CallContext): Chat {
	return store.chat(params.chat_id);
}
