import type { INodeProperties } from 'n8n-workflow';

import { MOST_BELOW_NODE } from '../../engine/form';
import { exclude, filters } from './filterFields';
import { updateKinds } from '../../update/kinds';
import { outputs, routingFields } from './routingFields';
import { rules } from '../../fields/rules';
import { menuFields } from '../../pages/fields';

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

export const output: INodeProperties = {
	displayName: 'Item Format',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Raw',
			value: 'raw',
			description: 'The update as the server sent it',
		},
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'The same flat fields for every kind, such as chatId, userId and text',
		},
	],
	default: 'simplified',
	description: 'The format of the output items',
};

export const pendingUpdates: INodeProperties = {
	displayName: 'Pending Updates',
	name: 'pendingUpdates',
	type: 'options',
	options: [
		{ name: 'Drop', value: 'drop', description: 'Start with the updates that arrive from now on' },
		{ name: 'Keep', value: 'keep', description: 'Start with the waiting updates' },
	],
	default: 'keep',
	description: 'What to do with the updates that wait on the server when the workflow is published',
};

export const downloadFiles: INodeProperties = {
	displayName: 'Download Files',
	name: 'downloadFiles',
	type: 'boolean',
	default: false,
	description: 'Whether to download the media of a message as binary data',
};

export const largestFile: INodeProperties = {
	displayName: 'Max File Size (MB)',
	name: 'largestFileMb',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 20,
	displayOptions: { show: { downloadFiles: [true] } },
	description:
		'The maximum size of a file. Larger files are skipped, with the reason in downloadNote.',
};

/** Where the form may show what concerns button presses. */
const forPresses = { updates: ['callback_query', ALL_KINDS] };

export const answerPresses: INodeProperties = {
	displayName: 'Answer Button Presses',
	name: 'answerPresses',
	type: 'boolean',
	default: false,
	displayOptions: { show: forPresses },
	description:
		'Whether to confirm each button press that starts the workflow immediately, so that the button stops loading. Leave this off if the workflow answers with Callback > Answer.',
};

export const pressNotice: INodeProperties = {
	displayName: 'Notice',
	name: 'pressNotice',
	type: 'string',
	default: '',
	placeholder: 'e.g. Got it',
	displayOptions: { show: { ...forPresses, answerPresses: [true] } },
	description:
		'The notification for the person who pressed the button, up to 200 characters. Leave empty to show nothing.',
};

export const gatherAlbums: INodeProperties = {
	displayName: 'Gather Albums',
	name: 'gatherAlbums',
	type: 'boolean',
	default: false,
	description:
		'Whether to start one execution for all photos and videos of an album. Filters, exclusions and rules then apply to the album as a whole.',
};

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
	largestFile,
	pendingUpdates,
];
