import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { UserError } from '../../api/errors';
import { operation, type Field, type Values } from '../../engine/define';
import { MEGABYTE } from '../../api/bytes';
import { isBlank, number as numberIn } from '../../engine/reading';
import { optionalText, text } from '../../fields/encode';
import { formOnly, number, sent, shownFor, toggle } from '../../fields/formField';

const TARGET = 'Put Output File in Field';
const LARGEST = 'Max File Size (MB)';
const NAME = 'File Name';

const fileId = sent(
	'fileId',
	'The ID of the file. The triggers output it as fileId.',
	(value, label) => text(value, label).trim(),
	{
		displayName: 'File ID',
		required: true,
		placeholder: 'e.g. BAACAgIAAxkBAAI',
		builderHint: {
			propertyHint:
				'After a trigger with Simplified output: {{ $json.fileId }}. The triggers can also download files themselves.',
		},
	},
);

const on = { ...toggle, default: true };

const download = formOnly(
	'download',
	'Whether to download the file, not only get its size and path',
	on,
);

const downloadFields: Field[] = [
	{
		displayName: TARGET,
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		placeholder: 'e.g. data',
		hint: 'The name of the output binary field to put the file in',
		wire: 'formOnly',
	},
	formOnly('largestFileMb', 'The maximum size of the file. The item fails if the file is larger.', {
		...number(20, { minValue: 0.001 }),
		displayName: LARGEST,
		required: true,
	}),
];

/** How to output the file; `undefined` for not at all. Throws UserError. */
function wishOf(values: Values) {
	if (values.download !== true) return undefined;
	const megabytes = numberIn(values.largestFileMb, LARGEST);
	if (megabytes <= 0) {
		throw new UserError(
			`${LARGEST} must be more than 0, but is ${megabytes}`,
			'Enter the size in megabytes.',
		);
	}
	const { fileName } = values.additionalFields as Values;
	return {
		target: text(values.binaryPropertyName, TARGET).trim(),
		most: megabytes * MEGABYTE,
		name: isBlank(fileName) ? undefined : optionalText(fileName, NAME).trim(),
	};
}

/** Reference 4. */
export const getFile = operation('file', 'getFile', {
	effect: 'read',
	ordered: false,
	name: 'Get',
	action: 'Get a file',
	description: 'Download a file from a message, such as a photo, a document or a voice message',
	fields: [fileId, download, ...shownFor('download', [true], downloadFields)],
	additionalFields: [
		formOnly(
			'fileName',
			'The name of the downloaded file. Without this field, the name comes from the server.',
			{ displayName: NAME, placeholder: 'e.g. invoice.pdf' },
		),
		formOnly(
			'includeInputFields',
			'Whether to output the fields and files of the input too. A field of the input replaces one of the output with the same name, a file does not.',
			on,
		),
	],
	run: async (batch) => {
		await batch.forEachItem(async ({ item, values, body }) => {
			const wish = wishOf(values);
			const { result } = await batch.send({ body: async () => body });
			const found = Object(result) as IDataObject;
			const { includeInputFields: isKept } = values.additionalFields as Values;
			const { json, binary }: Partial<INodeExecutionData> =
				isKept === true ? batch.context.getInputData()[item]! : {};
			const file = { ...found, ...json };
			if (!wish) return batch.emit(item, file, binary);
			const { target, ...how } = wish;
			const data = await batch.fetch({ path: found.file_path, size: found.file_size, ...how });
			batch.emit(item, file, { ...binary, [target]: data });
		});
	},
});
