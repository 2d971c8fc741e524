import { AnswerError } from '../api/errors';

const SAYS_UNKNOWN =
	/\b(?:unknown|unexpected|unrecogni[sz]ed|unsupported|not (?:allowed|known|supported|permitted|recogni[sz]ed))\b/i;
const IS_PARAMETER = /param|field|argument|propert|key/i;

/**
 * The parameter to leave out because the server rejects it as unknown: the one that it names, or else the
 * first one. Undefined if the server refuses the request for another reason.
 */
export function unknownIn(error: unknown, names: string[]): string | undefined {
	if (!(error instanceof AnswerError) || !SAYS_UNKNOWN.test(error.description)) return undefined;
	const named = names.find((name) => error.description.includes(name));
	// What the user has asked for is not left out.
	const isOther = /drop_pending|url/.test(error.description);
	return named ?? (isOther || !IS_PARAMETER.test(error.description) ? undefined : names[0]);
}

const MISSING: Record<string, string> = {
	info: 'It does not report the webhook of a bot (getWebhookInfo), so a webhook of another program is replaced without a question.',
	key: 'It may send no secret with its updates (secret_token), so the address of this webhook has a long key. Keep this address private: with it, anyone can send false updates.',
	allowed_updates:
		'It cannot be asked for kinds of update (allowed_updates), so it may leave out some of those in Trigger On.',
	timeout: 'It does not wait for updates (timeout), so they can arrive up to a second later.',
	offset:
		'It is not told which updates have arrived (offset), so it decides itself how long it keeps them: updates that come while n8n is off can be lost.',
};

/** What the user has to know if the server lacks some of this; undefined if nothing important is missing. */
export function missingAt(lacks: string[]): string | undefined {
	const known = lacks.flatMap((name) => MISSING[name] ?? []);
	return known.length > 0
		? `The server of this bot can do less than others. ${known.join(' ')}`
		: undefined;
}
