import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

/** Where the content between two marker comments begins and ends. Throws if they are missing. */
function placesOf(text: string, name: string, file: string): [from: number, to: number] {
	const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
	const [from, to] = [text.indexOf(begin), text.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`${file} has no ${begin} ... ${end}`);
	return [from + begin.length, to];
}

/** The content between the marker comments with this name. Throws if they are missing. */
export function writtenBetween(text: string, name: string, file: string): string {
	return text.slice(...placesOf(text, name, file)).trim();
}

/** Replaces the content between two marker comments. Throws if they are missing. */
function between(text: string, name: string, content: string, file: string): string {
	const [from, to] = placesOf(text, name, file);
	return `${text.slice(0, from)}\n\n${content}\n\n${text.slice(to)}`;
}

const laidOut = async (file: string, text: string) =>
	await format(text, { ...(await resolveConfig(file)), filepath: file });

/**
 * Puts each content between the marker comments with its name. Returns whether the file changed; `check`
 * writes nothing. Throws if a marker is missing.
 */
export async function fill(
	file: string,
	contents: Record<string, string>,
	{ check = false } = {},
): Promise<boolean> {
	const written = readFileSync(file, 'utf8');
	const filled = Object.entries(contents).reduce(
		(text, [name, content]) => between(text, name, content, file),
		written,
	);
	const wanted = await laidOut(file, filled);
	if (wanted !== written && !check) writeFileSync(file, wanted);
	return wanted !== written;
}

/**
 * Replaces what each pattern finds, for a number or a list in the middle of a sentence. Returns whether
 * the file changed; `check` writes nothing. Throws if a pattern finds nothing.
 */
export async function reword(
	file: string,
	words: Array<[pattern: RegExp, text: string]>,
	{ check = false } = {},
): Promise<boolean> {
	const written = readFileSync(file, 'utf8');
	const reworded = words.reduce((text, [pattern, wanted]) => {
		if (!pattern.test(text)) throw new Error(`${file} has no words for ${pattern}`);
		return text.replace(pattern, () => wanted);
	}, written);
	const wanted = await laidOut(file, reworded);
	if (wanted !== written && !check) writeFileSync(file, wanted);
	return wanted !== written;
}

/**
 * Makes a folder contain exactly these pages, by file name. Returns whether anything changed; `check`
 * writes nothing.
 */
export async function writePages(
	folder: string,
	pages: Map<string, string>,
	{ check = false } = {},
): Promise<boolean> {
	const there = existsSync(folder) ? readdirSync(folder) : [];
	const left = there.filter((name) => !pages.has(name));
	const stale = new Map<string, string>();
	for (const [name, text] of pages) {
		const file = join(folder, name);
		const wanted = await laidOut(file, text);
		if (!there.includes(name) || readFileSync(file, 'utf8') !== wanted) stale.set(file, wanted);
	}
	if (!check) {
		mkdirSync(folder, { recursive: true });
		for (const name of left) rmSync(join(folder, name));
		for (const [file, wanted] of stale) writeFileSync(file, wanted);
	}
	return left.length + stale.size > 0;
}
