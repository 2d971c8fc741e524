import type { Field } from '../../../../engine/define';
import { optionalText } from '../../../../fields/encode';
import { shownFor } from '../../../../fields/oneOf';
import { rowList, rowTitle } from '../../../../fields/rows';
import { limitFields } from '../form/waitLimit';

/** In the order in which people fill them in. */
const values = [
	{
		displayName: 'Label',
		name: 'fieldLabel',
		type: 'string' as const,
		default: '',
		required: true,
		placeholder: 'e.g. What is your name?',
		description: 'The question',
	},
	{
		displayName: 'Name',
		name: 'fieldName',
		type: 'string' as const,
		default: '',
		placeholder: 'e.g. name',
		description: 'The name of the answer in the output. Leave empty to use the label.',
	},
	{
		displayName: 'Type',
		name: 'fieldType',
		type: 'options' as const,
		options: [
			{ name: 'Choice', value: 'radio', description: 'One of several buttons' },
			{ name: 'Choices', value: 'checkbox', description: 'Any of several buttons, then Done' },
			{ name: 'Date', value: 'date' },
			{ name: 'Email Address', value: 'email' },
			{ name: 'File', value: 'file', description: 'A photo, a document or another file' },
			{ name: 'Number', value: 'number' },
			{ name: 'Phone Number', value: 'phone' },
			{ name: 'Text', value: 'text' },
			{ name: 'Yes or No', value: 'yesNo' },
		],
		default: 'text',
		description: 'What the answer must be',
	},
	{
		displayName: 'Choices',
		name: 'fieldOptions',
		type: 'string' as const,
		default: '',
		placeholder: 'e.g. small, medium, large',
		description:
			'The buttons, separated by commas, or a list from an expression. Applies only to Choice and Choices.',
	},
	{
		displayName: 'Hint',
		name: 'placeholder',
		type: 'string' as const,
		default: '',
		placeholder: 'e.g. As it is written in your passport',
		description: 'A line below the question',
	},
	{
		displayName: 'Required',
		name: 'requiredField',
		type: 'boolean' as const,
		default: false,
		description: 'Whether the question has to be answered. If not, it has the button Skip.',
	},
	{
		displayName: 'Smallest',
		name: 'minimum',
		type: 'string' as const,
		default: '',
		placeholder: 'e.g. 1',
		description:
			'The smallest number or the first date. Of a text the fewest characters, of choices how many at least.',
	},
	{
		displayName: 'Largest',
		name: 'maximum',
		type: 'string' as const,
		default: '',
		placeholder: 'e.g. 100',
		description:
			'The largest number or the last date. Of a text the most characters, of choices how many at most.',
	},
	{
		displayName: 'Pattern',
		name: 'pattern',
		type: 'string' as const,
		default: '',
		placeholder: 'e.g. [A-Z]{2}\\d{4}',
		description: 'A regular expression that the whole text has to fit',
	},
	{
		displayName: 'Default Value',
		name: 'defaultValue',
		type: 'string' as const,
		default: '',
		placeholder: 'e.g. {{ $json.name }}',
		description: 'An answer that the person can take by a button',
	},
];

const formFields: Field = {
	displayName: 'Fields',
	name: 'formFields',
	type: 'fixedCollection',
	typeOptions: rowList('Add Field', rowTitle('fieldLabel')),
	default: {},
	placeholder: 'Add Field',
	description: 'The questions, in the order in which they are asked',
	options: [{ displayName: 'Field', name: 'values', values }],
	wire: 'formOnly',
};

const jsonOutput: Field = {
	displayName: 'Fields (JSON)',
	name: 'jsonOutput',
	type: 'json',
	default: '[{"fieldLabel": "What is your name?", "fieldType": "text", "requiredField": true}]',
	description:
		'The fields as JSON, for example from an expression, in the shape of the n8n Form node. Types are text, number, date, email, phone, radio, checkbox, yesNo and file. A field can also have minimum, maximum and pattern.',
	wire: 'formOnly',
};

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
	{
		displayName: 'User ID',
		name: 'personId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 123456789',
		description:
			'In a group, the ID of the person who is asked: nobody else can answer. The triggers output it as userId. Not needed in a private chat.',
		wire: 'formOnly',
	},
	{
		displayName: 'Define Fields',
		name: 'defineForm',
		type: 'options',
		options: [
			{ name: 'Using Fields Below', value: 'fields' },
			{ name: 'Using JSON', value: 'json' },
		],
		default: 'fields',
		description: 'How to define the questions',
		wire: 'formOnly',
	},
	...shownFor('defineForm', ['fields'], [formFields]),
	...shownFor('defineForm', ['json'], [jsonOutput]),
	...limitFields,
];
