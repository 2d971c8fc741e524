import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'nodes/BotMessaging/operations';

/** Path of the list, from the folder that npm runs scripts in. */
export const OPERATION_LIST = join(FOLDER, 'index.ts');

const IMPORTS = /(?:^import \{ \w+ \} from '\.\/.*;\n)+/m;
const LIST = /(export const operations: Operation\[\] = \[\n)([^\]]*)(\];)/;

/** Operations by folder: each is a file or a folder with the operation's name. */
function defined(): Map<string, string> {
	const found = new Map<string, string>();
	for (const folder of readdirSync(FOLDER, { withFileTypes: true })) {
		if (!folder.isDirectory()) continue;
		for (const entry of readdirSync(join(FOLDER, folder.name)).sort()) {
			const name = entry.replace(/\.ts$/, '');
			const file = join(FOLDER, folder.name, entry === name ? `${name}/index.ts` : entry);
			const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
			const isOne = new RegExp(`export const ${name}(: Operation| = operation\\()`).test(text);
			if (isOne) found.set(name, folder.name);
		}
	}
	return found;
}

/** Keeps the listed order; a new operation follows the others of its resource. */
function inOrder(listed: string[], folders: Map<string, string>): string[] {
	const names = listed.filter((name) => folders.has(name));
	for (const [name, folder] of folders) {
		if (names.includes(name)) continue;
		const last = Math.max(...names.map((other, at) => (folders.get(other) === folder ? at : -1)));
		names.splice(last < 0 ? names.length : last + 1, 0, name);
	}
	return names;
}

/**
 * Lists exactly the operations that have a file, and keeps the order of listed ones. Returns whether the
 * list changed; `check` writes nothing.
 */
export function writeOperationList({ check = false } = {}): boolean {
	const written = readFileSync(OPERATION_LIST, 'utf8');
	const folders = defined();
	const listed = [...(LIST.exec(written)?.[2] ?? '').matchAll(/\w+/g)].map(([name]) => name);
	const imports = [...folders]
		.map(([name, folder]) => ({ name, path: `./${folder}/${name}` }))
		.sort((a, b) => (a.path < b.path ? -1 : 1))
		.map(({ name, path }) => `import { ${name} } from '${path}';\n`);
	const lines = inOrder(listed, folders).map((name) => `\t${name},\n`);
	const wanted = written
		.replace(IMPORTS, () => imports.join(''))
		.replace(LIST, (_all, begin: string, _names, end: string) => begin + lines.join('') + end);
	if (wanted !== written && !check) writeFileSync(OPERATION_LIST, wanted);
	return wanted !== written;
}
