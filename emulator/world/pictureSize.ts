import { closeSync, openSync, readSync } from 'node:fs';

/** Enough bytes to get past a camera's preview, which can precede the size. */
const READ_BYTES = 256 * 1024;

export interface PictureSize {
	width: number;
	height: number;
}

/** A JPEG is a row of segments; one with one of these markers has the size. */
const isSizeMarker = (marker: number) =>
	marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function sizeOfJpeg(bytes: Buffer): PictureSize | undefined {
	for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
		if (isSizeMarker(bytes.readUInt8(at + 1))) {
			return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
		}
		at += 2 + bytes.readUInt16BE(at + 2);
	}
	return undefined;
}

/** The size in pixels according to a PNG, GIF or JPEG; nothing for other files. */
export function pictureSize(path: string): PictureSize | undefined {
	const bytes = Buffer.alloc(READ_BYTES);
	const file = openSync(path, 'r');
	const length = readSync(file, bytes);
	closeSync(file);
	const head = bytes.subarray(0, length);
	if (head.length >= 24 && head.toString('latin1', 1, 4) === 'PNG') {
		return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
	}
	if (head.length >= 10 && head.toString('latin1', 0, 4) === 'GIF8') {
		return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
	}
	return head[0] === 0xff && head[1] === 0xd8 ? sizeOfJpeg(head) : undefined;
}
