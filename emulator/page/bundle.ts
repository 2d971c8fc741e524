import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

const SOURCES = path.join(__dirname, 'client');

/** Next to `dist/`, which is what n8n gets. */
const BUILT = path.resolve(__dirname, '../../dist-emulator');

/** Bundles the page's script and styles. Rejects if they do not compile. */
async function bundle(write: boolean): Promise<Array<{ path: string; text: string }>> {
	// Imported here, so that the emulator's start does not wait for it.
	const { build } = await import('esbuild');
	const { outputFiles = [] } = await build({
		entryPoints: { chat: path.join(SOURCES, 'main.tsx') },
		outdir: BUILT,
		bundle: true,
		minify: true,
		format: 'esm',
		target: 'es2022',
		jsx: 'automatic',
		jsxImportSource: 'preact',
		legalComments: 'none',
		logLevel: 'silent',
		write,
	});
	return outputFiles;
}

/** Writes `chat.js` and `chat.css` into `dist-emulator/`: a part of `npm run build`. */
export async function buildPage(): Promise<void> {
	await bundle(true);
}

const changedAt = async (file: string): Promise<number> =>
	(await stat(file).catch(() => undefined))?.mtimeMs ?? 0;

/** Whether `dist-emulator/` is up to date. */
async function isBuilt(): Promise<boolean> {
	const sources = await readdir(SOURCES, { recursive: true });
	const dates = await Promise.all(sources.map((file) => changedAt(path.join(SOURCES, file))));
	return (await changedAt(path.join(BUILT, 'chat.js'))) > Math.max(...dates);
}

/**
 * A file of the page: `index.html` or `icon.svg` as is, `chat.js` or `chat.css` bundled. Uses the bundle
 * of `npm run build` if it is newer than the sources, and otherwise builds one.
 */
export async function pageFile(name: string): Promise<string> {
	if (!name.startsWith('chat.')) return await readFile(path.join(SOURCES, name), 'utf8');
	if (await isBuilt()) return await readFile(path.join(BUILT, name), 'utf8');
	const outputs = await bundle(false);
	return outputs.find((output) => path.basename(output.path) === name)!.text;
}
