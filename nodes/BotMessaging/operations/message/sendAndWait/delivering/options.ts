import type { INodeProperties } from 'n8n-workflow';

import { n8nAddress } from './address';

const CLOSED = 'This question is closed.';
const ANSWERED = 'You have already answered this question.';
const UNKNOWN = 'This question cannot be answered here.';
const TRY_AGAIN = 'This cannot be accepted right now. Please try again in a moment.';

/** What both triggers need for questions, by the names of their fields. */
export interface QuestionOptions {
	n8nAddress: string;
	noticeWhenClosed: string;
	noticeWhenUnknown: string;
	noticeToTryAgain: string;
}

/**
 * The trigger says these words: when a question is closed, or n8n cannot be reached, nobody knows any
 * more what the form of the question said.
 */
export const questionOptions: INodeProperties[] = [
	n8nAddress,
	{
		displayName: 'Notice to Try Again',
		name: 'noticeToTryAgain',
		type: 'string',
		default: TRY_AGAIN,
		description:
			'The text to show if an answer to Send and Wait for Answer cannot be accepted at the moment',
	},
	{
		displayName: 'Notice When Closed',
		name: 'noticeWhenClosed',
		type: 'string',
		default: CLOSED,
		description: 'The text to show if the question of Send and Wait for Answer is already closed',
	},
	{
		displayName: 'Notice When Unknown',
		name: 'noticeWhenUnknown',
		type: 'string',
		default: UNKNOWN,
		description:
			'The text to show if this n8n does not know the question, because another n8n asked it or its execution was deleted',
	},
];

/** What the trigger says itself to people who answer. */
export interface TriggerWords {
	closed: string;
	/** To the person whose answer it was. */
	answered: string;
	unknown: string;
	tryAgain: string;
}

/** An option that was left empty counts as not added. */
export function wordsOf(options: QuestionOptions): TriggerWords {
	const closed = options.noticeWhenClosed.trim() || CLOSED;
	return {
		closed,
		answered: closed === CLOSED ? ANSWERED : closed,
		unknown: options.noticeWhenUnknown.trim() || UNKNOWN,
		tryAgain: options.noticeToTryAgain.trim() || TRY_AGAIN,
	};
}
