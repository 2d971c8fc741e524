import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { extensionOf } from '../wire/bytes';
import type { Extent, Message } from './entities';
import type { MediaKind } from './mediaKinds';
import type { FilePart } from '../wire/params';
import type { Store } from './store';

/** A file that a person sends with a message. */
export interface Attachment extends FilePart, Extent {
	kind: MediaKind;
}

/** A PNG with one transparent pixel. */
const DOT = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
	'base64',
);

/** A one-pixel picture, with its bytes on disk. */
export function madeUpPicture({ folder }: Store): Attachment {
	const disk_path = path.join(folder, randomUUID());
	writeFileSync(disk_path, DOT);
	const file = { filename: 'dot.png', mime_type: 'image/png', size: DOT.length, disk_path };
	return { kind: 'photo', ...file, width: 1, height: 1 };
}

/** Stores a file, and returns what the message with it says about it. */
export function keepAttachment(
	store: Store,
	{ kind, filename, mime_type, size, disk_path, ...extent }: Attachment,
): Message['media'] {
	const unique = String(store.nextId()).padStart(6, '0');
	const file_id = `${kind}-file-${unique}`;
	store.addFile({
		file_id,
		file_unique_id: unique,
		file_path: `${kind}s/file_${unique}${extensionOf(filename)}`,
		kind,
		file_name: filename,
		mime_type,
		file_size: size,
		disk_path,
	});
	return { kind, file_id, ...extent };
}
