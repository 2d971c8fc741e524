import { settle } from '../api/basics';
import { quickCallOf, type Call } from '../api/client';
import { UserError } from '../api/errors';
import { pacedCall } from '../api/pace';
import { resumeAddressOf } from '../callbackData/buttonData';
import type { Batch, Values } from '../engine/define';
import { isBlank } from '../engine/reading';
import { locatedChat } from '../fields/chat';
import { secondsInWords } from '../fields/duration';
import { optionalText } from '../fields/encode';
import { escapeHtml } from '../format';
import { visible } from '../format/characters';
import { objectOf } from '../update/update';
import { sendAsked } from './ask';
import { fill, nameOf, showEverywhere, timeIn } from './outcome';
import { pause, resumedIn, resumeUrl } from './pause';
import { linesOf, missingIn, unanswered, wireId, type Question, type Reminder } from './question';

/** Each name is a request, and a reminder is one message. */
const MOST_NAMES = 10;

/** The reminder of the form, if there is one. Throws UserError. */
export function reminderOf({ additionalFields }: Values, until: Date): Reminder | undefined {
	const { remindAfter, reminderText, escalateTo } = additionalFields as Values;
	const words = optionalText(reminderText ?? '', 'Reminder Text');
	const to = escalateTo === undefined ? undefined : String(locatedChat(escalateTo, 'Escalate To'));
	if (isBlank(remindAfter)) {
		if (to === undefined) return undefined;
		throw new UserError(
			'Remind After is empty, but Escalate To has a chat',
			'Nothing was sent. Add Remind After: the question is sent to that chat if it is still open after twice this time.',
		);
	}
	const seconds = typeof remindAfter === 'string' ? (secondsInWords(remindAfter) ?? 0) : 0;
	if (seconds <= 0 || seconds === Infinity) {
		throw new UserError(
			`Remind After is not a time: ${JSON.stringify(remindAfter)}`,
			'Nothing was sent. Enter a time such as 30 min, 2h or 1d12h.',
		);
	}
	const at = Date.now() + seconds * 1000;
	if (at < until.getTime()) return { at, seconds, to, words };
	throw new UserError(
		'Remind After is not before the end of the wait',
		'Nothing was sent. Enter a shorter time, or let the question wait for longer.',
	);
}

/** For whom or what a question waits, in words. */
async function missingFor(question: Question, call: Call): Promise<string> {
	const { several, answerers, chatId } = question;
	if (answerers !== 'users') {
		const left = several ? several.needed - several.answers.length : 0;
		return left === 0 ? 'an answer' : `${left} more ${left === 1 ? 'answer' : 'answers'}`;
	}
	const missing = missingIn(question);
	const names = missing.slice(0, MOST_NAMES).map(async (id) => {
		const body = { chat_id: wireId(chatId), user_id: wireId(id) };
		const { value } = await settle(call('getChatMember', body));
		return nameOf({ id, ...objectOf(value?.user) });
	});
	const more = missing.length - names.length;
	return [...(await Promise.all(names)), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/**
 * Asks an open question again, with its answers and for whom it waits: the first time in its chat, the second
 * time in the chat to escalate to. Both messages take answers. Whatever fails, the question stays open.
 */
async function remind(batch: Batch, question: Question, until: Date): Promise<Question> {
	const { reminder, sent, several, chatId, messageId, copies = [] } = question;
	const { keyboard, by, userIds, answerers } = question;
	if (!reminder) return question;
	const { words, seconds, to, isGiven, topic } = reminder;
	const call = pacedCall(quickCallOf(batch), batch.bot);
	const isLast = isGiven === true || to === undefined;
	const next = isLast ? undefined : { ...reminder, at: Date.now() + seconds * 1000, isGiven: true };
	const names = await missingFor(question, call);
	const asked = words || 'Still waiting for {names}.';
	// A function, as a name may have signs with a meaning for `replace`, such as `$&`.
	const waiting = asked.replaceAll('{names}', () => visible(names));
	const added = [several ? linesOf(several) : '', waiting].filter(Boolean).join('\n');
	const body = {
		...sent,
		chat_id: wireId(isGiven ? to! : chatId),
		text: `${sent.text}\n\n${sent.parse_mode ? escapeHtml(added) : added}`,
		reply_markup: keyboard,
		...(!isGiven && topic !== undefined && { message_thread_id: topic }),
	};
	const kind = by === 'reply' ? 'reply' : 'press';
	const address = { ...resumeAddressOf(resumeUrl(batch.context)), kind } as const;
	const { value: message, error } = await settle(
		sendAsked(batch, body, by === 'links' ? undefined : address, { userIds, until }),
	);
	if (!message) {
		batch.warn(`The reminder of the question could not be sent: ${(error as Error).message}`);
		return { ...question, reminder: next };
	}
	if (isGiven) {
		const isTheirs = answerers === 'users' && Number(message.chatId) > 0;
		const people = isTheirs ? [...new Set([...userIds, message.chatId])] : userIds;
		return { ...question, userIds: people, copies: [...copies, message], reminder: undefined };
	}
	// A reply to the earlier message is known by its button.
	const isOld = by !== 'reply';
	const before = { chat_id: wireId(chatId), message_id: wireId(messageId) };
	// Not awaited: if n8n is killed while an execution runs, it loses the execution, so it should wait soon.
	if (isOld) void settle(call('editMessageReplyMarkup', before));
	return {
		...question,
		...message,
		copies: [...copies, { chatId, messageId, isOld }],
		reminder: next,
	};
}

/** The time is up: says so in the chat, as after an answer. */
function end(batch: Batch, question: Question): void {
	const { words, several } = question;
	batch.emit(0, unanswered(question));
	if (!words.timeUp) return;
	const line = fill(words.timeUp, { answer: '', name: '', time: timeIn(batch.context) });
	const lines = [several ? linesOf(several) : '', line].filter(Boolean).join('\n');
	const call = pacedCall(quickCallOf(batch), batch.bot);
	// Not awaited: the workflow waits for nobody.
	void showEverywhere(call, { ...question, keyboard: undefined }, lines, {});
}

/**
 * Lets a question wait for more answers, sends its reminder, or ends it at its time limit. Returns false if
 * the execution has no open question.
 */
export async function resume(batch: Batch): Promise<boolean> {
	const again = resumedIn(batch.context);
	if (!again?.question || again.isCopy) return false;
	const { until, isReminder, isOver } = again;
	if (isOver) {
		end(batch, again.question);
		return true;
	}
	const question = isReminder ? await remind(batch, again.question, until) : again.question;
	await pause(batch, 0, { question }, until, unanswered(question));
	return true;
}
