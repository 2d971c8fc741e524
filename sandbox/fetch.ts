/** `npm run tool -- fetch`: fetches the n8n that `npm start` and the tests in the sandbox run, and ends. */
import { ensureN8n } from './lib/install';
import { Processes } from '../scripts/lib/processes';
import { clearingUp, program } from '../scripts/lib/program';

async function main(): Promise<void> {
	const processes = new Processes();
	await clearingUp(
		async () => await ensureN8n(processes, (line) => console.log(line)),
		async () => await processes.stopAll(),
	);
}

program(main);
