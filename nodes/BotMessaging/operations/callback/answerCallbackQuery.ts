import type { IDataObject } from 'n8n-workflow';

import type { Body } from '../../api/multipart';
import { integer, optionalText, text } from '../../fields/encode';
import { operation } from '../../engine/define';

const answered = (isDone: boolean, { callback_query_id: id }: Body): IDataObject[] => [
	{ success: isDone, callbackQueryId: id as string },
];

/** Reference 5.6: a bot answers every button press. */
export const answerCallbackQuery = operation('callback', 'answerCallbackQuery', {
	effect: 'repeatable',
	ordered: false,
	name: 'Answer',
	action: 'Answer a button press',
	description: 'Confirm the press of an inline button, optionally with a message',
	fields: [
		{
			displayName: 'Callback Query ID',
			name: 'callbackQueryId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 4382bfdwdsb323b2d9',
			description:
				'The ID of the button press to answer. The triggers output it as callbackQueryId.',
			wire: { encode: text },
		},
	],
	additionalFields: [
		{
			displayName: 'Cache Time (Seconds)',
			name: 'cacheTime',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'How long the app may cache the answer',
			wire: { encode: integer },
		},
		{
			displayName: 'Show Alert',
			name: 'showAlert',
			type: 'boolean',
			default: true,
			description:
				'Whether to show the text as an alert that the person must close, instead of a notification',
			wire: 'asRead',
		},
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			default: '',
			placeholder: 'e.g. Done',
			description: 'The text of the notification. Without it, nothing is shown.',
			wire: { encode: optionalText },
		},
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/rules',
			description: 'The URL for the app to open',
			wire: { encode: optionalText },
		},
	],
	output: (result, body) => answered(result === true, body),
	// The first attempt got no answer, but it was not too old yet.
	alreadyDone: { says: /query is too old/i, output: (body) => answered(true, body) },
});
