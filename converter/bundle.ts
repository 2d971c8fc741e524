import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'esbuild';

const SOURCES = 'converter/page';

/** Path of the page, from the folder that npm runs scripts in. */
export const CONVERT_PAGE = 'docs/convert.html';

async function bundle(file: string): Promise<string> {
	const { outputFiles } = await build({
		entryPoints: [join(SOURCES, file)],
		bundle: true,
		minify: true,
		format: 'esm',
		target: 'es2022',
		charset: 'utf8',
		legalComments: 'none',
		logLevel: 'silent',
		write: false,
	});
	// No string in the scripts contains `</script>`.
	const [bundled] = outputFiles;
	return (bundled?.text ?? '').trim().replaceAll('</script', '<\\/script');
}

/** The page that converts workflows, with its scripts and its style in one file. */
async function page(): Promise<string> {
	const files = ['main.ts', 'worker.ts', 'style.css'].map(bundle);
	const [script = '', worker = '', style = ''] = await Promise.all(files);
	return readFileSync(join(SOURCES, 'page.html'), 'utf8')
		.replace('/* style */', () => style)
		.replace('/* licence */', () => readFileSync('node_modules/acorn/LICENSE', 'utf8').trim())
		.replace('/* worker */', () => worker)
		.replace('/* script */', () => script);
}

/** Writes the page. Returns whether it changed; `check` writes nothing. */
export async function writeConvertPage({ check = false } = {}): Promise<boolean> {
	const wanted = await page();
	const isSame = existsSync(CONVERT_PAGE) && readFileSync(CONVERT_PAGE, 'utf8') === wanted;
	if (!isSame && !check) writeFileSync(CONVERT_PAGE, wanted);
	return !isSame;
}
