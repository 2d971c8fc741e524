import type { Field } from '../../../../engine/define';
import { formattedText } from '../../../../fields/format';
import { text } from '../../../../fields/message';
import { shownFor } from '../../../../fields/oneOf';
import { rowList, rowTitle } from '../../../../fields/rows';
import { limitFields } from './waitLimit';
import { text as requiredText } from '../../../../fields/encode';

/** n8n replaces this field by its own if it makes a review step for an AI agent of the node. */
const message: Field = {
	...text,
	displayName: 'Question',
	name: 'message',
	placeholder: 'e.g. May this message stay?',
	description:
		'The question to ask. The node asks one question at a time: for several input items, put a Loop Over Items node with a Batch Size of 1 before this node.',
	wire: { key: 'text', encode: formattedText(requiredText) },
};

const answerBy: Field = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	options: [
		{
			name: 'Buttons',
			value: 'approval',
			description: 'People press a button below the question',
		},
		{
			name: 'Link Buttons',
			value: 'links',
			description:
				'Each button opens a page of your n8n. Use this for chats whose updates do not reach this n8n. Anyone who can open the page can answer, and the chat shows the address of your n8n.',
		},
		{
			name: 'Typed Reply',
			value: 'freeText',
			description: 'People reply to the question in the chat',
		},
	],
	default: 'approval',
	description:
		'How people answer. For Buttons and Typed Reply, a workflow with a Bot Messaging trigger for the same bot must be published in this n8n.',
	wire: 'formOnly',
};

const buttons: Field = {
	displayName: 'Buttons',
	name: 'approvalOptions',
	type: 'fixedCollection',
	typeOptions: rowList('Add Button', rowTitle('text')),
	default: {
		button: [
			{ text: 'Approve', value: 'approve', approves: true, newRow: false },
			{ text: 'Decline', value: 'decline', approves: false, newRow: false },
		],
	},
	placeholder: 'Add Button',
	description: 'The answers to choose from, in the order shown below the question',
	options: [
		{
			displayName: 'Button',
			name: 'button',
			values: [
				{
					displayName: 'Label',
					name: 'text',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. Ban',
					description: 'What the button says',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. ban',
					description:
						'The value that your workflow gets when this button is pressed. Leave empty to use the label.',
				},
				{
					displayName: 'Approves',
					name: 'approves',
					type: 'boolean',
					default: false,
					description:
						'Whether this answer means yes. Your workflow gets it as approved, and an AI agent runs its tool only after a yes.',
				},
				{
					displayName: 'New Row',
					name: 'newRow',
					type: 'boolean',
					default: false,
					description: 'Whether to show the button in a new row instead of beside the previous one',
				},
			],
		},
	],
	wire: 'formOnly',
};

const replyType: Field = {
	displayName: 'Reply Type',
	name: 'replyType',
	type: 'options',
	options: [
		{ name: 'Any Text', value: 'text' },
		{ name: 'Date', value: 'date', description: 'For example 2026-12-31 or 31.12.2026' },
		{ name: 'Email Address', value: 'email' },
		{ name: 'Number', value: 'number', description: 'For example 1000,5 or 1 000.5' },
		{ name: 'One of a List', value: 'choice', description: 'In capitals or not' },
	],
	default: 'text',
	description:
		'What the reply must be. If a reply does not fit, the bot says so, and the person can reply again.',
	wire: 'formOnly',
};

const replyList: Field = {
	displayName: 'Allowed Replies',
	name: 'replyList',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. small, medium, large',
	description: 'The accepted replies, separated by commas, or a list from an expression',
	wire: 'formOnly',
};

const whoMayAnswer: Field = {
	displayName: 'Who May Answer',
	name: 'whoMayAnswer',
	type: 'options',
	options: [
		{ name: 'Anyone in the Chat', value: 'anyone' },
		{
			name: 'Chat Administrators',
			value: 'administrators',
			description: 'In a private chat, the person there',
		},
		{ name: 'Specific Users', value: 'users' },
	],
	default: 'anyone',
	description: 'Other people get a short notice, and the question stays open',
	wire: 'formOnly',
};

const userIds: Field = {
	displayName: 'User IDs',
	name: 'userIds',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 123456789, 987654321',
	description:
		'The IDs of the people who may answer, separated by commas, or a list from an expression. The triggers output a person’s ID as userId.',
	wire: 'formOnly',
};

const afterAnswer: Field = {
	displayName: 'After the Answer',
	name: 'afterAnswer',
	type: 'options',
	options: [
		{
			name: 'Keep Buttons',
			value: 'leave',
			description:
				'After a later press, the bot says that the question is closed and removes the buttons',
		},
		{ name: 'Remove Buttons', value: 'remove' },
		{
			name: 'Show Outcome',
			value: 'show',
			description: 'For example “Milan: Approved, 14:02” below the question, without the buttons',
		},
	],
	default: 'show',
	description: 'What to do with the question in the chat after the answer',
	wire: 'formOnly',
};

/** The form of Send and Wait for Answer, behind the chat. */
export const fields: Field[] = [
	message,
	answerBy,
	...shownFor('responseType', ['approval', 'links'], [buttons]),
	...shownFor(
		'responseType',
		['freeText'],
		[replyType, ...shownFor('replyType', ['choice'], [replyList])],
	),
	...shownFor(
		'responseType',
		['approval', 'freeText'],
		[whoMayAnswer, ...shownFor('whoMayAnswer', ['users'], [userIds])],
	),
	afterAnswer,
	...limitFields,
];
