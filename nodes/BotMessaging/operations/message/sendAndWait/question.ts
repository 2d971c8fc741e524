import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { DateFormat } from './receiving/typedDate';
import type { DecimalSign } from './receiving/typedNumber';

/** Who may answer. */
export type Answerers = 'anyone' | 'administrators' | 'users';

/** What becomes of the question once it is answered. */
export type Afterwards = 'show' | 'remove' | 'leave';

export type ReplyType = 'text' | 'number' | 'date' | 'email' | 'choice';

/** What a typed answer must be. */
export interface Reply {
	type: ReplyType;
	/** What is taken, if it is one of a list. */
	list: string[];
	/** Absent: what is not clear is asked. */
	dateFormat?: DateFormat;
	decimalSign?: DecimalSign;
}

/** A button that answers. */
export interface Choice {
	label: string;
	value: string;
	approves: boolean;
}

/** What n8n keeps with the execution while a question is open. Nothing secret is in it. */
export interface Question {
	/** Made up for this question: the addresses of its link buttons hold it. */
	ref: string;
	/** Of the message, as the server gave them. */
	chatId: string;
	messageId: string;
	by: 'buttons' | 'reply' | 'links';
	choices: Choice[];
	reply?: Reply;
	answerers: Answerers;
	userIds: string[];
	afterwards: Afterwards;
	/** The message as it was sent, to put the outcome under it. */
	sent: { text: string; parse_mode?: string; link_preview_options?: IDataObject };
	/** By the names of their fields; absent if the usual words are said. */
	words: {
		outcome: string;
		notice?: string;
		noticeForOthers?: string;
		helpText?: string;
		noticeForWrongReplies?: string;
	};
}

/** Its name among what n8n keeps of a node. */
export const KEPT_AS = 'question';

/** A text as an expression may contain it. */
const quoted = (text: string) =>
	JSON.stringify(text).replace(
		/[{}]/g,
		(brace) => `\\u${brace.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);

/** The question that the node has asked last in this execution. */
export function questionOf(context: IWebhookFunctions): Question | undefined {
	const name = quoted(context.getNode().name);
	const kept: unknown = context.evaluateExpression(`{{ $node[${name}].context.${KEPT_AS} }}`, 0);
	return typeof kept === 'object' && kept !== null ? (kept as unknown as Question) : undefined;
}
