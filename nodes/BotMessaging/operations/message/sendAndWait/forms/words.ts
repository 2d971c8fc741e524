import type { Field, Values } from '../../../../engine/define';
import { isBlank } from '../../../../engine/reading';
import { optionalText } from '../../../../fields/encode';

/** What a form says, by the names of the fields that replace it. */
const USUAL = {
	backButton: 'Back',
	cancelButton: 'Cancel',
	changeButton: 'Change',
	doneButton: 'Done',
	helpButton: 'How to Answer',
	noButton: 'No',
	sendButton: 'Send',
	skipButton: 'Skip',
	yesButton: 'Yes',
	replyLine: 'Reply to this message with your answer.',
	noticeForOthers: 'This form is not for you.',
	noticeForOldSteps: 'This step is over. Answer the question that the form shows now.',
	textWhenSent: 'Sent. Thank you!',
	textWhenCancelled: 'Cancelled.',
};

type UsualWords = typeof USUAL;

/** All that a form says. Without words of the form, a wrong answer is explained in usual ones. */
export type Words = UsualWords & { noticeForWrongAnswers?: string };

const DESCRIPTIONS: Record<keyof Words, [name: string, description: string]> = {
	backButton: ['Back Button', 'The label of the button that returns to the previous question'],
	cancelButton: ['Cancel Button', 'The label of the button that ends the form without answers'],
	changeButton: ['Change Button', 'The label of the button to change an answer before sending'],
	doneButton: ['Done Button', 'The label of the button that ends a question with several choices'],
	helpButton: ['Help Button', 'The label of the button that explains how to answer'],
	noButton: ['No Button', 'The label of the button for no'],
	sendButton: ['Send Button', 'The label of the button that sends all answers'],
	skipButton: ['Skip Button', 'The label of the button that leaves a question without an answer'],
	yesButton: ['Yes Button', 'The label of the button for yes'],
	replyLine: ['Reply Line', 'The line below a question that people answer by a message'],
	noticeForOthers: ['Notice for Others', 'The text to show to people who were not asked'],
	noticeForOldSteps: [
		'Notice for Old Steps',
		'The text to show after a press or a message that belongs to an earlier question',
	],
	noticeForWrongAnswers: [
		'Notice for Wrong Answers',
		'The bot’s answer to a message that does not fit the question. Without it, the bot says what is wrong.',
	],
	textWhenSent: ['Text When Sent', 'The line below the answers after the form was sent'],
	textWhenCancelled: [
		'Text When Cancelled',
		'The text of the message after the form was cancelled',
	],
};

const usual: Partial<Words> = USUAL;

/** The fields for words in another language. */
export const wordFields: Field[] = Object.entries(DESCRIPTIONS).map(
	([name, [displayName, description]]) => ({
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: `e.g. ${usual[name as keyof Words] ?? 'Please try again.'}`,
		description,
		wire: 'formOnly',
	}),
);

/** The words of a form; what was left empty is as usual. Throws UserError. */
export function wordsOf(given: Values): Words {
	const words = wordFields
		.filter(({ name }) => !isBlank(given[name]))
		.map(({ name, displayName }) => [name, optionalText(given[name], displayName).trim()]);
	return { ...USUAL, ...Object.fromEntries(words) } as Words;
}
