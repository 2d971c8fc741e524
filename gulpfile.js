const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

// npm packs all of dist, so what an earlier build left there would be published too.
const clean = () => rm('dist', { recursive: true, force: true });

/** Compiles nodes/ and credentials/ into dist/; rejects, and so fails the build, on a type error. */
async function compile() {
	const tsc = require.resolve('typescript/bin/tsc');
	// noEmitOnError: a half-built dist must not look like a built one.
	const options = ['-p', 'tsconfig.build.json', '--noEmitOnError'];
	const compiler = spawn(process.execPath, [tsc, ...options], { stdio: 'inherit' });
	const [exitCode] = await once(compiler, 'close');
	if (exitCode !== 0) throw new Error(`tsc ended with exit code ${exitCode}`);
}

/** Copies what n8n reads beside the compiled files: icons and codex files. */
function copyAssets() {
	const assets = ['nodes/**/*.svg', 'credentials/**/*.svg', 'nodes/**/*.node.json'];
	// Without `encoding: false` gulp decodes each file as UTF-8 and would spoil a binary one.
	return src(assets, { base: '.', encoding: false }).pipe(dest('dist'));
}

/** Bundles the emulator's chat page into dist-emulator/. */
async function bundleChatPage() {
	require('tsx/cjs');
	await require('./emulator/chat/bundle').buildPage();
}

exports.build = parallel(series(clean, compile, copyAssets), bundleChatPage);
