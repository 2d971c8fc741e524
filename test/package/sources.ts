import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A text file of the repository; `file` is its path below the root, with forward slashes. */
export interface Source {
	file: string;
	text: string;
}

export const ROOT = path.resolve(__dirname, '../..');

/**
 * All source files below the given folders, which must exist, so that no check passes because it
 * looked at nothing.
 */
export function sources(
	root: string,
	folders: string[],
	extension = /\.(ts|mjs|cjs|js)$/,
): Source[] {
	return folders.flatMap((folder) =>
		readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
			.map((entry) => path.posix.join(folder, entry.split(path.sep).join('/')))
			.filter((file) => extension.test(file))
			.map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') })),
	);
}

/** The module names a file asks for: import, export from, import() and require(). */
export function importedNames({ text }: Source): string[] {
	return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}

/** The files a file asks for by a relative path, as paths below the root, without extension. */
export function importedFiles(source: Source): string[] {
	return importedNames(source)
		.filter((name) => name.startsWith('.'))
		.map((name) => path.posix.join(path.posix.dirname(source.file), name));
}
