import { sleep } from 'n8n-workflow';

import { RequestError, UserError } from '../api/errors';
import { settle } from '../api/settle';
import { chatOf, messageOf, type Update } from '../update/update';

/** What cannot be read three times will never be. */
export const MOST_TRIES = 3;
const PAUSE_MS = 1000;

/** The trigger was stopped before an update had its turn. */
export class StoppedError extends Error {
	constructor() {
		super('The trigger has stopped');
	}
}

/** Whether an error says something of an update itself, and not of the server, the form or n8n. */
export const isUnreadable = (error: unknown): boolean =>
	error !== undefined &&
	![RequestError, UserError, StoppedError].some((kind) => error instanceof kind);

/** The numbers by which a user finds an update. */
export function describe(update: Update): string {
	const { update_id: id } = update;
	const ids = { update: id, chat: chatOf(update).id, message: messageOf(update).message_id };
	const isPlain = (value: unknown) => ['number', 'string'].includes(typeof value);
	const present = Object.entries(ids).filter(([, value]) => isPlain(value));
	return present.map(([name, value]) => `${name} ${String(value)}`).join(', ');
}

/** What the user reads of an update that is passed over. */
export function unreadableError(update: Update, error: unknown): UserError {
	const reason = error instanceof Error ? error.message : String(error);
	return new UserError(
		`The trigger cannot read ${describe(update)} (${reason}) and skips it`,
		'The server sent unexpected data in this update. All other updates start the workflow as usual.',
	);
}

/** Tries to deal with an update; one that cannot be read is reported in the end. Throws all else. */
export async function untilUnreadable(
	work: () => Promise<void>,
	report: (error: unknown) => void,
): Promise<void> {
	for (let tries = 1; ; tries++) {
		const { error } = await settle(work());
		if (error === undefined) return;
		if (!isUnreadable(error)) throw error as Error;
		if (tries === MOST_TRIES) return report(error);
		await sleep(PAUSE_MS);
	}
}
