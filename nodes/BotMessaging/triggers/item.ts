import type { IBinaryData, IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { settle } from '../api/settle';
import { checkSize, fetchFile } from '../engine/files';
import type { MediaSource } from './mediaSource';
import type { Findings } from '../moderation/findings';
import type { Chosen } from '../pages/press';
import { simplify } from '../update/output';
import {
	mediaOf,
	messageOf,
	textOf,
	type Media,
	type Update,
	type UpdateParts,
} from '../update/update';

export interface ItemOptions {
	output: 'simplified' | 'raw';
	/** Bytes; without it nothing is fetched. */
	largestFile?: number;
}

/** What is known of an update besides the update. */
export interface Known {
	findings: Findings;
	/** The username of the bot, if a command names one. */
	ownName?: string;
	/** What was pressed in a menu. */
	chosen?: Chosen;
}

async function fetchMedia(source: MediaSource, media: Media, most: number): Promise<IBinaryData> {
	const { fileId, size, fileName: name, mimeType } = media;
	checkSize(size, most);
	const file = await source.call('getFile', { file_id: fileId });
	return await fetchFile(source, {
		path: file.file_path,
		size: file.file_size,
		most,
		name,
		mimeType,
	});
}

/** Why a file was not fetched, worded for the middle of a sentence. */
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
function jsonOf(
	parts: UpdateParts,
	output: ItemOptions['output'],
	{ findings, ownName, chosen: menu }: Known,
): IDataObject {
	const isAlbum = parts.length > 1;
	const more = { ...findings, ...(menu && { menu }) };
	if (output === 'raw') return { ...parts[0], ...(isAlbum && { album: parts }), ...more };
	// What the button carries says nothing to a workflow.
	const data = menu && { buttonData: menu.value, callbackData: menu.value };
	return { ...simplify(parts[0], ownName), ...(isAlbum && albumFields(parts)), ...data, ...more };
}

/** The item for one update, or for the parts of an album in order. */
export async function itemOf(
	parts: UpdateParts,
	known: Known,
	{ output, largestFile }: ItemOptions,
	source: MediaSource,
): Promise<INodeExecutionData> {
	const json = jsonOf(parts, output, known);
	const all = parts.map(mediaOf).filter((media) => media !== undefined);
	if (largestFile === undefined || all.length === 0) return { json };
	const { binary, note } = await fetchAll(source, all, largestFile);
	return {
		json: note === undefined ? json : { ...json, downloadNote: note },
		...(binary && { binary }),
	};
}
