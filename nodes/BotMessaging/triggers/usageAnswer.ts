import type { Call } from '../api/client';
import { settle } from '../api/settle';
import { Bounded } from '../api/bounded';
import { ticks } from '../api/clock';
import { chatOf, messageOf, userOf, type Update } from '../update/update';
import type { Int } from '../../../reference';

/** A person who tries again and again is not answered each time: a group would read nothing else. */
const ONCE_IN_MS = 5000;
const MOST_PEOPLE = 1000;

/** How the form wants commands answered whose arguments do not fit. */
export interface UsageAnswer {
	where: 'chat' | 'private' | 'none';
	/** What comes before the usage. */
	words: string;
}

/** Says how commands are used. */
export class UsageAnswers {
	/** When a person was answered last, in ticks. */
	private readonly answered = new Bounded<string, number>(MOST_PEOPLE);

	/** Answers a command; what goes wrong is only logged. */
	async answer(
		update: Update,
		usage: string,
		{ where, words }: UsageAnswer,
		{ call, warn }: { call: Call; warn(line: string): void },
	): Promise<void> {
		const [chat, user] = [chatOf(update).id as Int, userOf(update).id as Int];
		const key = `${String(chat)}:${String(user)}`;
		const isSoon = ticks() - (this.answered.get(key) ?? -Infinity) < ONCE_IN_MS;
		if (where === 'none' || isSoon) return;
		this.answered.set(key, ticks());
		const text = `${words} ${usage}`.trim();
		const answer = {
			chat_id: chat,
			reply_to_message_id: messageOf(update).message_id as Int,
			text,
		};
		const { error } = await settle(
			call('sendMessage', where === 'chat' ? answer : { chat_id: user, text }),
		);
		if (error) warn(`The usage of a command could not be sent: ${(error as Error).message}`);
	}
}
