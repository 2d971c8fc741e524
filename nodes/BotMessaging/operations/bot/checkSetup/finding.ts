import { explain, sentences } from '../../../engine/nodeErrors';
import type { Asked } from '../../../engine/hints';

/** A finding of Check Setup, as output in its item. */
export interface SetupFinding {
	/** One word for it, for If and Switch nodes. docs/silent-bot.md lists them. */
	cause: string;
	problem: string | null;
	whatToDo: string;
	/** Whether nothing arrives, or nothing is sent, until this is mended. */
	isBlocking: boolean;
}

export const blocking = (cause: string, problem: string, whatToDo: string): SetupFinding => ({
	cause,
	problem,
	whatToDo,
	isBlocking: true,
});

export const notBlocking = (...given: Parameters<typeof blocking>): SetupFinding => ({
	...blocking(...given),
	isBlocking: false,
});

/** A failed request, explained as in all operations. */
export function ofError(error: unknown, asked: Asked, cause?: string): SetupFinding {
	const { message, hint, code, reason } = explain(error, asked);
	const known = reason === 'token' || reason === 'tooFast' ? reason : 'address';
	const unexplained = 'Look for these words in the documentation of the server.';
	// Hints point to this operation itself.
	const next = hint.replace(/ ?Bot > Check Setup [^.]*\./, '');
	return blocking(cause ?? known, sentences(message, code), next || unexplained);
}
