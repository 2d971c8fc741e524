const { readdirSync, readFileSync } = require('node:fs');

const swc = ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }];

const shared = {
	testEnvironment: '<rootDir>/test/support/bundled/environment.cjs',
	// Loaded once for all test files of a process.
	moduleNameMapper: {
		'^(n8n-core|n8n-workflow|fastify|axios|reflect-metadata|luxon|typescript)$':
			'<rootDir>/test/support/bundled/$1.cjs',
		'^@n8n/di$': '<rootDir>/test/support/bundled/di.cjs',
		'^@fastify/ajv-compiler$': '<rootDir>/test/support/bundled/ajv-compiler.cjs',
	},
	testPathIgnorePatterns: ['/node_modules/'],
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/.data/',
		'<rootDir>/sandbox/node_modules/',
	],
	transform: { '^.+\\.ts$': swc },
};

/** Heavy by nature: large files, packing, kill and restart, whole runs of a program, linear time. */
const SLOW = [
	...[
		'emulator/bodies',
		'emulator/fuzz',
		'emulator/lifecycle',
		'emulator/linear',
		'emulator/uploads',
	],
	...[
		'engine/builderTypes',
		'engine/manyDeletes',
		'engine/patience',
		'engine/remoteBounds',
		'engine/upload',
	],
	...['engine/secrets/answers', 'engine/streaming/answers'],
	...['engine/traffic/newsletter', 'engine/traffic/pace'],
	...['lostEnds', 'onePerson', 'restart'].map((name) => `engine/triggers/${name}`),
	...[
		'nodes/api/broadcasts',
		'nodes/format/corpus',
		'nodes/format/linear',
		'nodes/moderation/linear',
	],
	...['package/dev', 'package/pack'],
	...['reference/types', 'converter/program', 'sandbox/publication', 'scripts/tools'],
	...['check', 'lies', 'program', 'promises', 'recording', 'undo'].map((name) => `check/${name}`),
].map((name) => `<rootDir>/test/${name}.test.ts`);

const filesIn = (folder) => `<rootDir>/test/${folder}/**/*.test.ts`;

/** A whole n8n that has as much to do as it can. */
const LOAD = [
	...[
		'triggers/crowd',
		'triggers/gathering',
		'triggers/onePerson',
		'triggers/pace',
		'triggers/raid',
		'triggers/sharedWebhook',
		'triggers/throughput',
		'waiting/flood',
		'waiting/form',
	],
].map((name) => `<rootDir>/test/e2e/${name}.test.ts`);

/** Drives the sandbox's real n8n. */
const inN8n = {
	...shared,
	globalSetup: '<rootDir>/test/e2e/support/globalSetup.ts',
	globalTeardown: '<rootDir>/test/e2e/support/globalTeardown.ts',
};

/** Those that need no n8n of their own also run in one that runs elsewhere. */
function inSharedN8n(pattern) {
	const folder = `${__dirname}/test`;
	return readdirSync(folder, { recursive: true })
		.filter((file) => pattern.test(file) && file.endsWith('.test.ts'))
		.filter((file) => readFileSync(`${folder}/${file}`, 'utf8').includes(' = useN8n();'))
		.map((file) => `<rootDir>/test/${file}`);
}

const isElsewhere = Boolean(process.env.BOT_MESSAGING_N8N_URL);

/** The end-to-end tests that the table of versions has rows for. */
const IN_TABLE = ['install', 'credential', 'operations', 'examples'];

/** What `npm run tool -- versions` runs, in the n8n of BOT_MESSAGING_N8N or in one that runs elsewhere. */
const versions = {
	...inN8n,
	displayName: 'versions',
	testMatch: isElsewhere
		? inSharedN8n(new RegExp(`^(versions|e2e/(${IN_TABLE.join('|')})\\.)`))
		: [filesIn('versions'), ...IN_TABLE.map((file) => `<rootDir>/test/e2e/${file}.test.ts`)],
};

/** The fast tests of triggers and questions, with an emulator that speaks another dialect. */
const inDialect = (dialect) => ({
	...shared,
	displayName: dialect,
	testEnvironmentOptions: { dialect },
	testMatch: ['engine/triggers', 'engine/waiting'].map(filesIn),
	testPathIgnorePatterns: [...shared.testPathIgnorePatterns, ...SLOW],
});

const WITH_N8N = ['e2e', 'long', 'queue'];

/** `npm test` runs the project `fast`; the scripts in package.json name the others. */
module.exports = {
	projects: [
		{
			...shared,
			displayName: 'fast',
			testMatch: [filesIn('*')],
			testPathIgnorePatterns: [
				...shared.testPathIgnorePatterns,
				...[...WITH_N8N, 'faults', 'versions'].map((folder) => `<rootDir>/test/${folder}/`),
				...SLOW,
			],
		},
		{ ...shared, displayName: 'slow', testMatch: SLOW },
		...['nulls', 'empties', 'zeros'].map(inDialect),
		{ ...shared, displayName: 'faults', testMatch: [filesIn('faults')] },
		...(isElsewhere
			? [{ ...inN8n, displayName: 'e2e', testMatch: inSharedN8n(/^e2e/) }]
			: WITH_N8N.map((folder) => ({
					...inN8n,
					displayName: folder,
					testMatch: [filesIn(folder)],
					testPathIgnorePatterns: [...shared.testPathIgnorePatterns, ...LOAD],
				}))),
		{ ...inN8n, displayName: 'load', testMatch: LOAD },
		...(isElsewhere || process.env.BOT_MESSAGING_N8N ? [versions] : []),
	],
	// Ends what hangs, and nothing that a busy machine merely slows down.
	testTimeout: 300_000,
	testSequencer: '<rootDir>/test/support/longestFirst.cjs',
	maxWorkers: 3,
	// A worker that has nothing open any more takes a while to end on a busy machine: its memory is large.
	workerGracefulExitTimeout: 10_000,
};
