import type { INodeProperties } from 'n8n-workflow';

import { FORMATS } from '../fields/format';
import { rowList, rowTitle } from '../fields/rows';

// Another node reads the pages too, as they are saved: an expression would give it something else.

const label: INodeProperties = {
	displayName: 'Label',
	name: 'label',
	type: 'string',
	noDataExpression: true,
	default: '',
	required: true,
	placeholder: 'e.g. Drinks',
	description: 'What the button says',
};

export const onPress: INodeProperties = {
	displayName: 'On Press',
	name: 'onPress',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Go Back', value: 'back', description: 'Show the page before this one' },
		{ name: 'Go to a Page', value: 'page', description: 'Show another page in the same message' },
		{ name: 'Open a Link', value: 'link', description: 'Open a URL on the person’s device' },
		{
			name: 'Start the Workflow',
			value: 'start',
			description: 'Start an execution with the value of the button in menu',
		},
	],
	default: 'page',
	description: 'What to do when the button is pressed',
};

const shownFor = (value: string) => ({ show: { onPress: [value] } });

const target: INodeProperties = {
	displayName: 'Page',
	name: 'page',
	type: 'string',
	noDataExpression: true,
	default: '',
	required: true,
	placeholder: 'e.g. Drinks',
	displayOptions: shownFor('page'),
	description: 'The name of the page to show',
};

const link: INodeProperties = {
	displayName: 'Link',
	name: 'link',
	type: 'string',
	noDataExpression: true,
	default: '',
	required: true,
	placeholder: 'e.g. https://example.com',
	displayOptions: shownFor('link'),
	description: 'The URL that the button opens',
};

const value: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	noDataExpression: true,
	default: '',
	placeholder: 'e.g. order tea',
	displayOptions: shownFor('start'),
	description:
		'What your workflow gets when the button is pressed, of any length. Leave empty to use the label.',
};

const newRow: INodeProperties = {
	displayName: 'New Row',
	name: 'newRow',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description: 'Whether to show the button in a new row instead of beside the previous one',
};

const buttonFields = [label, onPress, target, link, value, newRow];

const buttons: INodeProperties = {
	displayName: 'Buttons',
	name: 'buttons',
	type: 'fixedCollection',
	typeOptions: rowList('Add Button', rowTitle('label', 'onPress')),
	default: {},
	placeholder: 'Add Button',
	description: 'The buttons of the page, in the order shown below its text',
	options: [{ displayName: 'Button', name: 'button', values: buttonFields }],
};

export const menu: INodeProperties = {
	displayName: 'Menu',
	name: 'menu',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Form', value: 'form', description: 'Fill in the pages here' },
		{ name: 'JSON', value: 'json', description: 'Paste the pages as JSON' },
		{ name: 'None', value: 'none' },
	],
	default: 'none',
	description:
		'Pages of buttons that this trigger turns by itself, without an execution for each page. To send a page to a chat, put Message &gt; Show Menu after this trigger.',
};

export const menuPages: INodeProperties = {
	displayName: 'Menu Pages',
	name: 'menuPages',
	type: 'fixedCollection',
	typeOptions: rowList('Add Page', rowTitle('name')),
	default: {},
	placeholder: 'Add Page',
	displayOptions: { show: { menu: ['form'] } },
	description: 'The pages of the menu. The first one is the start page.',
	options: [
		{
			displayName: 'Page',
			name: 'page',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					noDataExpression: true,
					default: '',
					required: true,
					placeholder: 'e.g. Drinks',
					description: 'The name by which buttons and Show Menu find the page',
				},
				{
					displayName: 'Text',
					name: 'text',
					type: 'string',
					noDataExpression: true,
					typeOptions: { rows: 3 },
					default: '',
					required: true,
					placeholder: 'e.g. What would you like to drink?',
					description: 'The text of the message while this page is shown',
				},
				buttons,
			],
		},
	],
};

export const menuJson: INodeProperties = {
	displayName: 'Menu Pages (JSON)',
	name: 'menuJson',
	type: 'json',
	noDataExpression: true,
	default: '[]',
	displayOptions: { show: { menu: ['json'] } },
	description:
		'A list of pages. The first one is the start page. A button has a label, and one of page, back, link and value. Without one of them, it starts the workflow with its label.',
	hint: 'For example [{"name": "Start", "text": "Hello", "rows": [[{"label": "Yes", "value": "yes"}]]}]',
};

export const menuFormat: INodeProperties = {
	displayName: 'Menu Format',
	name: 'menuFormat',
	type: 'options',
	noDataExpression: true,
	options: FORMATS,
	default: '',
	displayOptions: { show: { menu: ['form', 'json'] } },
	description: 'How to parse the texts of the pages',
};

export const noticeForOthers: INodeProperties = {
	displayName: 'Notice for Others',
	name: 'menuNoticeForOthers',
	type: 'string',
	noDataExpression: true,
	default: 'This menu is not for you.',
	displayOptions: { show: { menu: ['form', 'json'] } },
	description: 'The text to show to a person who presses a button of somebody else’s menu',
};

export const noticeWhenChanged: INodeProperties = {
	displayName: 'Notice When Changed',
	name: 'menuNoticeWhenChanged',
	type: 'string',
	noDataExpression: true,
	default: 'This menu has changed.',
	displayOptions: { show: { menu: ['form', 'json'] } },
	description:
		'The text to show after a press if the page was changed since the menu was sent. The bot then shows the page as it is now.',
};

/** The menu in the form of a trigger. */
export const menuFields = [
	menu,
	menuPages,
	menuJson,
	menuFormat,
	noticeForOthers,
	noticeWhenChanged,
];
