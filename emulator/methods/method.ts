import type { MethodName } from '../../reference';
import type { Bot, Chat } from '../world/entities';
import type { FilePart, Params, Reading } from '../wire/params';
import type { Store } from '../world/store';
import type { Updates } from '../world/updates';

/** The input of a method: the checked parameters of one call, and the world to change. */
export interface CallContext {
	store: Store;
	updates: Updates;
	bot: Bot;
	params: Params;
	files: Record<string, FilePart>;
	/** How strictly to read nested values. */
	reading: Reading;
	/** Aborted when the caller disconnects. */
	signal: AbortSignal;
}

export interface Method {
	/** Counts against the send rate. */
	isSend?: boolean;
	/** Returns the result, or throws a Refusal. */
	run(context: CallContext): unknown;
}

/** Some methods, by name; the reference defines their parameters. */
export type Methods = Partial<Record<MethodName, Method>>;

/** The chat of a call, if it concerns the bot. Throws 404 for an unknown chat. */
export function chatOf({ store, params }: CallContext): Chat {
	return store.chat(params.chat_id);
}
