import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';

/**
 * The least that Node needs for an upload: reads a file and sends it, without n8n and without a node.
 * Run it as a program of its own. Arguments: an address, a file, and how many objects to hold in memory
 * meanwhile, as n8n does. It prints the milliseconds as JSON.
 */
const BOUNDARY = 'bare-upload';
/** Smaller chunks are slower; larger ones are no faster. */
const CHUNK_BYTES = 1024 * 1024;

const part = (about: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${about}\r\n\r\n`;

async function main(url: string, file: string, count: number): Promise<void> {
	const held = Array.from({ length: count }, (_, index) => ({ index, name: `n${index}` }));
	const head = `${part('name="chat_id"')}-1001\r\n${part('name="video"; filename="large.mp4"')}`;
	const tail = `\r\n--${BOUNDARY}--\r\n`;
	const begun = Date.now();
	const upload = request(url, {
		method: 'POST',
		headers: {
			'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
			'content-length': head.length + statSync(file).size + tail.length,
		},
	});
	upload.write(head);
	createReadStream(file, { highWaterMark: CHUNK_BYTES })
		.once('end', () => upload.end(tail))
		.pipe(upload, { end: false });
	const [answer] = (await once(upload, 'response')) as [IncomingMessage];
	await once(answer.resume(), 'end');
	const ms = Date.now() - begun;
	// Use it here, or V8 could free the objects earlier.
	process.stdout.write(JSON.stringify({ ms, held: held.length }));
}

const [url = '', file = '', count = '0'] = process.argv.slice(2);
main(url, file, Number(count)).catch((error) => {
	console.error(error);
	process.exitCode = 1;
});
