import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the chat page, out of the folder that is packed beside this program. */
export const pageFile = async (name: string): Promise<string> =>
	await readFile(join(__dirname, 'page', name), 'utf8');
