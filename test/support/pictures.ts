/** Only the beginning of a picture, which contains its size. */

export function png(width: number, height: number): Buffer {
	const bytes = Buffer.alloc(33);
	Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').copy(bytes);
	bytes.writeUInt32BE(13, 8);
	bytes.write('IHDR', 12, 'latin1');
	bytes.writeUInt32BE(width, 16);
	bytes.writeUInt32BE(height, 20);
	return bytes;
}

export function gif(width: number, height: number): Buffer {
	const bytes = Buffer.from('GIF89a\0\0\0\0', 'latin1');
	bytes.writeUInt16LE(width, 6);
	bytes.writeUInt16LE(height, 8);
	return bytes;
}

/** Has a comment before the size, like a camera's file. */
export function jpeg(width: number, height: number): Buffer {
	const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 7]), Buffer.from('hello')]);
	const size = Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
	size.writeUInt16BE(height, 5);
	size.writeUInt16BE(width, 7);
	return Buffer.concat([Buffer.from([0xff, 0xd8]), comment, size]);
}
