import type { IDataObject } from 'n8n-workflow';

import type { AnswerKind } from './buttonData';

/** A file that somebody has sent, as the server has it. */
export interface SentFile {
	/** For example `photo` or `document`. */
	kind: string;
	id: string;
	name?: string;
	mimeType?: string;
	/** Of the album to which it belongs. */
	albumId?: string;
}

/** What a trigger has seen in a chat, as it tells it to the node that waits. */
export interface Answering {
	/** Unix milliseconds. */
	at: number;
	kind: AnswerKind;
	/** Of the question. Ids are texts: none is rounded. */
	chatId: string;
	messageId: string;
	/** Who has pressed or written. */
	user: IDataObject;
	/** In whose name an administrator writes who does not show who they are. */
	senderChatId?: string;
	/** Which button was pressed, counted from 0. */
	button?: number;
	/** What was written, and the number of that message. */
	text?: string;
	replyMessageId?: string;
	/** What was sent, if it was a file. */
	file?: SentFile;
	/** Of a form: the step to which it belongs. */
	step?: string;
}

/** The body of the request in which it travels. */
export interface Envelope {
	/** An Answering as JSON. */
	payload: string;
	proof: string;
}

/**
 * What becomes of it. `taken`: the workflow continues. `told`: nothing happens, and the person is told
 * why; without words, to try again. `closed`: the question is not open any more.
 */
export type VerdictKind = 'taken' | 'told' | 'closed';

/** What the node says to the trigger. */
export interface Verdict {
	/** By its name it is known to come from this package. */
	botMessagingOutcome: VerdictKind;
	/** What to say to the person. Where it is missing, the trigger has words of its own. */
	say?: string;
	/** Whether the next message of this person may be the answer. */
	next?: boolean;
	/** Of a form: the step to which that message will belong. */
	step?: string;
}

export const verdict = (
	botMessagingOutcome: VerdictKind,
	say?: string,
	next = false,
	step?: string,
): Verdict => ({
	botMessagingOutcome,
	...(say && { say }),
	...(next && { next }),
	...(step && { step }),
});

/** An id as the API wants it: a number, unless that would round it. */
export const wireId = <T extends string | undefined>(id: T): number | T =>
	Number.isSafeInteger(Number(id)) ? Number(id) : id;

/** Who answers, as one is told from another: for all channels, the server names the same user. */
export const answererOf = ({ senderChatId, user }: Answering): string =>
	senderChatId ?? String(user.id);
