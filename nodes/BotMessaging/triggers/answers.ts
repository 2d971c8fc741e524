import type { Int } from '../../../reference';
import { Bounded, settle, ticks } from '../api/basics';
import type { Call } from '../api/client';
import { UserError } from '../api/errors';
import type { Server } from '../memory/server';
import type { Context } from '../update/context';
import type { Misfit, Nobody } from './routing';

const LONGEST_NOTICE = 200;

/** Throws UserError for a notice that is too long (reference 5.6). */
export function checkNotice(notice: string): string {
	if (notice.length <= LONGEST_NOTICE) return notice;
	throw new UserError(
		`Notice has ${notice.length} characters, but ${LONGEST_NOTICE} at most are possible`,
		'Shorten Notice.',
	);
}

/**
 * Answers a button press, so that the button stops spinning. Only logs a failure: it may be too late to
 * answer.
 *
 * @param notice what the person reads for a moment; nothing if empty
 */
export async function answerPress(
	{ isPress, payload: { id } }: Context,
	notice: string,
	{ call, warn }: Server,
): Promise<void> {
	if (!isPress || id === undefined) return;
	const body = { callback_query_id: String(id), ...(notice && { text: notice }) };
	const { error } = await settle(call('answerCallbackQuery', body));
	if (error) warn(`A button press could not be answered: ${(error as Error).message}`);
}

/** Limit for one person in one chat, so that usage hints cannot flood a group. */
const MOST_ANSWERS = 3;
const WITHIN_MS = 10_000;
const MOST_PEOPLE = 1000;

export interface UsageAnswer {
	where: 'chat' | 'private' | 'none';
	/** Text in front of the usage. */
	words: string;
	/** Used instead if the command names nobody; `{name}` is the name that the person wrote. */
	about: Record<Nobody['why'], string>;
}

export class UsageAnswers {
	/** Recent answers by chat and person, in ticks. */
	private readonly answered = new Bounded<string, number[]>(MOST_PEOPLE);

	async answer(
		update: Context,
		{ usage, nobody }: Misfit,
		{ where, words, about }: UsageAnswer,
		{ call, warn }: { call: Call; warn(line: string): void },
	): Promise<void> {
		const [chat, user] = [update.chat.id as Int, update.user.id as Int];
		const key = `${String(chat)}:${String(user)}`;
		const lately = (this.answered.get(key) ?? []).filter((at) => ticks() - at < WITHIN_MS);
		if (where === 'none' || lately.length >= MOST_ANSWERS) return;
		this.answered.set(key, [...lately, ticks()]);
		const name = nobody?.name ?? '';
		const text = nobody
			? about[nobody.why].replaceAll('{name}', () => name)
			: `${words} ${usage}`.trim();
		const reply = { chat_id: chat, reply_to_message_id: update.message.message_id as Int };
		const to = where === 'chat' ? reply : { chat_id: user };
		const { error } = await settle(call('sendMessage', { ...to, text }));
		if (error) warn(`The usage of a command could not be sent: ${(error as Error).message}`);
	}
}
