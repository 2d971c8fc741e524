import path from 'node:path';

import { METHODS } from '../../reference';
import { extensionOf } from '../wire/bytes';
import type { Chat, Extent, StoredFile } from '../world/entities';
import { checkCaption, parseModeOf, type ParseMode } from '../world/formatting';
import { checkMarkup } from '../world/keyboards';
import { kindOf, type MediaKind } from '../world/mediaKinds';
import { chatOf, type CallContext, type Method, type Methods } from './method';
import { optionsOf } from '../world/options';
import type { FilePart, Reading } from '../wire/params';
import { presentMessage } from '../world/present';
import { badRequest, tooLarge } from '../world/refusal';
import { mustWrite, replyTarget } from '../world/rules';
import { pictureSize } from '../world/pictureSize';
import { replyId } from './send';

const { most: MOST_MEDIA } = METHODS.sendMediaGroup.params.media;

/** A part without a type counts as text/plain, and telegraf sends its files without one. */
const saysNothing = ({ mime_type, filename }: FilePart) =>
	mime_type === 'application/octet-stream' ||
	(mime_type === 'text/plain' && path.extname(filename) !== '.txt');

/** Most pixels of width and height together, and the highest ratio of the two. */
const MOST_PIXELS = 10_000;
const MOST_RATIO = 20;

/** A file that cannot be read as a picture passes. */
function checkSize({ disk_path }: FilePart): void {
	const { width, height } = pictureSize(disk_path) ?? { width: 1, height: 1 };
	const ratio = Math.max(width, height) / Math.min(width, height);
	if (width + height > MOST_PIXELS || ratio > MOST_RATIO) {
		throw badRequest('PHOTO_INVALID_DIMENSIONS');
	}
}

function newFile(
	{ store }: CallContext,
	kind: MediaKind,
	part: FilePart,
	extent: Extent,
): StoredFile {
	const { allowed, assumed, limit } = kindOf(kind);
	const mimeType = saysNothing(part) ? assumed : part.mime_type;
	if (!allowed.test(mimeType)) {
		throw badRequest(`unsupported file format for ${kind}: ${mimeType}`);
	}
	const isHalf = kind === 'document' && store.settings.dialect.documentOf100MB === '50';
	if (limit && part.size > limit.bytes / (isHalf ? 2 : 1)) {
		throw limit.code === 413 ? tooLarge() : badRequest(`${kind} is too big`);
	}
	if (kind === 'photo') checkSize(part);
	const unique = String(store.nextId()).padStart(6, '0');
	return {
		file_id: `${kind}-file-${unique}`,
		file_unique_id: unique,
		file_path: `${kind}s/file_${unique}${extensionOf(part.filename)}`,
		kind,
		file_name: part.filename,
		mime_type: mimeType,
		file_size: part.size,
		disk_path: part.disk_path,
		...extent,
	};
}

/** Stores the file. Call it only once the request can no longer fail. */
function keep({ store }: CallContext, file: StoredFile): void {
	if (!store.state.files.includes(file)) store.addFile(file);
}

/** The dimensions of a file: those in the request, and 0 for unknown ones. */
const extentOf = (kind: MediaKind, extent: Extent): Extent =>
	Object.fromEntries(kindOf(kind).extent.map((name) => [name, extent[name] ?? 0]));

/**
 * The file for a parameter: an uploaded part, with the dimensions given in the request, or a file that
 * the server already has.
 */
function fileOf(
	context: CallContext,
	kind: MediaKind,
	given: string,
	extent: Extent = {},
): StoredFile {
	const [, name] = /^attach:\/\/(.+)$/.exec(given) ?? [];
	if (name !== undefined) {
		const part = context.files[name];
		if (!part) throw badRequest(`the file part "${name}" is missing`);
		return newFile(context, kind, part, extentOf(kind, extent));
	}
	const known = context.store.state.files.find(({ file_id }) => file_id === given);
	if (!known) throw badRequest('wrong file identifier specified');
	if (known.kind !== kind) throw badRequest(`can't use file of type ${known.kind} as ${kind}`);
	return known;
}

