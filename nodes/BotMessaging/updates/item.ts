import type { IBinaryData, IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { settle } from '../api/settle';
import { checkSize, fetchFile, MEGABYTE } from '../engine/files';
import type { MediaSource } from './files';
import { jsonOf } from './output';
import { mediaOf, messageOf, textOf, type Media, type Update } from './update';

export interface ItemOptions {
	output: 'simplified' | 'raw';
	/** Bytes; without it nothing is fetched. */
	largestFile?: number;
}

/** Reads the part of a trigger's form that shapes its items. */
export function itemOptions(parameter: (name: string, fallback: unknown) => unknown): ItemOptions {
	return {
		output: parameter('output', 'simplified') as ItemOptions['output'],
		largestFile: parameter('downloadFiles', false)
			? Number(parameter('largestFileMb', 20)) * MEGABYTE
			: undefined,
	};
}

async function fetchMedia(source: MediaSource, media: Media, most: number): Promise<IBinaryData> {
	const { fileId, size, fileName: name, mimeType } = media;
	checkSize(size, most);
	const file = (await source.call('getFile', { file_id: fileId })) as IDataObject;
	return await fetchFile(source, {
		path: file.file_path,
		size: file.file_size,
		most,
		name,
		mimeType,
	});
}

/** What kept a file away, in the middle of a sentence. */
function reason(error: unknown): string {
	const { message } = error as Error;
	return message.charAt(0).toLowerCase() + message.slice(1);
}

/** Fetches the media of some messages; one that cannot be fetched leaves a note, not an error. */
async function fetchAll(source: MediaSource, all: Media[], largest: number) {
	const binary: IBinaryKeyData = {};
	const notes: string[] = [];
	for (const media of all) {
		const { value, error } = await settle(fetchMedia(source, media, largest));
		const name = Object.keys(binary).length === 0 ? 'data' : `data${Object.keys(binary).length}`;
		if (value) binary[name] = value;
		else notes.push(`Not fetched: ${reason(error)}`);
	}
	return {
		...(Object.keys(binary).length > 0 && { binary }),
		...(notes.length > 0 && { note: notes.join('. ') }),
	};
}

/** One album as one json: the first part's, the album's text, and the media of all parts. */
function albumJson(parts: Update[], output: ItemOptions['output']): IDataObject {
	const first = jsonOf(parts[0], output);
	if (output === 'raw') return { ...first, album: parts };
	const text = parts.map(textOf).find((words) => words !== undefined);
	const media = parts.map((part) => {
		const { type, fileId } = mediaOf(part) ?? {};
		return { messageId: messageOf(part).message_id, mediaType: type, fileId };
	});
	return { ...first, ...(text !== undefined && { text }), media, updates: parts };
}

/** The item for one update, or for the parts of an album in order. */
export async function itemOf(
	parts: Update[],
	{ output, largestFile }: ItemOptions,
	source: MediaSource,
): Promise<INodeExecutionData> {
	const json = parts.length === 1 ? { ...jsonOf(parts[0], output) } : albumJson(parts, output);
	const all = parts.map(mediaOf).filter((media) => media !== undefined);
	if (largestFile === undefined || all.length === 0) return { json };
	const { binary, note } = await fetchAll(source, all, largestFile);
	return {
		json: note === undefined ? json : { ...json, downloadNote: note },
		...(binary && { binary }),
	};
}
