import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the chat page, from the folder packed next to this program. */
export const pageFile = async (name: string): Promise<string> =>
	await readFile(join(__dirname, 'page', name), 'utf8');
