import { Bounded } from '../../../api/bounded';
import type { Carried } from './buttonData';

/** A typed question that somebody answers with their next message, also without a reply. */
export interface Expected {
	carried: Carried;
	/** Of the question. */
	messageId: string;
	/** Whose next message it is; absent in a private chat. */
	userIds?: string[];
	/** Unix milliseconds: n8n waits no longer. */
	until: number;
}

const MOST_CHATS = 10_000;
const MOST_IN_A_CHAT = 20;

/** By bot and chat, the oldest question first. Only this process knows of them. */
const chats = new Bounded<string, Expected[]>(MOST_CHATS);

const keyOf = (botNumber: string, chatId: string) => `${botNumber}:${chatId}`;

const isOpen = ({ until }: Expected) => until > Date.now();

/** The questions that this person's next message may answer, the last one first. */
export function expectedOf(botNumber: string, chatId: string, userId: string): Expected[] {
	const open = (chats.get(keyOf(botNumber, chatId)) ?? []).filter(isOpen);
	return open.filter(({ userIds }) => userIds?.includes(userId) ?? userId === chatId).reverse();
}

/** The question is not open any more. */
export function forgetExpected(botNumber: string, chatId: string, messageId: string): void {
	const key = keyOf(botNumber, chatId);
	const others = (chats.get(key) ?? []).filter((one) => one.messageId !== messageId);
	if (others.length > 0) chats.set(key, others);
	else chats.delete(key);
}

/** A group has got another number: what is expected there is expected under that one. */
export function moveExpected(botNumber: string, from: string, to: string): void {
	const before = chats.get(keyOf(botNumber, from));
	if (!before) return;
	chats.delete(keyOf(botNumber, from));
	const since = chats.get(keyOf(botNumber, to)) ?? [];
	chats.set(keyOf(botNumber, to), [...before, ...since].slice(-MOST_IN_A_CHAT));
}

/** From now on the next message in this chat may be the answer. */
export function expectAnswer(botNumber: string, chatId: string, expected: Expected): void {
	const key = keyOf(botNumber, chatId);
	const before = (chats.get(key) ?? []).filter(isOpen);
	const same = before.find(({ messageId }) => messageId === expected.messageId);
	const userIds = same?.userIds && expected.userIds && [...same.userIds, ...expected.userIds];
	const others = before.filter((one) => one !== same);
	const all = [...others, same ? { ...same, userIds } : expected];
	chats.set(key, all.slice(-MOST_IN_A_CHAT));
}
