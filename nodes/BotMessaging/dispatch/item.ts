import type { IBinaryData, IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { settle } from '../api/basics';
import { checkSize, fetchFile, type FileSource } from '../engine/files';
import type { Findings } from '../moderation/findings';
import type { Server } from '../memory/server';
import type { Chosen } from '../menus/press';
import type { Context, UpdateParts } from '../update/context';
import { mediaIn, type Media } from '../update/update';
import { simplify } from '../update/output';
import type { Destination } from './routing';

export interface ItemOptions {
	output: 'simplified' | 'raw';
	/** Bytes; without it, no files are fetched. */
	largestFile?: number;
	/** Whether to fetch the file of the replied-to message, too. */
	alsoAnswered: boolean;
}

/** An update that starts the workflow, or several that are handled as one, in order. */
export interface Start extends Omit<Destination, 'misfit'> {
	parts: UpdateParts;
	/** Whether they are what one person has written within some seconds. */
	isGathered: boolean;
	findings: Findings;
	chosen?: Chosen;
	/** The command that its writer completed by a press, or corrected: the item is about it. */
	completed?: Context;
}

type MediaSource = Server & FileSource;

async function fetchMedia(source: MediaSource, media: Media, most: number): Promise<IBinaryData> {
	const { fileId, fileName: name, mimeType } = media;
	checkSize(media.size, most);
	const { file_path: path, file_size: size } = await source.call('getFile', { file_id: fileId });
	return await fetchFile(source, { path, size, most, name, mimeType });
}

/** Fetches the media of some messages. A failure leaves a note, not an error. */
async function fetchAll(
	source: MediaSource,
	all: Array<readonly [name: string, media?: Media]>,
	largest: number,
) {
	const binary: IBinaryKeyData = {};
	const notes: string[] = [];
	for (const [name, media] of all) {
		if (!media) continue;
		const { value, error } = await settle(fetchMedia(source, media, largest));
		const { message = '' } = Object(error) as Partial<Error>;
		const count = Object.keys(binary).filter((field) => field.startsWith(name)).length;
		if (value) binary[`${name}${count || ''}`] = value;
		else notes.push(`Not fetched: ${message.charAt(0).toLowerCase()}${message.slice(1)}`);
	}
	return {
		...(Object.keys(binary).length > 0 && { binary }),
		json: notes.length > 0 ? { downloadNote: notes.join('. ') } : {},
	};
}

const filesOf = (parts: Context[]): IDataObject[] =>
	parts.flatMap(({ media, text: caption, message }) => {
		if (!media) return [];
		const { type: mediaType, fileId } = media;
		const file = { messageId: message.message_id, mediaType, fileId };
		return [{ ...file, ...(caption !== undefined && { caption }) }];
	});

const updatesOf = (parts: Context[]) => parts.map(({ raw }) => raw);

/** Apps split messages at this length. A part of exactly this length was cut within a line. */
const FULL_MESSAGE = 4096;

const joinTexts = (texts: string[]): string =>
	texts.reduce((all, text, index) => {
		const isCut = texts[index - 1]!.length === FULL_MESSAGE;
		return isCut ? all + text : `${all}\n${text}`;
	});

/** Several messages as one item: their texts, their files, and of a burst each message. */
function wholeFields(parts: Context[], isGathered: boolean): IDataObject {
	const texts = parts.map(({ text }) => text).filter((text) => text !== undefined);
	const messages = parts.map((part) => {
		const { messageId, date, contentType, text, isForwarded } = simplify(part);
		return { messageId, date, contentType, ...(text !== undefined && { text }), isForwarded };
	});
	return {
		// Any part of an album can have its text.
		...(texts.length > 0 && { text: isGathered ? joinTexts(texts) : texts[0] }),
		...(isGathered && { messages }),
		media: filesOf(parts),
		...(parts.length > 1 && { updates: updatesOf(parts) }),
	};
}

function jsonOf(
	{ parts, isGathered, findings, given, chosen: menu, command }: Start,
	output: ItemOptions['output'],
): IDataObject {
	const isAlbum = parts.length > 1 && !isGathered;
	const more = { ...findings, ...(given && { given }), ...(menu && { menu }) };
	if (output === 'raw') {
		const name = isAlbum ? 'album' : isGathered && 'messages';
		return { ...parts[0].raw, ...(name && { [name]: updatesOf(parts) }), ...more };
	}
	return {
		...simplify(parts[0]),
		...(command !== undefined && { command }),
		...((isAlbum || isGathered) && wholeFields(parts, isGathered)),
		// The packed callback data means nothing to a workflow.
		...(menu && { buttonData: menu.value, callbackData: menu.value }),
		...more,
	};
}

export async function itemOf(
	{ completed, ...given }: Start,
	{ output, largestFile, alsoAnswered }: ItemOptions,
	source: MediaSource,
): Promise<INodeExecutionData> {
	const start = completed ? { ...given, parts: [completed] as UpdateParts } : given;
	const json = jsonOf(start, output);
	if (largestFile === undefined) return { json };
	const original = start.parts.find(({ repliedTo }) => repliedTo)?.repliedTo;
	const answered = alsoAnswered && original ? mediaIn(original) : undefined;
	const files = await fetchAll(
		source,
		[...start.parts.map(({ media }) => ['data', media] as const), ['answered', answered]],
		largestFile,
	);
	return { ...files, json: { ...json, ...files.json } };
}
