import { completed } from '../../../nodes/BotMessaging/api/fileType';

const bytes = (text: string) => Buffer.from(text, 'latin1');

const PNG = bytes('\x89PNG\r\n\x1a\n');
const PDF = bytes('%PDF-1.7');

test.each<
	[given: string, type: string, head: Buffer | undefined, name: string, completedType?: string]
>([
	['data', 'image/png', undefined, 'data.png', 'image/png'],
	['report', 'application/pdf', undefined, 'report.pdf', 'application/pdf'],
	['123', 'IMAGE/JPEG', undefined, '123.jpg', 'IMAGE/JPEG'],
	['file.bin', 'video/mp4', undefined, 'file.mp4', 'video/mp4'],
	['invoice 2026.05', 'application/pdf', undefined, 'invoice 2026.05.pdf', 'application/pdf'],
	['photo.JPEG', 'application/octet-stream', undefined, 'photo.JPEG', 'image/jpeg'],
	['photo.png', 'image/jpeg', undefined, 'photo.png', 'image/jpeg'],
	['page.xyz', 'text/html', undefined, 'page.xyz', 'text/html'],
	['data', '', PNG, 'data.png', 'image/png'],
	['file.bin', 'application/octet-stream', PDF, 'file.pdf', 'application/pdf'],
	['123', '', bytes('\xff\xd8\xff\xe0'), '123.jpg', 'image/jpeg'],
	['clip', '', bytes('\0\0\0\x18ftypisom'), 'clip.mp4', 'video/mp4'],
	['clip', '', bytes('\0\0\0\x14ftypqt  '), 'clip.mov', 'video/quicktime'],
	['song', '', bytes('ID3\x04'), 'song.mp3', 'audio/mpeg'],
	['song', '', bytes('\0\0\0\x20ftypM4A '), 'song.m4a', 'audio/mp4'],
	['voice', '', bytes('OggS\0'), 'voice.ogg', 'audio/ogg'],
	['sticker', '', bytes('RIFF\x10\0\0\0WEBPVP8 '), 'sticker.webp', 'image/webp'],
	['note', '', bytes('RIFF\x10\0\0\0WAVEfmt '), 'note.wav', 'audio/wav'],
	['firmware.bin', 'application/octet-stream', bytes('PK\x03\x04'), 'firmware.bin', undefined],
	['data', '', bytes('hello'), 'data', undefined],
	['data', '', undefined, 'data', undefined],
	['.bin', 'image/png', undefined, '.bin.png', 'image/png'],
	['a.tgs', '', undefined, 'a.tgs', undefined],
])('%s of the type "%s"', (given, type, head, name, completedType) => {
	expect(completed(given, type, head)).toEqual({ name, type: completedType });
});

test('the ending gives the type if n8n knows it and the type is missing', () => {
	expect(completed('data', 'application/x-tar', undefined, 'tar').name).toBe('data.tar');
	expect(completed('data', 'image/png', undefined, 'apng').name).toBe('data.png');
});
