const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { chmod, mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { Transform } = require('node:stream');
const { build } = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');
const { n8n } = require('./package.json');

// npm packs all of dist, so what an earlier build left there would be published too.
async function clean() {
	for (const folder of ['dist', 'dist-emulator'])
		await rm(folder, { recursive: true, force: true });
}

/** Rejects, and so fails the build, on a type error. */
async function checkTypes() {
	const tsc = require.resolve('typescript/bin/tsc');
	const options = ['-p', 'tsconfig.build.json', '--noEmit'];
	const compiler = spawn(process.execPath, [tsc, ...options], { stdio: 'inherit' });
	const [exitCode] = await once(compiler, 'close');
	if (exitCode !== 0) throw new Error(`tsc ended with exit code ${exitCode}`);
}

const BUNDLE = 'dist/nodes/BotMessaging/package.js';

/** The class that n8n looks for in a file, by its name. */
const classIn = (file) => path.basename(file).replace(/\.(node|credentials)\.js$/, '');

/**
 * Puts all nodes and the credential, with what they share, into one file: n8n loads it in half the time
 * of 230 small ones. It is not minified, and the name of each file is before its part: people read it, who
 * review the package or look for the line of an error.
 */
async function bundle() {
	const files = [...n8n.nodes, ...n8n.credentials];
	const source = (file) => file.replace(/^dist/, '.').replace(/js$/, 'ts');
	await build({
		stdin: {
			contents: files
				.map((file) => `export { ${classIn(file)} } from '${source(file)}';`)
				.join('\n'),
			resolveDir: __dirname,
		},
		outfile: BUNDLE,
		bundle: true,
		packages: 'external',
		platform: 'node',
		target: 'es2022',
		charset: 'utf8',
		// Shorter forms of the same statements; lines and names stay.
		minifySyntax: true,
		logLevel: 'warning',
	});
	// Indented by tabs, like the sources: it is smaller. In the only texts whose lines begin with spaces, the
	// code for n8n's AI builder, tabs mean the same.
	const code = await readFile(BUNDLE, 'utf8');
	await writeFile(
		BUNDLE,
		code
			// Of the sources' comments, esbuild keeps only some, and they are a sixteenth of what is packed.
			.replace(/^ *\/\*\*[^]*?\*\/\n/gm, '')
			.replace(/^(?: {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2)),
	);
	for (const file of files) {
		const name = classIn(file);
		const shared = path.relative(path.dirname(file), BUNDLE);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, `exports.${name} = require('./${shared}').${name};\n`);
	}
}

const SOURCES = ['nodes/**/*.ts', 'credentials/**/*.ts', 'reference/**/*.ts'];

const ASSETS = [
	'nodes/**/*.svg',
	'credentials/**/*.svg',
	'nodes/**/*.node.json',
	'nodes/**/__schema__/**/*.json',
];

/** Only n8n reads them, and each byte is loaded by all who install the package. */
const withoutLayout = () =>
	new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			if (file.extname === '.json') {
				file.contents = Buffer.from(JSON.stringify(JSON.parse(file.contents.toString())));
			}
			done(null, file);
		},
	});

/** Copies what n8n reads beside the built files: icons, codex files and the schemas of outputs. */
function copyAssets() {
	// Without `encoding: false` gulp decodes each file as UTF-8 and would spoil a binary one.
	return src(ASSETS, { base: '.', encoding: false }).pipe(withoutLayout()).pipe(dest('dist'));
}

/** npm packs the permissions of files, which depend on the user: everybody packs the same bytes. */
async function samePermissions() {
	const built = await readdir('dist', { recursive: true, withFileTypes: true });
	const files = built.filter((entry) => entry.isFile());
	const paths = files.map(({ parentPath, name }) => path.join(parentPath, name));
	for (const file of [...paths, 'README.md', 'LICENSE.md', 'package.json'])
		await chmod(file, 0o644);
}

/** Bundles the emulator's chat page into dist-emulator/. */
async function bundleChatPage() {
	require('tsx/cjs');
	await require('./emulator/page/bundle').buildPage();
}

/** Ends when it is stopped. A mistake in a file is shown, and the next change builds again. */
function rebuild() {
	console.log('dist/ is built. Each change of a source builds it again; Ctrl-C ends this.');
	watch(SOURCES, bundle);
	watch(ASSETS, copyAssets);
}

const built = series(clean, parallel(bundle, copyAssets));
exports.bundle = series(built, samePermissions);
exports.dev = series(built, rebuild);
exports.build = series(
	clean,
	parallel(series(checkTypes, bundle, copyAssets, samePermissions), bundleChatPage),
);
