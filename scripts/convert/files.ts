import { codeOf, constantOf, isExpression } from './expression';
import { textOf, type TelegramNode } from './telegram';
import type { Parameters } from './workflow';

const isAddress = (text: string) => /^=?\s*https?:/i.test(text);

const FILE_ID =
	'The file is fixed by its File ID. Telegram’s File IDs mean nothing to your server: send the file to the bot once, and take the one that the trigger gives.';

/** The file that a node gets. */
export function fileId({ parameters, note }: TelegramNode): Parameters {
	const given = constantOf(parameters.fileId);
	if (textOf(given) !== '' && !isExpression(given)) note(FILE_ID);
	return { fileId: textOf(parameters.fileId) };
}

/** The path of one field whose name says that it holds an address, such as `$json.image_url`. */
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
		note(text === '' ? 'No file is chosen. Choose one in Source.' : FILE_ID);
		return { source: 'fileId', [key]: text };
	}
	if (/(?<!pro)file_?id/i.test(text)) return { source: 'fileId', [key]: text };
	const code = codeOf(text);
	if (code !== undefined && ADDRESS.test(code)) return { source: 'url', fileUrl: text };
	if (code === undefined) {
		note('The file is given by an expression, taken for the address of a file. Check Source.');
		return { source: 'url', fileUrl: text };
	}
	note(
		'The file is given by an expression: an address or a File ID. Source finds out which. If you know it, choose it there.',
	);
	return {
		source: `={{ /^https?:/i.test(${code}) ? 'url' : 'fileId' }}`,
		fileUrl: text,
		[key]: text,
	};
}

/** The file that a node sends. */
export function file({ parameters, note }: TelegramNode, key: string): Parameters {
	const { binaryData, binaryPropertyName: name } = parameters;
	const binary = {
		source: 'binary',
		...(textOf(name) !== '' && { binaryPropertyName: textOf(name) }),
	};
	if (binaryData === true) return binary;
	if (!isExpression(binaryData)) return fileByText(parameters.file, key, note);
	note('Binary File is an expression. Check Source: it is set to Binary Field.');
	return binary;
}