function sendFile(context: CallContext, kind: MediaKind): object {
	const { store, bot, params } = context;
	const chat = chatOf(context);
	mustWrite(context, chat, 'can_send_media_messages');
	const caption = params.caption as string | undefined;
	const parse_mode = parseModeOf(params.parse_mode);
	checkCaption(caption, parse_mode);
	checkMarkup(params.reply_markup);
	const reply = replyTarget(store, chat, replyId(params));
	const options = optionsOf(params);
	const file = fileOf(context, kind, params[kind] as string, params);
	keep(context, file);
	return presentMessage(
		store,
		store.addMessage({
			chat_id: chat.id,
			from_id: bot.id,
			caption,
			parse_mode,
			reply_markup: params.reply_markup,
			reply_to_message_id: reply,
			options,
			media: { kind, file_id: file.file_id, ...extentOf(kind, { ...file, ...params }) },
		}),
	);
}

const ENTRY_KEYS = new Set(['type', 'media', 'caption', 'parse_mode']);

interface Entry {
	type: MediaKind;
	media: string;
	caption?: string;
	parse_mode?: ParseMode;
}

const PICTURES = ['photo', 'video'];

function checkEntry(
	entry: Record<string, unknown>,
	reading: Reading,
	kinds: readonly string[],
): Entry {
	for (const key of Object.keys(entry).filter((name) => !ENTRY_KEYS.has(name))) {
		reading.unknown(`media.${key}`, `invalid media format: unknown field "${key}"`);
	}
	const { type, media, caption } = entry;
	if (!kinds.includes(type as string)) throw badRequest('invalid media format: type');
	if (typeof media !== 'string') throw badRequest('invalid media format: media');
	if (caption !== undefined && typeof caption !== 'string') {
		throw badRequest('invalid media format: caption');
	}
	const parse_mode = parseModeOf(entry.parse_mode);
	checkCaption(caption, parse_mode);
	return { type: type as MediaKind, media, caption, parse_mode };
}

function addEntry(
	context: CallContext,
	chat: Chat,
	group: string,
	entry: Entry,
	file: StoredFile,
): object {
	const { store, bot, params } = context;
	return presentMessage(
		store,
		store.addMessage({
			chat_id: chat.id,
			from_id: bot.id,
			media_group_id: group,
			caption: entry.caption,
			parse_mode: entry.parse_mode,
			reply_to_message_id: params.reply_to_message_id as number | undefined,
			options: optionsOf(params),
			media: { kind: entry.type, file_id: file.file_id, ...extentOf(entry.type, file) },
		}),
	);
}

function sendMediaGroup(context: CallContext): object[] {
	const { store, params } = context;
	const chat = chatOf(context);
	mustWrite(context, chat, 'can_send_media_messages');
	const given = params.media as Array<Record<string, unknown>>;
	if (given.length === 0) throw badRequest('invalid media format: no media');
	if (given.length > MOST_MEDIA) throw badRequest('too many media: at most 10');
	const takesAll = store.settings.dialect.albumOfDocuments === 'accepted';
	const kinds = takesAll ? [...PICTURES, 'audio', 'document'] : PICTURES;
	const entries = given.map((entry) => checkEntry(entry, context.reading, kinds));
	replyTarget(store, chat, params.reply_to_message_id);
	const files = entries.map((entry) => ({ entry, file: fileOf(context, entry.type, entry.media) }));
	for (const { file } of files) keep(context, file);
	const group = `group-${store.nextId()}`;
	return files.map(({ entry, file }) => addEntry(context, chat, group, entry, file));
}

const sends = (kind: MediaKind): Method => ({
	isSend: true,
	run: (context) => sendFile(context, kind),
});

/** Reference 5.3. */
export const mediaMethods = {
	sendMediaGroup: {
		isSend: true,
		run: sendMediaGroup,
	},
	sendPhoto: sends('photo'),
	sendVideo: sends('video'),
	sendAudio: sends('audio'),
	sendVoice: sends('voice'),
	sendDocument: sends('document'),
} satisfies Methods;
