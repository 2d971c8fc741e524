import type { INodeProperties } from 'n8n-workflow';

import { MOST_BELOW_NODE } from '../../engine/form';
import { exclude, filters } from './filterFields';
import { updateKinds } from '../../update/kinds';
import { outputs, routingFields } from './routingFields';
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

export const triggerOn: INodeProperties = {
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
};

export const output = property('output', 'The format of the output items', {
	displayName: 'Item Format',
	...choices('simplified', {
		raw: ['Raw', 'The update as the server sent it'],
		simplified: [
			'Simplified',
			'The same flat fields for every kind, such as chatId, userId and text',
		],
	}),
});

export const pendingUpdates = property(
	'pendingUpdates',
	'What to do with the updates that wait on the server when the workflow is published',
	choices('keep', {
		drop: ['Drop', 'Start with the updates that arrive from now on'],
		keep: ['Keep', 'Start with the waiting updates'],
	}),
);

export const downloadFiles = property(
	'downloadFiles',
	'Whether to download the media of a message as binary data',
	toggle,
);

export const alsoAnswered = property(
	'downloadAnswered',
	'Whether to download the media of the message that was answered as well, as binary data in the field answered',
	{
		displayName: 'Also of the Answered Message',
		...toggle,
		displayOptions: { show: { downloadFiles: [true] } },
	},
);

export const largestFile = property(
	'largestFileMb',
	'The maximum size of a file. Larger files are skipped, with the reason in downloadNote.',
	{
		displayName: 'Max File Size (MB)',
		...number(20, { minValue: 1 }),
		displayOptions: { show: { downloadFiles: [true] } },
	},
);

/** Where the form may show what concerns button presses. */
const forPresses = { updates: ['callback_query', ALL_KINDS] };

export const answerPresses = property(
	'answerPresses',
	'Whether to confirm each button press that starts the workflow immediately, so that the button stops loading. Leave this off if the workflow answers with Callback > Answer.',
	{ displayName: 'Answer Button Presses', ...toggle, displayOptions: { show: forPresses } },
);

export const pressNotice = property(
	'pressNotice',
	'The notification for the person who pressed the button, up to 200 characters. Leave empty to show nothing.',
	{
		displayName: 'Notice',
		placeholder: 'e.g. Got it',
		displayOptions: { show: { ...forPresses, answerPresses: [true] } },
	},
);

export const gatherAlbums = property(
	'gatherAlbums',
	'Whether to start one execution for all photos and videos of an album. Filters, exclusions and rules then apply to the album as a whole.',
	toggle,
);

export const gatherSeconds = property(
	'gatherSeconds',
	'Start one execution for what one person writes in one chat, each message within so many seconds of the one before: typed in pieces, split by the app, a forwarded message and its comment, an album. The execution starts when the person has written nothing for this time, or after ten times this time, or with 50 messages. Commands, button presses and answers to questions do not wait. Filters, exclusions and rules then apply to these messages as a whole.',
	{
		displayName: 'Gather Messages (Seconds)',
		...number(3, { minValue: 1, maxValue: 60, numberPrecision: 0 }),
	},
);

/** Options of both triggers. */
export interface GatherOptions {
	gatherAlbums: boolean;
	/** 0 if the option was not added. */
	gatherSeconds: number;
}

export const NOT_GATHERED = { gatherSeconds: 0 };

/** The form that both triggers have, before their options. */
export const updateFields = [
	triggerOn,
	filters,
	exclude,
	rules,
	outputs,
	...routingFields,
	...menuFields,
	answerPresses,
	pressNotice,
	output,
	downloadFiles,
	alsoAnswered,
	largestFile,
	pendingUpdates,
];
