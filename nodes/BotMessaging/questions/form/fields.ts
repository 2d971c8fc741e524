import type { Field, Values } from '../../engine/define';
import { isBlank } from '../../engine/reading';
import { optionalText } from '../../fields/encode';
import { checkFits } from '../../fields/format';
import {
	shownFor,
	choices,
	formOnly,
	property,
	texts,
	rowListWithMore,
	rowTitle,
} from '../../fields/formField';
import { Texts } from '../../format';
import { limitFields } from '../fields';

const forTypes = (...types: string[]) => ({ displayOptions: { show: { fieldType: types } } });

const LIMITED = forTypes('text', 'number', 'integer', 'date', 'checkbox');

/** In the order in which people fill them in. */
const values = [
	property('fieldLabel', 'The question', {
		displayName: 'Label',
		required: true,
		placeholder: 'e.g. What is your name?',
	}),
	property('fieldName', 'The name of the answer in the output. Leave empty to use the label.', {
		displayName: 'Name',
		placeholder: 'e.g. name',
	}),
	property('fieldType', 'What the answer must be', {
		displayName: 'Type',
		required: true,
		...choices('text', {
			radio: ['Choice', 'One of several buttons'],
			checkbox: ['Choices', 'Any of several buttons, then Done'],
			date: ['Date'],
			email: ['Email Address'],
			file: ['File', 'A photo, a document or another file'],
			number: ['Number'],
			phone: ['Phone Number'],
			photo: ['Photo'],
			text: ['Text'],
			integer: ['Whole Number'],
			yesNo: ['Yes or No'],
		}),
	}),
	property('fieldOptions', 'The buttons, separated by commas, or a list from an expression', {
		displayName: 'Choices',
		required: true,
		placeholder: 'e.g. small, medium, large',
		...forTypes('radio', 'checkbox'),
	}),
	property('placeholder', 'A line below the question', {
		displayName: 'Hint',
		placeholder: 'e.g. As it is written in your passport',
	}),
	property(
		'requiredField',
		'Whether the question has to be answered. If not, it has the button Skip.',
		{ displayName: 'Required', required: true, type: 'boolean', default: true },
	),
	property(
		'minimum',
		'The smallest number, or the first date, such as 2026-12-01. Of a text the fewest characters, of choices how many at least.',
		{ displayName: 'Smallest', placeholder: 'e.g. 1', ...LIMITED },
	),
	property(
		'maximum',
		'The largest number, or the last date, such as 2026-12-31. Of a text the most characters, of choices how many at most.',
		{ displayName: 'Largest', placeholder: 'e.g. 100', ...LIMITED },
	),
	property('pattern', 'A regular expression that the whole text has to fit', {
		placeholder: 'e.g. [A-Z]{2}\\d{4}',
		...forTypes('text', 'email', 'phone'),
	}),
	property('defaultValue', 'An answer that the person can take by a button', {
		placeholder: 'e.g. {{ $json.name }}',
		displayOptions: { hide: { fieldType: ['file', 'photo'] } },
	}),
];

const formFields = formOnly('formFields', 'The questions, in the order in which they are asked', {
	displayName: 'Fields',
	type: 'fixedCollection',
	typeOptions: rowListWithMore('Add Question', rowTitle('fieldLabel')),
	default: {},
	placeholder: 'Add Question',
	options: [{ displayName: 'Field', name: 'values', values }],
});

const jsonOutput = formOnly(
	'jsonOutput',
	'The fields as JSON, in the shape of the n8n Form node. Types: text, textarea, number, integer, date, email, phone, dropdown, radio, checkbox, yesNo, photo, file. Also: minimum, maximum, pattern, requiredField.',
	{
		displayName: 'Fields (JSON)',
		type: 'json',
		default: '[{"fieldLabel": "What is your name?", "fieldType": "text", "requiredField": true}]',
	},
);

/** The form of Ask a Form and Wait, behind the chat. */
export const fields: Field[] = [
	{
		displayName: 'Title',
		name: 'formTitle',
		type: 'string',
		default: '',
		placeholder: 'e.g. Your order',
		description:
			'A line above each question. The node asks one form at a time: for several input items, put a Loop Over Items node with a Batch Size of 1 before this node.',
		wire: { key: 'text', encode: (value, label) => optionalText(value, label).trim() },
	},
	formOnly(
		'personId',
		'In a group, the ID of the person who is asked: nobody else can answer. The triggers output it as userId. Not needed in a private chat.',
		{ displayName: 'User ID', placeholder: 'e.g. 123456789' },
	),
	formOnly('defineForm', 'How to define the questions', {
		displayName: 'Define Fields',
		...choices('fields', { fields: ['Using Fields Below'], json: ['Using JSON'] }),
	}),
	...shownFor('defineForm', ['fields'], [formFields]),
	...shownFor('defineForm', ['json'], [jsonOutput]),
	...limitFields,
];

/** The default texts of a form, by the names of their fields. */
export const WORDS = {
	backButton: ['Back', 'The label of the button that goes back'],
	cancelButton: ['Cancel', 'The label of the button that ends the form without answers'],
	changeButton: ['Change', 'The label of the button to change an answer before sending'],
	doneButton: ['Done', 'The label of the button that ends a question with several choices'],
	helpButton: ['How to Answer', 'The label of the button that explains how to answer'],
	noButton: ['No', 'The label of the button for no'],
	sendButton: ['Send', 'The label of the button that sends all answers'],
	skipButton: ['Skip', 'The label of the button that leaves a question without an answer'],
	yesButton: ['Yes', 'The label of the button for yes'],
	replyLine: [
		'Reply to this message with your answer.',
		'The line below a question that people answer by a message. Without it, the line says how to answer.',
	],
	noticeForOthers: ['This form is not for you.', 'The text to show to people who were not asked'],
	noticeForOldSteps: [
		'This step is over. Answer the question that the form shows now.',
		'The text to show after a press or a message that belongs to an earlier question',
	],
	noticeForWrongAnswers: [
		'Please try again.',
		'The bot’s answer to a message that does not fit the question. Without it, the bot says how to answer.',
	],
	textWhenSent: ['Sent. Thank you!', 'The line below the answers after the form was sent'],
	textWhenCancelled: ['Cancelled.', 'The text of the message after the form was cancelled'],
	textWhenTimeIsUp: ['The time is up.', 'The text of the message after the time limit'],
} satisfies Record<string, [usual: string, description: string]>;

type Name = keyof typeof WORDS;

/** The texts that depend on the question, unless the form has its own. */
const OF_QUESTION = ['noticeForWrongAnswers', 'replyLine'] as const;

/** All texts of a form. */
export type Words = Record<Exclude<Name, (typeof OF_QUESTION)[number]>, string> &
	Partial<Record<Name, string>>;

export const wordFields = texts(WORDS);

/** The texts of a form, with defaults for empty ones. Throws UserError. */
export function wordsOf(given: Values): Words {
	const words = wordFields.map(({ name, displayName }) => {
		const usual = OF_QUESTION.some((one) => one === name) ? undefined : WORDS[name as Name][0];
		if (isBlank(given[name])) return [name, usual];
		const text = optionalText(given[name], displayName).trim();
		checkFits({ text }, new Texts(), displayName);
		return [name, text];
	});
	return Object.fromEntries(words) as Words;
}
