import type { Field } from '../engine/define';
import { formattedText } from './format';
import { text } from './message';
import { shownFor } from './oneOf';
import { limitFields } from './waitLimit';
import { text as requiredText } from './encode';

/** n8n replaces this field by its own where it makes a review step for an AI agent of the node. */
const message: Field = {
	...text,
	displayName: 'Question',
	name: 'message',
	placeholder: 'e.g. May this message stay?',
	description:
		'What is asked. Only one question is asked at a time: with several input items, put a Loop Over Items node with a Batch Size of 1 before this node.',
	wire: { key: 'text', encode: formattedText(requiredText) },
};

const answerBy: Field = {
	displayName: 'Answer By',
	name: 'responseType',
	type: 'options',
	options: [
		{
			name: 'Buttons',
			value: 'approval',
			description: 'Somebody presses a button below the question',
		},
		{
			name: 'Link Buttons',
			value: 'links',
			description:
				'Each button opens a page of your n8n. For chats whose updates do not come to this n8n. Whoever can open the page can answer, and the address of your n8n is in the chat.',
		},
		{
			name: 'Typed Reply',
			value: 'freeText',
			description: 'Somebody writes a reply to the question in the chat',
		},
	],
	default: 'approval',
	description:
		'How people answer. Answers by Buttons and Typed Reply come in through a Bot Messaging trigger: a workflow with one, for the same bot, must be published in this n8n.',
	wire: 'formOnly',
};

const buttons: Field = {
	displayName: 'Buttons',
	name: 'approvalOptions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Button', sortable: true },
	default: {
		button: [
			{ text: 'Approve', value: 'approve', approves: true, newRow: false },
			{ text: 'Decline', value: 'decline', approves: false, newRow: false },
		],
	},
	placeholder: 'Add Button',
	description: 'The answers to choose from, in the order in which they stand below the question',
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
						'What your workflow gets as value when this button is pressed. Empty: the label.',
				},
				{
					displayName: 'Approves',
					name: 'approves',
					type: 'boolean',
					default: false,
					description:
						'Whether this answer is a yes. Your workflow gets it as approved, and an AI agent runs its tool only then.',
				},
				{
					displayName: 'New Row',
					name: 'newRow',
					type: 'boolean',
					default: false,
					description: 'Whether the button stands in a new row, and not beside the one before it',
				},
			],
		},
	],
	wire: 'formOnly',
};

const replyType: Field = {
	displayName: 'Kind of Reply',
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
		'What the reply must be. Whoever writes something else is told so, and can reply again.',
	wire: 'formOnly',
};

const replyList: Field = {
	displayName: 'Possible Replies',
	name: 'replyList',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. small, medium, large',
	description: 'The replies that are taken, separated by commas, or a list from an expression',
	wire: 'formOnly',
};

const whoMayAnswer: Field = {
	displayName: 'Who May Answer',
	name: 'whoMayAnswer',
	type: 'options',
	options: [
		{
			name: 'Administrators of the Chat',
			value: 'administrators',
			description: 'In a private chat, the person there',
		},
		{ name: 'Anyone in the Chat', value: 'anyone' },
		{ name: 'Certain People', value: 'users' },
	],
	default: 'anyone',
	description: 'Anybody else gets a short notice, and the question stays open',
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
		'The numbers of the people who may answer, separated by commas, or a list from an expression. The triggers give the number of a person as userId.',
	wire: 'formOnly',
};

const afterAnswer: Field = {
	displayName: 'After the Answer',
	name: 'afterAnswer',
	type: 'options',
	options: [
		{
			name: 'Leave the Buttons',
			value: 'leave',
			description: 'A later press is told that the question is closed, and the buttons go then',
		},
		{ name: 'Remove the Buttons', value: 'remove' },
		{
			name: 'Show the Outcome',
			value: 'show',
			description: 'For example “Approved by Milan, 14:02” below the question, without the buttons',
		},
	],
	default: 'show',
	description: 'What becomes of the question in the chat once it is answered',
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
