import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { guard } from '../api/bytes';
import { settle } from '../api/settle';
import type { FileSource } from './files';
import { simplify } from './output';
import { mediaOf, messageOf, textOf, type Media, type Update } from './update';

const MEGABYTE = 1024 * 1024;

export interface ItemOptions {
	output: 'simplified' | 'raw';
	/** Bytes; without it nothing is fetched. */
	largestFile?: number;
}

const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`;

const tooLarge = (size: string, largest: number) =>
	new Error(`the file has ${size}, and Largest File is ${megabytes(largest)}`);

function checkSize(size: number | undefined, largest: number): void {
	if (size !== undefined && size > largest) throw tooLarge(megabytes(size), largest);
}

async function fetchFile({ helpers, call, download }: FileSource, media: Media, largest: number) {
	checkSize(media.size, largest);
	const file = (await call('getFile', { file_id: media.fileId })) as IDataObject;
	checkSize(file.file_size as number | undefined, largest);
	const path = String(file.file_path ?? '');
	if (!path) throw new Error('the server does not hand this file out');
	const stream = await download(path);
	// Not every server says the size before.
	const guarded = guard(stream, largest, tooLarge('more', largest));
	// Without a name n8n would take the address, and so the token, for one.
	const name = media.fileName || path.split('/').pop() || media.type;
	return await helpers.prepareBinaryData(
		guarded as Parameters<typeof helpers.prepareBinaryData>[0],
		name,
		media.mimeType,
	);
}

/** Fetches the media of some messages; one that cannot be fetched leaves a note, not an error. */
async function fetchAll(source: FileSource, all: Media[], largest: number) {
	const binary: IBinaryKeyData = {};
	const notes: string[] = [];
	for (const media of all) {
		const { value, error } = await settle(fetchFile(source, media, largest));
		const name = Object.keys(binary).length === 0 ? 'data' : `data${Object.keys(binary).length}`;
		if (value) binary[name] = value;
		else notes.push(`Not fetched: ${(error as Error).message}`);
	}
	return {
		...(Object.keys(binary).length > 0 && { binary }),
		...(notes.length > 0 && { note: notes.join('. ') }),
	};
}

/** The album's text, which any part may carry, and the media of all its parts. */
function albumFields(parts: Update[]): IDataObject {
	const text = parts.map(textOf).find((words) => words !== undefined);
	const media = parts.map((part) => {
		const { type, fileId } = mediaOf(part) ?? {};
		return { messageId: messageOf(part).message_id, mediaType: type, fileId };
	});
	return { ...(text !== undefined && { text }), media, updates: parts };
}

/** The json of one update, or of the parts of an album in order; with the fields of the first part. */
function jsonOf(parts: Update[], output: ItemOptions['output']): IDataObject {
	const isAlbum = parts.length > 1;
	if (output === 'raw') return { ...parts[0], ...(isAlbum && { album: parts }) };
	return { ...simplify(parts[0]), ...(isAlbum && albumFields(parts)) };
}

/** The item for one update, or for the parts of an album in order. */
export async function itemOf(
	parts: Update[],
	{ output, largestFile }: ItemOptions,
	source: FileSource,
): Promise<INodeExecutionData> {
	const json = jsonOf(parts, output);
	const all = parts.map(mediaOf).filter((media) => media !== undefined);
	if (largestFile === undefined || all.length === 0) return { json };
	const { binary, note } = await fetchAll(source, all, largestFile);
	return {
		json: note === undefined ? json : { ...json, downloadNote: note },
		...(binary && { binary }),
	};
}
