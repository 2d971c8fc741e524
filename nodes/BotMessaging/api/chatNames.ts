import { Bounded } from './basics';
import type { AnswerError } from './errors';
import type { Body } from './multipart';

/** A forgotten name is learned again from the next answer. */
const MOST_NAMES = 1000;

const ADDRESS = /^(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.me\/(.*)$/i;

/** The public name in an address such as `https://t.me/my_group` or `t.me/my_group/5`, and no invite link. */
const NAME_IN_PATH = /^(?:s\/)?(?!joinchat\b)([a-z]\w{3,})(?:[/?#].*)?$/i;

/** The name, without its @, if the text is an address; empty for an address without a name. */
export function nameInAddress(given: string): string | undefined {
	const path = ADDRESS.exec(given)?.[1];
	return path === undefined ? undefined : (NAME_IN_PATH.exec(path)?.[1] ?? '');
}

/** One spelling of a chat, however it is addressed: a name means the same in any case. */
export function spellingOf(chat: string): string {
	const words = chat.trim();
	const name = nameInAddress(words);
	return (name ? `@${name}` : words).toLowerCase();
}

/** What tells a chat from other results that have an id and a type. */
const CHAT_TYPES: unknown[] = ['private', 'group', 'supergroup', 'channel'];

/** A chat's number, as JSON without loss gives it. */
const isNumber = (id: unknown) => /^-?\d+$/.test(String(id));

/**
 * Which numbers the names of chats belong to, by the answers that a bot has got. A chat that is
 * addressed in both ways is known to be one as soon as an answer about it has come.
 */
export class ChatNames {
	/** Grows when something new is known. */
	version = 0;

	private readonly numbers = new Bounded<string, string>(MOST_NAMES);

	/** The number of a chat, in the spelling of `spellingOf`; the chat as it is if it is not known. */
	chatOf(chat: string): string {
		const number = this.numbers.get(chat);
		// What is in use is kept.
		if (number !== undefined) this.numbers.set(chat, number);
		return number ?? chat;
	}

	/**
	 * Learns from the result of a request: a message, a list of them, or a chat. What is said last is
	 * true, because names change hands.
	 *
	 * @param asked the chat of the request, in the spelling of `spellingOf`
	 */
	learn(result: unknown, asked?: string): void {
		for (const one of Array.isArray(result) ? result : [result]) {
			const answer = Object(one) as Record<string, unknown>;
			const chat = CHAT_TYPES.includes(answer.type) ? answer : answer.chat;
			const { id, username } = Object(chat) as Record<string, unknown>;
			if (!isNumber(id)) continue;
			if (asked?.startsWith('@')) this.set(asked, String(id));
			if (typeof username === 'string' && username)
				this.set(spellingOf(`@${username}`), String(id));
		}
	}

	/** A group has another number from now on: the same chat. */
	moved(from: string, to: string): void {
		this.set(from, to);
	}

	private set(name: string, number: string): void {
		if (this.numbers.get(name) !== number) this.version++;
		this.numbers.set(name, number);
	}
}

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
