import { FORMATS } from '../fields/format';
import { choices, property, toggle, rowTitle, listOfRows } from '../fields/formField';

/** Another node reads the saved pages, too: an expression would have another result there. */
const fixed: typeof property = (name, description, more) =>
	property(name, description, { noDataExpression: true, ...more });

const shownFor = (name: string, values: string[]) => ({
	displayOptions: { show: { [name]: values } },
});

export const onPress = fixed(
	'onPress',
	'What to do when the button is pressed',
	choices('page', {
		back: ['Go Back', 'Show the page before this one'],
		page: ['Go to a Page', 'Show another page in the same message'],
		link: ['Open a Link', 'Open a URL on the person’s device'],
		start: ['Start the Workflow', 'Start an execution with the value of the button in menu'],
	}),
);

const buttonFields = [
	fixed('label', 'What the button says', {
		required: true,
		placeholder: 'e.g. Drinks',
	}),
	onPress,
	fixed('page', 'The name of the page to show', {
		required: true,
		placeholder: 'e.g. Drinks',
		...shownFor('onPress', ['page']),
	}),
	fixed('link', 'The URL that the button opens', {
		required: true,
		placeholder: 'e.g. https://example.com',
		...shownFor('onPress', ['link']),
	}),
	fixed(
		'value',
		'What your workflow gets when the button is pressed, of any length. Leave empty to use the label.',
		{ placeholder: 'e.g. order tea', ...shownFor('onPress', ['start']) },
	),
	fixed(
		'newRow',
		'Whether to show the button in a new row instead of beside the previous one',
		toggle,
	),
];

const buttons = property(
	'buttons',
	'The buttons of the page, in the order shown below its text',
	listOfRows('button', rowTitle('label', 'onPress'), buttonFields),
);

export const menu = fixed(
	'menu',
	'Pages of buttons that this trigger turns by itself, without an execution for each page. To send a page to a chat, put Message &gt; Show Menu after this trigger.',
	choices('none', {
		form: ['Form', 'Fill in the pages here'],
		json: ['JSON', 'Paste the pages as JSON'],
		none: ['None'],
	}),
);

export const menuPages = property(
	'menuPages',
	'The pages of the menu. The first one is the start page.',
	{
		...listOfRows('page', rowTitle('name'), [
			fixed('name', 'The name by which buttons and Show Menu find the page', {
				required: true,
				placeholder: 'e.g. Drinks',
			}),
			fixed('text', 'The text of the message while this page is shown', {
				typeOptions: { rows: 3 },
				required: true,
				placeholder: 'e.g. What would you like to drink?',
			}),
			buttons,
		]),
		...shownFor('menu', ['form']),
	},
);

export const menuJson = fixed(
	'menuJson',
	'A list of pages. The first one is the start page. A button has a label, and one of page, back, link and value. Without one of them, it starts the workflow with its label.',
	{
		displayName: 'Menu Pages (JSON)',
		type: 'json',
		default: '[]',
		...shownFor('menu', ['json']),
		hint: 'For example [{"name": "Start", "text": "Hello", "rows": [[{"label": "Yes", "value": "yes"}]]}]',
	},
);

const withMenu = shownFor('menu', ['form', 'json']);

export const menuFormat = fixed('menuFormat', 'How to parse the texts of the pages', {
	type: 'options',
	options: FORMATS,
	...withMenu,
});

export const menuFields = [
	menu,
	menuPages,
	menuJson,
	menuFormat,
	fixed(
		'menuNoticeForOthers',
		'The text to show to a person who presses a button of somebody else’s menu',
		{ displayName: 'Notice for Others', default: 'This menu is not for you.', ...withMenu },
	),
	fixed(
		'menuNoticeWhenChanged',
		'The text to show after a press if the page was changed since the menu was sent. The bot then shows the page as it is now.',
		{ displayName: 'Notice When Changed', default: 'This menu has changed.', ...withMenu },
	),
];
