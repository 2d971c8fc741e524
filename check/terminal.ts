import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

export interface Terminal {
	input: NodeJS.ReadableStream & { isTTY?: boolean };
	output: NodeJS.WritableStream;
}

/** Asks for something that is not shown while it is typed. */
export async function askHidden(question: string, { input, output }: Terminal): Promise<string> {
	const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
	const lines = createInterface({ input, output: nothing, terminal: true });
	// Ctrl-C must end the program even during a prompt.
	lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
	output.write(question);
	const answer = await lines.question('');
	lines.close();
	output.write('\n');
	return answer.trim();
}

/** Asks for a yes; anything else counts as no. */
export async function askYes(question: string, { input, output }: Terminal): Promise<boolean> {
	const lines = createInterface({ input, output });
	lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
	const answer = await lines.question(`${question}? [y/N] `);
	lines.close();
	return /^y(es)?$/i.test(answer.trim());
}
