import { crc32, deflateSync } from 'node:zlib';

/** Generated files: small, but complete enough for a server that inspects them. */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(name: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, sum]);
}

/** A grey square as PNG, its dots written out: it has a little more than `side` * `side` * 3 bytes. */
function png(side: number, level: number): Buffer {
	const head = Buffer.alloc(13);
	head.writeUInt32BE(side, 0);
	head.writeUInt32BE(side, 4);
	// Eight bits of red, green and blue.
	head.writeUInt8(8, 8);
	head.writeUInt8(2, 9);
	const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, 0x99)]);
	const dots = Buffer.concat(Array<Buffer>(side).fill(row));
	const data = chunk('IDAT', deflateSync(dots, { level }));
	return Buffer.concat([SIGNATURE, chunk('IHDR', head), data, chunk('IEND', Buffer.alloc(0))]);
}

const file = (bytes: Buffer, name: string, type: string) => new File([bytes], name, { type });

export const picture = () => file(png(120, 9), 'check.png', 'image/png');

/** A PNG of 10.8 MB. */
export const largePicture = () => file(png(1900, 0), 'check.png', 'image/png');

export const document = () => file(Buffer.from('Check\n'), 'check.txt', 'text/plain');

const FRAMES = 40;

/** A second of silence as MP3: frames with a header only. */
function silence(): Buffer {
	const frame = Buffer.alloc(417);
	Buffer.from([0xff, 0xfb, 0x90, 0x00]).copy(frame);
	return Buffer.concat(Array<Buffer>(FRAMES).fill(frame));
}

export const audio = () => file(silence(), 'check.mp3', 'audio/mpeg');

function box(name: string, data: Buffer): Buffer {
	const head = Buffer.alloc(8);
	head.writeUInt32BE(data.length + 8);
	head.write(name, 4, 'latin1');
	return Buffer.concat([head, data]);
}

/** An MP4 without a track: a server that looks into it may refuse it. */
export const video = () =>
	file(
		Buffer.concat([
			box('ftyp', Buffer.from('isom\0\0\0\0isommp41', 'latin1')),
			box('moov', box('mvhd', Buffer.alloc(100))),
			box('mdat', Buffer.alloc(0)),
		]),
		'check.mp4',
		'video/mp4',
	);
