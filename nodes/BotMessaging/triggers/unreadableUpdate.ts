import { sleep } from 'n8n-workflow';

import { RequestError, UserError } from '../api/errors';
import { settle } from '../api/basics';
import type { Context } from '../update/context';

/** What three tries cannot read, a fourth will not. */
export const MOST_TRIES = 3;
const PAUSE_MS = 1000;

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

const skipped = (name: string, why: string) =>
	new UserError(
		`The trigger cannot read ${name} (${why}) and skips it`,
		'The server sent unexpected data in this update. All other updates start the workflow as usual.',
	);

/** Tries to handle an update, and reports it if it cannot be read in the end. Rethrows all other errors. */
export async function untilUnreadable<T>(
	work: () => Promise<T>,
	report: (error: unknown) => void,
): Promise<T | undefined> {
	for (let tries = 1; tries <= MOST_TRIES; tries++) {
		if (tries > 1) await sleep(PAUSE_MS);
		const { value, error } = await settle(work());
		if (error === undefined) return value;
		if (!isUnreadable(error)) throw error as Error;
		if (tries === MOST_TRIES) report(error);
	}
	return undefined;
}
