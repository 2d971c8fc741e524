import { codeOf, constantOf, inCode, isExpression } from './expression';
import { WITH_ENDING } from './extras';
import { formatOf } from './formatting';
import { OR_STOPS, type TelegramNode } from './telegram';
import { isRecord, listOf, recordOf, textOf, type Parameters } from './workflow';

const isAddress = (text: string) => /^=?\s*https?:/i.test(text);

const FILE_ID = `The file is fixed by its File ID, which your server does not know. Send the file to the bot once, and put in the File ID that the trigger gives. ${OR_STOPS}`;
const EMPTY = 'The file is empty: n8n starts no workflow with that. Fill it in, or switch it off.';

/** The file to get. */
export function fileId({ parameters, note }: TelegramNode): Parameters {
	const given = constantOf(parameters.fileId);
	if (textOf(given) !== '' && !isExpression(given)) note(FILE_ID);
	return { fileId: textOf(parameters.fileId) };
}

/** A single field path with a name that suggests an address, such as `$json.image_url`. */
const ADDRESS = /^[\w $.?()'"[\]-]*(?:url|uri|link|href)(?:["']\])?$/i;

/**
 * A file that is no upload. The Telegram node takes an address and a File ID in the same field.
 *
 * @param key the name of our field for a File ID
 */
export function fileByText(given: unknown, key: string, note: TelegramNode['note']): Parameters {
	const text = textOf(given);
	if (isAddress(text)) return { source: 'url', fileUrl: text };
	if (!isExpression(text)) {
		note(text === '' ? EMPTY : FILE_ID);
		return { source: 'fileId', [key]: text };
	}
	if (/(?<!pro)file_?id/i.test(text)) return { source: 'fileId', [key]: text };
	if (ADDRESS.test(codeOf(text) ?? '')) return { source: 'url', fileUrl: text };
	// It is only known at run time which of the two it is.
	return {
		source: `={{ /^https?:/i.test(${inCode(text)}) ? 'url' : 'fileId' }}`,
		fileUrl: text,
		[key]: text,
	};
}

/** The file to send. */
export function file({ parameters, note }: TelegramNode, key: string): Parameters {
	const { binaryData, binaryPropertyName: name } = parameters;
	if (binaryData !== true && !isExpression(binaryData)) {
		return fileByText(parameters.file, key, note);
	}
	const { fileName } = recordOf(parameters.additionalFields);
	if (!/\.(?!bin$)\d*[a-z]\w*$/i.test(textOf(fileName))) note(WITH_ENDING);
	return {
		source: 'binary',
		...(textOf(name) !== '' && { binaryPropertyName: textOf(name) }),
	};
}

/** The photos and videos of an album. */
export function album({ parameters, note }: TelegramNode): Parameters {
	const given = listOf(recordOf(parameters.media).media).filter(isRecord);
	const entry = given.map(({ type = 'photo', media, additionalFields }) => {
		const { caption, parse_mode: mode } = recordOf(additionalFields);
		const parseMode = formatOf(mode);
		return {
			type,
			...fileByText(media, 'media', note),
			...(textOf(caption) !== '' && { caption }),
			...(parseMode !== '' && { parseMode }),
		};
	});
	return { mediaSource: 'list', media: { entry } };
}
