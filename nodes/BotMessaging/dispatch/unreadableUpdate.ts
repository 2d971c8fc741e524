import { RequestError, UserError } from '../api/errors';
import type { Context } from '../update/context';

/** The trigger was stopped before an update had its turn. */
export class StoppedError extends Error {
	constructor() {
		super('The trigger has stopped');
	}
}

/** Whether an error is about the update itself, not about the server, the form or n8n. */
export const isUnreadable = (error: unknown): boolean =>
	error !== undefined &&
	![RequestError, UserError, StoppedError].some((kind) => error instanceof kind);

export function describe({ raw, chat, message }: Context): string {
	const ids = { update: raw.update_id, chat: chat.id, message: message.message_id };
	const isPlain = (value: unknown) => ['number', 'string'].includes(typeof value);
	const present = Object.entries(ids).filter(([, value]) => isPlain(value));
	return present.map(([name, value]) => `${name} ${String(value)}`).join(', ');
}

/** What the user reads about a skipped update. */
export const unreadableError = (update: Context, error: unknown): UserError =>
	skipped(describe(update), error instanceof Error ? error.message : String(error));

/** The same for an entry that is no update, or too deeply nested to inspect. */
export const unreadableEntry = (id: number | undefined, why: string): UserError =>
	skipped(id === undefined ? 'an entry that is not an update' : `update ${id}`, why);

/** None of as many entries as a server lists at a time has a number that confirms it. */
export const onlyUnreadable = (why: string): UserError =>
	new UserError(
		`The bot gets no updates any more: the server lists only entries that are not updates (${why})`,
		'They have no usable number, so the trigger cannot tell the server to drop them, and the server shows nothing newer. Only the operator of the server can remove them. Trying again until then.',
	);

const skipped = (name: string, why: string) =>
	new UserError(
		`The trigger cannot read ${name} (${why}) and skips it`,
		'The server sent unexpected data in this update. All other updates start the workflow as usual.',
	);
