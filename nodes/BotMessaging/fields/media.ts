import { isObject } from '../api/basics';
import { MEGABYTE } from '../api/bytes';
import { UserError } from '../api/errors';
import type { StoredFile } from '../engine/binary';
import type { Field, ItemContext, Property, Values } from '../engine/define';
import { isBlank, missing, single } from '../engine/reading';
import { RemoteFile } from '../engine/remote';
import { optionalText, text } from './encode';
import { ifFormatRefused, longText } from './format';
import { keyboards } from './keyboard';
import {
	caption,
	parseMode,
	replyToMessageId,
	sendAnyway,
	captionEntities,
	delivery,
} from './message';
import { formOnly, oneOf, toggle } from './formField';

/** The value of File Name, if filled in. */
export const nameOf = (value: unknown, label: string) =>
	isBlank(value) ? undefined : optionalText(value, label).trim();

/** A file by its binary field, or from an expression. Throws UserError. */
export function storedFile(
	given: unknown,
	label: string,
	{ files }: Pick<ItemContext, 'files'>,
	fileName?: string,
): StoredFile {
	const value = single(given);
	if (isObject(value)) return files.given(value, label, fileName);
	if (!Array.isArray(value)) return files.named(text(value, label).trim(), label, fileName);
	if (value.length === 0) throw missing(label);
	throw new UserError(
		`${label} takes one file, but there are ${value.length}`,
		'Choose one of them in the expression, or send several with Send Album.',
	);
}

/** Several files, by the names of their binary fields, or from an expression. Throws UserError. */
export function storedFiles(given: unknown, label: string, context: Pick<ItemContext, 'files'>) {
	const list: unknown[] = typeof given === 'string' ? given.split(',') : [given].flat();
	const wanted = list.filter((one) => !isBlank(one));
	return wanted.map((one) => storedFile(one, label, context));
}

/** A file on the server. */
export const fileId = (value: unknown, label: string) => text(value, label).trim();

/** The most bytes that a server accepts (reference 2.4); if unknown, the most of any server. */
const MOST_BYTES = {
	photo: 10 * MEGABYTE,
	document: 100 * MEGABYTE,
	video: 2048 * MEGABYTE,
	audio: 2048 * MEGABYTE,
	voice: 2048 * MEGABYTE,
};

type FileKind = keyof typeof MOST_BYTES;

/** A file that the node downloads and uploads, because the API accepts no URLs. */
export function remoteFile(
	value: unknown,
	label: string,
	kind: FileKind,
	{ values }: ItemContext,
	fileName?: string,
): RemoteFile {
	const url = text(value, label).trim();
	if (/^https?:\/\/./i.test(url) && URL.canParse(url)) {
		return new RemoteFile(url, label, {
			fileName,
			most: MOST_BYTES[kind],
			mayBePage: kind === 'document',
			allowPrivate: (values.additionalFields as Values)[allowPrivateAddresses.name] === true,
		});
	}
	throw new UserError(
		`${label} is not the URL of a file`,
		`Enter the complete ${label}, for example https://example.com/picture.jpg.`,
	);
}

export const binaryName: Property = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	hint: 'The name of the input field that holds the file',
};

export const binaryNames: Property = {
	...binaryName,
	displayName: 'Input Binary Fields',
	name: 'binaryPropertyNames',
	placeholder: 'e.g. photo1, photo2',
	hint: 'The names of the input fields that hold the files, in order, separated by commas. An expression can also return a list of names or files.',
};

// Not `required`: n8n would demand it in saved workflows whose Source is an expression.
export const fileUrl: Property = {
	displayName: 'URL',
	name: 'fileUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/picture.jpg',
	description:
		'The URL of the file. The node downloads the file without authentication and uploads it.',
};

export const fileName: Property = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. report.pdf',
	description: 'The name of the uploaded file. A file sent by its File ID keeps its name.',
};

export const allowPrivateAddresses = formOnly(
	'allowPrivateAddresses',
	'Whether the file of a URL may also come from a private network, such as your own server. Leave this off if people in a chat can choose the URL.',
	toggle,
);

/** The name for a file from the form. */
const nameGiven = ({ values }: ItemContext) =>
	nameOf((values.additionalFields as Values | undefined)?.fileName, fileName.displayName);

/**
 * The three ways to give a file: upload it from a binary field or from an address, or name one that
 * the server has; then Reply Markup. `key` is the API's parameter, `what` the file in words.
 */
export const fileFields = (key: FileKind, what: string): Field[] => [
	...oneOf(
		{
			displayName: 'Source',
			name: 'source',
			default: 'binary',
			description: `Where the ${what} comes from`,
			key,
		},
		{
			binary: {
				name: 'Binary Field',
				description: 'Upload a file of the input item',
				reads: [binaryName],
				encode: (context) => {
					const { binaryPropertyName: name } = context.values;
					return storedFile(name, binaryName.displayName, context, nameGiven(context));
				},
			},
			fileId: {
				name: 'File ID',
				description: 'Send a file that is already on the server',
				reads: [
					formOnly(
						key,
						`The file_id of the ${what}, from the message that it was sent with before`,
						{ displayName: 'File ID', required: true, placeholder: 'e.g. BAACAgIAAxkBAAI' },
					),
				],
				encode: (context) => {
					// Not used, but a wrong name is still reported.
					nameGiven(context);
					return fileId(context.values[key], 'File ID');
				},
			},
			url: {
				name: 'URL',
				description: 'Download a file from a URL and upload it',
				reads: [fileUrl],
				encode: (context) =>
					remoteFile(context.values.fileUrl, fileUrl.displayName, key, context, nameGiven(context)),
			},
		},
	),
	...keyboards,
];

/** Options for files of any kind. */
export const fileExtras: Field[] = [
	caption,
	{ ...fileName, wire: 'formOnly' },
	allowPrivateAddresses,
	ifFormatRefused,
	longText,
	parseMode,
	captionEntities,
	...delivery,
	replyToMessageId,
	sendAnyway,
];
