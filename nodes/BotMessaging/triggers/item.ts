import type { IBinaryData, IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { settle } from '../api/settle';
import { checkSize, fetchFile, type FileSource } from '../engine/files';
import type { Findings } from '../moderation/findings';
import type { Server } from '../memory/server';
import type { Chosen } from '../menus/press';
import { simplify } from '../update/output';
import {
	mediaOf,
	messageOf,
	textOf,
	type Media,
	type Update,
	type UpdateParts,
} from '../update/update';
import type { Destination } from './routing';

export interface ItemOptions {
	output: 'simplified' | 'raw';
	/** Bytes; without it nothing is fetched. */
	largestFile?: number;
}

/** An update, or the parts of an album in order, that starts the workflow. */
export interface Start extends Omit<Destination, 'usage'> {
	parts: UpdateParts;
	findings: Findings;
	/** The username of the bot, if a command names one. */
	ownName?: string;
	chosen?: Chosen;
}

type MediaSource = Server & FileSource;

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

/** Fetches the media of some messages; one that cannot be fetched leaves a note, not an error. */
async function fetchAll(source: MediaSource, all: Media[], largest: number) {
	const binary: IBinaryKeyData = {};
	const notes: string[] = [];
	for (const media of all) {
		const { value, error } = await settle(fetchMedia(source, media, largest));
		const { message = '' } = Object(error) as Partial<Error>;
		if (value) binary[`data${Object.keys(binary).length || ''}`] = value;
		else notes.push(`Not fetched: ${message.charAt(0).toLowerCase()}${message.slice(1)}`);
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
		const caption = textOf(part);
		const { message_id: messageId } = messageOf(part);
		return { messageId, mediaType: type, fileId, ...(caption !== undefined && { caption }) };
	});
	return { ...(text !== undefined && { text }), media, updates: parts };
}

/** The json of one update, or of an album with the fields of its first part. */
function jsonOf(
	{ parts, findings, ownName, given, chosen: menu, command }: Start,
	output: ItemOptions['output'],
): IDataObject {
	const isAlbum = parts.length > 1;
	const more = { ...findings, ...(given && { given }), ...(menu && { menu }) };
	if (output === 'raw') return { ...parts[0], ...(isAlbum && { album: parts }), ...more };
	return {
		...simplify(parts[0], ownName),
		...(command !== undefined && { command }),
		...(isAlbum && albumFields(parts)),
		// What the button carries says nothing to a workflow.
		...(menu && { buttonData: menu.value, callbackData: menu.value }),
		...more,
	};
}

export async function itemOf(
	start: Start,
	{ output, largestFile }: ItemOptions,
	source: MediaSource,
): Promise<INodeExecutionData> {
	const json = jsonOf(start, output);
	const all = start.parts.map(mediaOf).filter((media) => media !== undefined);
	if (largestFile === undefined || all.length === 0) return { json };
	const { binary, note } = await fetchAll(source, all, largestFile);
	return { json: { ...json, ...(note && { downloadNote: note }) }, ...(binary && { binary }) };
}
