import type { AnswerError } from './errors';
import type { Body } from './multipart';

/** The groups of a bot that have become supergroups, which gives them another number. */
export interface Moves {
	/** The number that a chat has now; `undefined` if it is not known to have another one. */
	currentIdOf(chat: string): string | undefined;
	/** A chat has another number from now on. */
	note(from: string, to: string): void;
}

/** The number that a chat has now, as the API gets it; `undefined` if it has no other one. */
export function movedTo(moves: Moves, chat: unknown): string | number | undefined {
	const id = moves.currentIdOf(String(chat));
	return id !== undefined && Number.isSafeInteger(Number(id)) ? Number(id) : id;
}

/** A body with the numbers that its chats have now. */
export function withCurrentIds(body: Body, moves: Moves): Body {
	const changed = { ...body };
	for (const key of ['chat_id', 'from_chat_id']) {
		const id = movedTo(moves, body[key]);
		if (id !== undefined) changed[key] = id;
	}
	return changed;
}

/** The two numbers of a group, if a server says that it moved, and cannot mean another chat of the request. */
export function moveIn(
	{ migrateToChatId: to }: AnswerError,
	{ chat_id: chat, from_chat_id: other = chat }: Body,
): [from: string, to: string] | undefined {
	const from = String(chat);
	const isClear = other === chat && from !== to && /^-?\d+$/.test(from);
	return to !== undefined && isClear ? [from, to] : undefined;
}
