import { isObject } from '../../../api/basics';
import { UserError } from '../../../api/errors';
import { identityOf, type StoredFile } from '../../../engine/binary';
import type { ItemContext, Values } from '../../../engine/define';
import { isBlank, single } from '../../../engine/reading';
import { json, optionalText, text } from '../../../fields/encode';
import { formOnly, property, rowList, rowTitle, sent } from '../../../fields/formField';

/** The caption of one photo or video of an album. */
export const entryCaption = property('caption', 'Text shown with this photo or video', {
	placeholder: 'e.g. Our new office',
});

const file = property(
	'file',
	'The name of the binary field, or its position in the album: 1 for the first',
	{ displayName: 'Binary Field', required: true, placeholder: 'e.g. photo2' },
);

const rows = formOnly(
	'captions',
	'Captions for single photos or videos from binary fields of the item. If Media Source is set to Define Below, each entry has its own caption.',
	{
		type: 'fixedCollection',
		typeOptions: rowList('Add Caption', rowTitle('file', 'caption')),
		default: {},
		placeholder: 'Add Caption',
		options: [{ displayName: 'Entry', name: 'entry', values: [file, entryCaption] }],
	},
);

/** The captions in a list or an object, each with the user's name for the file. */
function captionsIn(value: unknown, label: string): Array<[file: string, caption: unknown]> {
	const read = json(value, label);
	if (Array.isArray(read)) return read.map((caption, index) => [`${index + 1}`, caption]);
	if (isObject(read)) return Object.entries(read);
	throw new UserError(
		`${label} must be a list of texts or an object`,
		'For example ["The door", "The hall"] or {"photo1": "The door"}.',
	);
}

const data = sent(
	'captionsJson',
	'The captions as JSON, for example from an expression: a list of texts in the order of the album, or an object with the names of binary fields',
	// The album reads the captions. This only reports wrong ones, whatever the album consists of.
	(value, label) => void captionsIn(value, label),
	{
		displayName: 'Captions (JSON)',
		type: 'json',
		default: '[]',
		hint: 'For example {"photo1": "The door", "photo2": "The hall"}',
	},
);

export const captionFields = [rows, data];

const idOf = ({ data: file }: StoredFile) => JSON.stringify(identityOf(file));

/** The file name in a row, or the file's position in the album if an expression gave the file itself. */
function nameIn(given: unknown, label: string, album: StoredFile[], { files }: ItemContext) {
	const value = single(given);
	if (typeof value !== 'object' || value === null) return text(value, label).trim();
	const file = files.given(value, label);
	const index = album.findIndex((one) => idOf(one) === idOf(file));
	return index < 0 ? file.name : `${index + 1}`;
}

/** Each caption with the user's name for the file: its name, or its position from 1. */
function given(album: StoredFile[], context: ItemContext): Array<[file: string, caption: unknown]> {
	const { captions, captionsJson } = context.values.additionalFields as Values;
	const { entry = [] } = (captions ?? {}) as { entry?: Values[] };
	const listed = entry.map(({ file, caption }, index): [string, unknown] => {
		return [nameIn(file, `Captions ${index + 1}: Binary Field`, album, context), caption];
	});
	if (captionsJson === undefined) return listed;
	return [...listed, ...captionsIn(captionsJson, data.displayName)];
}

/** Captions by the index of their file. Throws UserError if a file has two, or is not in the album. */
export function captionsOf(album: StoredFile[], context: ItemContext): Map<number, string> {
	const names = album.map(({ name }, index) => name || `${index + 1}`);
	const captions = new Map<number, string>();
	for (const [file, caption] of given(album, context)) {
		if (isBlank(caption)) continue;
		const byName = names.indexOf(file);
		const index = byName < 0 && /^\d+$/.test(file) ? Number(file) - 1 : byName;
		if (index < 0 || index >= names.length) {
			throw new UserError(
				`Captions: the album has no file "${file}"`,
				`It has ${names.length}: ${names.join(', ')}. Use one of these names, or a number from 1 to ${names.length}.`,
			);
		}
		if (captions.has(index)) {
			throw new UserError(
				`Captions: "${names[index]}" has two captions`,
				'A photo or video takes one caption. Remove the others.',
			);
		}
		captions.set(index, optionalText(caption, `Captions: ${file}`));
	}
	return captions;
}
