import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { UserError } from '../api/errors';
import { closeFiles, Upload, type Body } from '../api/multipart';
import { settle } from '../api/settle';
import { isBlank } from './reading';
import { openRemote } from './remote';
import { RemoteFile } from './remoteFile';

/** A large file goes twice as fast as in n8n's chunks of 64 kB; larger ones need more memory. */
const CHUNK_BYTES = 256 * 1024;

/** Takes the place of the file in this binary field of the item. */
export class BinaryField {
	constructor(
		readonly name: string,
		/** The form field that names it. */
		readonly label: string,
		/** The name to upload it under; without it, its own. */
		readonly fileName?: string,
	) {}
}

function find(context: IExecuteFunctions, item: number, name: string): IBinaryData | undefined {
	try {
		return context.helpers.assertBinaryData(item, name);
	} catch {
		return undefined;
	}
}

async function openField(
	context: IExecuteFunctions,
	item: number,
	field: BinaryField,
): Promise<Upload> {
	const data = find(context, item, field.name);
	if (!data) {
		throw new UserError(
			`${field.label}: the input item has no binary field "${field.name}"`,
			'Check the name in the Binary tab of this node’s input, or add a node that loads the file.',
			'badFile',
		);
	}
	const { helpers } = context;
	// Without a name the server would not take the part for a file; without a type it takes none.
	const ownName = isBlank(data.fileName) ? field.name : String(data.fileName);
	const fileName = field.fileName ?? ownName;
	const mimeType = isBlank(data.mimeType) ? 'application/octet-stream' : String(data.mimeType);
	const { id } = data;
	if (id === undefined) {
		const bytes = Buffer.from(data.data, 'base64');
		const whole = async function* () {
			yield bytes;
		};
		return new Upload(fileName, mimeType, bytes.length, async () => whole());
	}
	const { fileSize } = await helpers.getBinaryMetadata(id);
	const open = async () => await helpers.getBinaryStream(id, CHUNK_BYTES);
	return new Upload(fileName, mimeType, fileSize, open);
}

/** Opens everything in a list; if one thing cannot be opened, none stays open. */
async function openAll(list: unknown[], open: (value: unknown) => Promise<unknown>) {
	const settled = await Promise.all(list.map(async (value) => await settle(open(value))));
	const failed = settled.find(({ error }) => error !== undefined);
	if (!failed) return settled.map(({ value }) => value);
	closeFiles(settled);
	throw failed.error;
}

/**
 * The body with every BinaryField and RemoteFile replaced by its file. The bytes are
 * unread, except those of small files that are fetched.
 */
export async function openFiles(
	context: IExecuteFunctions,
	item: number,
	body: Body,
): Promise<Body> {
	const open = async (value: unknown): Promise<unknown> => {
		if (value instanceof BinaryField) return await openField(context, item, value);
		if (value instanceof RemoteFile) return await openRemote(context, value);
		if (Array.isArray(value)) return await openAll(value, open);
		if (Object.getPrototypeOf(value ?? 0) === Object.prototype) {
			return await openFiles(context, item, value as Body);
		}
		return value;
	};
	const opened = await openAll(Object.values(body), open);
	return Object.fromEntries(Object.keys(body).map((key, index) => [key, opened[index]]));
}
