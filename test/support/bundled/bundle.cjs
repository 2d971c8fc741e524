const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync } = require('node:fs');
const path = require('node:path');
const { Script } = require('node:vm');

const { buildSync } = require('esbuild');

const ROOT = path.resolve(__dirname, '../../..');
const FOLDER = path.join(ROOT, 'node_modules/.cache/bundled');

/**
 * The name of the packages in a stack. There is no such file: Jest would read its 16 MB in each test file
 * with an error, to look for a source map.
 */
const NAME = path.join(ROOT, 'node_modules/bundled-packages.cjs');

/** What is slow to load and imported by most tests; jest.config.cjs names the same. */
const PACKAGES = [
	'n8n-core',
	'n8n-workflow',
	'fastify',
	'@fastify/ajv-compiler',
	'axios',
	// Tests import these by themselves as well, and there can be only one of each.
	'reflect-metadata',
	'luxon',
	'@n8n/di',
];

/** The file with the packages, which is made once for each set of installed versions. */
function packagesFile() {
	const key = createHash('sha256')
		.update(readFileSync(path.join(ROOT, 'package-lock.json')))
		.update(readFileSync(__filename))
		.digest('hex')
		.slice(0, 16);
	const file = path.join(FOLDER, `${key}.cjs`);
	if (existsSync(file)) return file;
	mkdirSync(FOLDER, { recursive: true });
	// Several processes may get here at the same time: each replaces the file by an equal one.
	const unfinished = `${file}.${process.pid}`;
	buildSync({
		stdin: {
			contents: PACKAGES.map((name) => `exports['${name}'] = () => require('${name}');`).join('\n'),
			resolveDir: ROOT,
		},
		bundle: true,
		platform: 'node',
		format: 'cjs',
		outfile: unfinished,
		external: ['isolated-vm', '*.node'],
		// It renames some classes, and an error is known by the name of its class.
		keepNames: true,
		logLevel: 'error',
	});
	renameSync(unfinished, file);
	return file;
}

exports.packagesFile = packagesFile;

let script;

/**
 * The packages as one script, compiled once in each process and run in each test file that asks for
 * one of them: loaded as 2,000 modules, they take longer than most test files.
 */
exports.packagesScript = () => {
	if (!script) {
		const code = readFileSync(packagesFile(), 'utf8');
		script = new Script(`(function (exports, require, __filename, __dirname) {${code}\n})`, {
			filename: NAME,
		});
	}
	return script;
};
