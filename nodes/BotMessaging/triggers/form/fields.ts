import type { INodeProperties } from 'n8n-workflow';

import { MOST_BELOW_NODE } from '../../engine/form';
import { exclude, filters } from './filterFields';
import { updateKinds } from '../../update/kinds';
import { routingFields } from './routingFields';
import { choices, number, property, toggle } from '../../fields/formField';
import { rules } from '../../fields/rules';
import { menuFields } from '../../menus/fields';

export const ALL_KINDS = '*';

const namesOfKinds = Object.fromEntries(
	updateKinds.map(({ value, name }) => [String(value), name]),
);

/** A trigger's words on the canvas: the kinds that it starts on, or how many if they are too long. */
export const chosenKinds = `={{ ((updates, names) => {
	const list = updates.map((kind) => names[kind]).join(", ");
	if (updates.includes("*")) return "All updates";
	return list.length <= ${MOST_BELOW_NODE} ? list : updates.length + " kinds of update";
})($parameter["updates"], ${JSON.stringify(namesOfKinds)}) }}`;

const forPresses = { updates: ['callback_query', ALL_KINDS] };

export const updateFields: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'updates',
		type: 'multiOptions',
		options: [
			{ name: 'All', value: ALL_KINDS, description: 'All kinds of update in this list' },
			...updateKinds,
		],
		default: ['message'],
		required: true,
		description: 'What starts the workflow',
	},
	filters,
	exclude,
	rules,
	...routingFields,
	...menuFields,
	property(
		'answerPresses',
		'Whether to confirm each button press that starts the workflow immediately, so that the button stops loading. Leave this off if the workflow answers with Callback > Answer.',
		{ displayName: 'Answer Button Presses', ...toggle, displayOptions: { show: forPresses } },
	),
	property(
		'pressNotice',
		'The notification for the person who pressed the button, up to 200 characters. Leave empty to show nothing.',
		{
			displayName: 'Notice',
			placeholder: 'e.g. Got it',
			displayOptions: { show: { ...forPresses, answerPresses: [true] } },
		},
	),
	property('output', 'The format of the output items', {
		displayName: 'Item Format',
		...choices('simplified', {
			raw: ['Raw', 'The update as the server sent it'],
			simplified: [
				'Simplified',
				'The same flat fields for every kind, such as chatId, userId and text',
			],
		}),
	}),
	property('downloadFiles', 'Whether to download the media of a message as binary data', toggle),
	property(
		'downloadAnswered',
		'Whether to download the media of the message that was answered as well, as binary data in the field answered',
		{
			displayName: 'Also of the Answered Message',
			...toggle,
			displayOptions: { show: { downloadFiles: [true] } },
		},
	),
	property(
		'largestFileMb',
		'The maximum size of a file. Larger files are skipped, with the reason in downloadNote.',
		{
			displayName: 'Max File Size (MB)',
			...number(20, { minValue: 1 }),
			displayOptions: { show: { downloadFiles: [true] } },
		},
	),
	property(
		'pendingUpdates',
		'What to do with the updates that wait on the server when the workflow is published',
		choices('keep', {
			drop: ['Drop', 'Start with the updates that arrive from now on'],
			keep: ['Keep', 'Start with the waiting updates'],
		}),
	),
];
