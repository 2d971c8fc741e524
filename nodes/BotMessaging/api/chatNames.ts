import { Bounded } from './basics';
import { BOUNDS } from './bounds';
import type { AnswerError } from './errors';
import type { Body } from './multipart';

const ADDRESS = /^(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.me\/(.*)$/i;

/** The public name in an address such as `https://t.me/my_group` or `t.me/my_group/5`, and no invite link. */
const NAME_IN_PATH = /^(?:s\/)?(?!joinchat\b)([a-z]\w{3,})(?:[/?#].*)?$/i;

/** The name, without its @, if the text is an address; empty for an address without a name. */
export function nameInAddress(given: string): string | undefined {
	const path = ADDRESS.exec(given)?.[1];
	return path === undefined ? undefined : (NAME_IN_PATH.exec(path)?.[1] ?? '');
}

/** Normalizes the spelling of a chat: names are case-insensitive. */
export function spellingOf(chat: string): string {
	const words = chat.trim();
	const name = nameInAddress(words);
	return (name ? `@${name}` : words).toLowerCase();
}

/** Whether it is a chat's ID: a number, or its digits if it is large. */
export const isId = (id: unknown) => /^-?\d+$/.test(String(id));

/** Distinguishes a chat from other results with an id and a type. */
const CHAT_TYPES: unknown[] = ['private', 'group', 'supergroup', 'channel'];

/** The IDs of chat names, learned from the answers to a bot: two ways to address a chat become one. */
export class ChatNames {
	/** Increases with each new fact. */
	version = 0;

	private readonly numbers = new Bounded<string, string>(BOUNDS.chatNames);

	/** The ID of a chat, in the spelling of `spellingOf`; the chat itself if unknown. */
	chatOf(chat: string): string {
		const number = this.numbers.get(chat);
		// Names in use are kept.
		if (number !== undefined) this.numbers.set(chat, number);
		return number ?? chat;
	}

	/** Learns from a message, a list of them, or a chat. `asked`: the chat of the request, as `spellingOf` has it. */
	learn(result: unknown, asked?: string): void {
		for (const one of Array.isArray(result) ? result : [result]) {
			const answer = Object(one) as Record<string, unknown>;
			const chat = CHAT_TYPES.includes(answer.type) ? answer : answer.chat;
			const { id, username } = Object(chat) as Record<string, unknown>;
			if (!isId(id)) continue;
			if (asked?.startsWith('@')) this.note(asked, String(id));
			if (typeof username === 'string' && username)
				this.note(spellingOf(`@${username}`), String(id));
		}
	}

	/** The ID of a name, or the new ID of a group. */
	note(name: string, number: string): void {
		if (this.numbers.get(name) !== number) this.version++;
		this.numbers.set(name, number);
	}
}

/** A bot's groups that have become supergroups, which gives them a new ID. */
export interface Moves {
	/** The chat's new ID; `undefined` if it has not moved, as far as we know. */
	currentIdOf(chat: string): string | undefined;
	/** Notes a chat's new ID. */
	note(from: string, to: string): void;
}

/** The chat's new ID for the API; `undefined` if it has not moved. */
export function movedTo(moves: Moves, chat: unknown): string | number | undefined {
	const id = moves.currentIdOf(String(chat));
	return id !== undefined && Number.isSafeInteger(Number(id)) ? Number(id) : id;
}

/** A body with the current IDs of its chats. */
export function withCurrentIds(body: Body, moves: Moves): Body {
	const changed = { ...body };
	for (const key of ['chat_id', 'from_chat_id']) {
		const id = movedTo(moves, body[key]);
		if (id !== undefined) changed[key] = id;
	}
	return changed;
}

/** A group's old and new ID, if a server says that it moved and no other chat can be meant. */
export function moveIn(
	{ migrateToChatId: to }: AnswerError,
	{ chat_id: chat, from_chat_id: other = chat }: Body,
): [from: string, to: string] | undefined {
	const from = String(chat);
	const isClear = other === chat && from !== to && isId(from);
	return to !== undefined && isClear ? [from, to] : undefined;
}
