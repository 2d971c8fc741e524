import type { Aside, Shown } from './world';

/** A message, or all messages of an album. */
export type Together = [Shown, ...Shown[]];

/** An entry of a chat's timeline: a message, an album, a day, or a notice. */
export type Entry =
	| { kind: 'messages'; key: string; messages: Together; isFirstOfSender: boolean }
	| { kind: 'day'; key: string; date: number }
	| { kind: 'aside'; key: string; aside: Aside };

const dayOf = (date: number) => new Date(date * 1000).toDateString();

/** Whether it is a service message: somebody came or went, or the title changed. */
export const isService = ({ new_chat_members, left_chat_member, new_chat_title }: Shown) =>
	new_chat_members !== undefined || left_chat_member !== undefined || new_chat_title !== undefined;

/** The channel or group that a message was written as, or else its writer. */
export const senderOf = ({ sender_chat_id, from_id }: Shown) => sender_chat_id ?? from_id;

const isSameAlbum = (a: Shown, b: Shown) =>
	a.media_group_id !== undefined &&
	a.media_group_id === b.media_group_id &&
	a.from_id === b.from_id;

/** Groups messages (oldest first) into albums and days, and inserts the asides in their places. */
export function timeline(messages: Shown[], asides: Aside[]): Entry[] {
	const entries: Entry[] = [];
	const waiting = [...asides];
	let day: string | undefined;
	/** The sender of the bubble above. */
	let sender: number | undefined;
	const placeAsides = (before: number) => {
		for (let [aside] = waiting; aside && aside.after < before; [aside] = waiting) {
			waiting.shift();
			entries.push({ kind: 'aside', key: `aside ${aside.id}`, aside });
			sender = undefined;
		}
	};
	for (const message of messages) {
		placeAsides(message.message_id);
		const { message_id, date } = message;
		const from = senderOf(message);
		if (dayOf(date) !== day) {
			entries.push({ kind: 'day', key: `day ${message_id}`, date });
			day = dayOf(date);
			sender = undefined;
		}
		const last = entries.at(-1);
		if (last?.kind === 'messages' && isSameAlbum(last.messages[0], message)) {
			last.messages.push(message);
			continue;
		}
		const key = `message ${message_id}`;
		const isFirstOfSender = sender !== from;
		entries.push({ kind: 'messages', key, messages: [message], isFirstOfSender });
		sender = isService(message) ? undefined : from;
	}
	placeAsides(Infinity);
	return entries;
}
