const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { chmod, readdir, rm } = require('node:fs/promises');
const path = require('node:path');
const { Transform } = require('node:stream');
const { dest, parallel, series, src, watch } = require('gulp');
const { bundle } = require('./scripts/bundle.cjs');

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
