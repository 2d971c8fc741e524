import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { UserError } from '../../api/errors';
import { operation, type Field, type Values } from '../../engine/define';
import { MEGABYTE } from '../../api/bytes';
import { isBlank, number } from '../../engine/reading';
import { optionalText, text } from '../../fields/encode';
import { shownFor } from '../../fields/formField';

const TARGET = 'Put Output File in Field';
const LARGEST = 'Max File Size (MB)';
const NAME = 'File Name';

const fileId: Field = {
	displayName: 'File ID',
	name: 'fileId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. BAACAgIAAxkBAAI',
	description: 'The ID of the file. The triggers output it as fileId.',
	builderHint: {
		propertyHint:
			'After a trigger with Simplified output: {{ $json.fileId }}. The triggers can also download files themselves.',
	},
	wire: { encode: (value, label) => text(value, label).trim() },
};

const downloadFields: Field[] = [
	{
		displayName: 'Download',
		name: 'download',
		type: 'boolean',
		default: true,
		description: 'Whether to download the file, not only get its size and path',
		wire: 'formOnly',
	},
	...shownFor(
		'download',
		[true],
		[
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
			{
				displayName: LARGEST,
				name: 'largestFileMb',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 20,
				required: true,
				description: 'The maximum size of the file. The item fails if the file is larger.',
				wire: 'formOnly',
			},
		],
	),
];

/** How to output the file; `undefined` for not at all. Throws UserError. */
function wishOf(values: Values) {
	if (values.download !== true) return undefined;
	const megabytes = number(values.largestFileMb, LARGEST);
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
	fields: [fileId, ...downloadFields],
	additionalFields: [
		{
			displayName: NAME,
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. invoice.pdf',
			description:
				'The name of the downloaded file. Without this field, the name comes from the server.',
			wire: 'formOnly',
		},
		{
			displayName: 'Include Input Fields',
			name: 'includeInputFields',
			type: 'boolean',
			default: true,
			description:
				'Whether to output the fields and files of the input too. A field of the input replaces one of the file with the same name.',
			wire: 'formOnly',
		},
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
