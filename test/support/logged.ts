import { Console } from 'node:console';
import { Writable } from 'node:stream';

/**
 * Everything that goes to the console, to n8n's log and to the two output streams, kept instead of
 * shown. Imported before the engine: n8n then logs all that it can, with all that belongs to it,
 * and to the console as it is now.
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
