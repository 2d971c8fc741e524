const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { Script } = require('node:vm');

const { buildSync } = require('esbuild');

const ROOT = path.resolve(__dirname, '../../..');
const FOLDER = path.join(ROOT, 'node_modules/.cache/bundled');

/**
 * The name of the packages in stack traces. No such file exists: for each test file with an error, Jest
 * would read its 16 MB to look for a source map.
 */
const NAME = path.join(ROOT, 'node_modules/bundled-packages.cjs');

/** Packages that load slowly and that most tests import; jest.config.cjs lists the same. */
const PACKAGES = [
	'n8n-core',
	'n8n-workflow',
	'fastify',
	'@fastify/ajv-compiler',
	'axios',
	// Tests also import these directly, and there can be only one copy of each.
	'reflect-metadata',
	'luxon',
	'@n8n/di',
];

/** Processes may write the same file at once: each replaces it by an identical one. */
function writeWhole(file, content) {
	const unfinished = `${file}.${process.pid}`;
	writeFileSync(unfinished, content);
	renameSync(unfinished, file);
}

/** The file with the packages, created once for each set of installed versions. */
function packagesFile() {
	const key = createHash('sha256')
		.update(readFileSync(path.join(ROOT, 'package-lock.json')))
		.update(readFileSync(__filename))
		.digest('hex')
		.slice(0, 16);
	const file = path.join(FOLDER, `${key}.cjs`);
	if (existsSync(file)) return file;
	mkdirSync(FOLDER, { recursive: true });
	const { outputFiles } = buildSync({
		stdin: {
			contents: PACKAGES.map((name) => `exports['${name}'] = () => require('${name}');`).join('\n'),
			resolveDir: ROOT,
		},
		bundle: true,
		platform: 'node',
		format: 'cjs',
		write: false,
		external: ['isolated-vm', '*.node'],
		// The bundler renames some classes, but errors are recognised by the name of their class.
		keepNames: true,
		logLevel: 'error',
	});
	writeWhole(file, outputFiles[0].contents);
	return file;
}

const readIfThere = (file) => (existsSync(file) ? readFileSync(file) : undefined);

/**
 * The packages as one script: loaded as 2,000 modules, they take longer than most test files. V8's
 * compiled code is stored next to it for later processes.
 *
 * @param context the context whose globals they use; by default this process
 * @returns a loader by package name, and `keepCode`, to be called when n8n-core is loaded
 */
exports.loadPackages = (context) => {
	const file = packagesFile();
	const codeFile = `${file}.${process.version}.code`;
	const script = new Script(
		`(function (exports, require, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`,
		{ filename: NAME, cachedData: readIfThere(codeFile) },
	);
	const packages = {};
	const run = context ? script.runInContext(context) : script.runInThisContext();
	run(packages, require, __filename, __dirname);
	let isKept = script.cachedDataRejected === false;
	const keepCode = () => {
		if (!isKept) writeWhole(codeFile, script.createCachedData());
		isKept = true;
	};
	return { packages, keepCode };
};
