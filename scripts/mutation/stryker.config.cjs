const reports = '.data/mutation';

/** What `npm run tool -- mutate` runs; scripts/mutate.ts adds which files are mutated. */
module.exports = {
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		configFile: 'scripts/mutation/jest.config.cjs',
		// The nodes import everything, so every test is related to every file.
		enableFindRelatedTests: false,
	},
	plugins: [
		'@stryker-mutator/jest-runner',
		'./scripts/mutation/texts.mjs',
		'./scripts/mutation/sample.mjs',
	],
	coverageAnalysis: 'perTest',
	// What runs when a file is loaded needs all tests for each mutation.
	ignoreStatic: process.env.MUTATION_STATIC === undefined,
	ignorers: ['texts'],
	checkers: process.env.MUTATION_SAMPLE === undefined ? [] : ['sample'],
	// The tests need none of it.
	ignorePatterns: ['/sandbox', '/dist', '/dist-emulator', '/.data', '/.git'],
	tempDirName: `${reports}/sandbox`,
	reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	htmlReporter: { fileName: `${reports}/report.html` },
	jsonReporter: { fileName: `${reports}/report.json` },
	concurrency: 2,
	timeoutMS: 30_000,
	// All tests in one process, which also count what they run.
	dryRunTimeoutMinutes: 60,
};
