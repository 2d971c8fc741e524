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

const isOpen = ({ until }: Expected) => until > Date.now();

/** The typed questions of one bot that a next message may answer. Only this process knows of them. */
export class NextAnswers {
	/** By chat, the oldest question first. */
	private readonly chats = new Bounded<string, Expected[]>(MOST_CHATS);

	/** The questions that this person's next message may answer, the last one first. */
	of(chatId: string, userId: string): Expected[] {
		const open = (this.chats.get(chatId) ?? []).filter(isOpen);
		return open.filter(({ userIds }) => userIds?.includes(userId) ?? userId === chatId).reverse();
	}

	/** The question is not open any more. */
	forget(chatId: string, messageId: string): void {
		const others = (this.chats.get(chatId) ?? []).filter((one) => one.messageId !== messageId);
		if (others.length > 0) this.chats.set(chatId, others);
		else this.chats.delete(chatId);
	}

	/** A group has got another number: what is expected there is expected under that one. */
	move(from: string, to: string): void {
		const before = this.chats.get(from);
		if (!before) return;
		this.chats.delete(from);
		const since = this.chats.get(to) ?? [];
		this.chats.set(to, [...before, ...since].slice(-MOST_IN_A_CHAT));
	}

	/** From now on the next message in this chat may be the answer. */
	expect(chatId: string, expected: Expected): void {
		const before = (this.chats.get(chatId) ?? []).filter(isOpen);
		// In a supergroup made of a group, the numbers of messages begin again.
		const same = before.find(
			({ messageId, carried: { executionId, nodeId } }) =>
				messageId === expected.messageId &&
				executionId === expected.carried.executionId &&
				nodeId === expected.carried.nodeId,
		);
		const ids = same?.userIds && expected.userIds && [...same.userIds, ...expected.userIds];
		const userIds = ids && [...new Set(ids)];
		const others = before.filter((one) => one !== same);
		const all = [...others, same ? { ...same, carried: expected.carried, userIds } : expected];
		this.chats.set(chatId, all.slice(-MOST_IN_A_CHAT));
	}
}
