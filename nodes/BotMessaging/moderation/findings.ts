import type { Place } from './places';

/** Findings of one rule in one message that the item has with their places. */
export const MOST_FOUND = 10;

/** Something in a message that breaks a rule. What is not in its text has no place. */
export interface Found extends Partial<Place> {
	/** As `brokenRules` names it. */
	rule: string;
	/** The words, the link, the name of the file, or the kind. */
	text: string;
}

/** What the rules of a trigger have found out about an update, for the item. */
export interface Findings {
	/** The rules that the message breaks, by the values that `brokenRules` in the README lists. */
	brokenRules?: string[];
	/** What in the message breaks them. */
	found?: Found[];
	/** What of the list of words it contains, as the list spells it. */
	words?: string[];
	flood?: {
		/** Messages of this person in the time that the rule names, this one included. */
		count: number;
		/** Those among them that no item has named yet. */
		messageIds: unknown[];
		/** Whether this is the message that made it a flood. */
		isFirst: boolean;
	};
	raid?: {
		/** People who joined the chat in the time that the rule names. */
		count: number;
		/** Those among them that no item has named yet. */
		userIds: unknown[];
		/** Whether this is the join that made it a raid. */
		isFirst: boolean;
	};
	sameText?: {
		/** Chats that this text has come to. */
		chats: number;
		/** Those of the messages that no item has named yet. */
		messages: Array<{ chatId: unknown; messageId: unknown }>;
	};
	/** How long this person may not write yet. */
	slowMode?: { secondsLeft: number };
	daily?: { secondsLeft: number };
}

const unique = (lists: Array<string[] | undefined>) => {
	const all = [...new Set(lists.flatMap((list) => list ?? []))];
	return all.length > 0 ? all : undefined;
};

/** What was found about the parts of an album together. */
export function together(all: Findings[]): Findings {
	if (all.length === 0) return {};
	const floods = all.map(({ flood }) => flood).filter((flood) => flood !== undefined);
	const copies = all.map(({ sameText }) => sameText).filter((copy) => copy !== undefined);
	const brokenRules = unique(all.map((findings) => findings.brokenRules));
	const found = all.flatMap((findings) => findings.found ?? []);
	const words = unique(all.map((findings) => findings.words));
	const raid = all.find((findings) => findings.raid)?.raid;
	const slowMode = all.find((findings) => findings.slowMode)?.slowMode;
	const daily = all.find((findings) => findings.daily)?.daily;
	return {
		...(brokenRules && { brokenRules }),
		...(found.length > 0 && { found }),
		...(words && { words }),
		...(raid && { raid }),
		...(slowMode && { slowMode }),
		...(daily && { daily }),
		...(floods.length > 0 && {
			flood: {
				count: floods.at(-1)!.count,
				messageIds: floods.flatMap(({ messageIds }) => messageIds),
				isFirst: floods.some(({ isFirst }) => isFirst),
			},
		}),
		...(copies.length > 0 && {
			sameText: {
				chats: copies.at(-1)!.chats,
				messages: copies.flatMap(({ messages }) => messages),
			},
		}),
	};
}
