/** `npm run tool -- fetch`: fetches the n8n that `npm start` and the tests in the sandbox run, and ends. */
import { ensureN8n } from './lib/install';
import { Processes } from './lib/processes';
import { program } from './lib/program';

async function main(): Promise<void> {
	const processes = new Processes();
	try {
		await ensureN8n(processes, (line) => console.log(line));
	} finally {
		await processes.stopAll();
	}
}

program(main);
