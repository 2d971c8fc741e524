import { Console } from 'node:console';
import { Writable } from 'node:stream';

/**
 * Collects everything written to the console, n8n's log and the two output streams instead of showing it.
 * Import it before the engine, so that n8n logs every level with all details, and to this console.
 */
export const written: string[] = [];

process.env.N8N_LOG_LEVEL = 'debug';
process.env.N8N_LOG_FORMAT = 'json';

const keep = (chunk: unknown) => {
	written.push(String(chunk));
	return true;
};

globalThis.console = new Console(
	new Writable({
		write: (chunk, _encoding, done) => {
			keep(chunk);
			done();
		},
	}),
);

for (const stream of [process.stdout, process.stderr]) {
	const { write } = stream;
	stream.write = keep;
	afterAll(() => {
		stream.write = write;
	});
}
