const reports = '.data/mutation';

/** Configuration of `npm run tool -- mutate`; scripts/mutate.ts adds the files to mutate. */
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
	// Code that runs on load needs all tests for each mutation.
	ignoreStatic: process.env.MUTATION_STATIC === undefined,
	ignorers: ['texts'],
	checkers: process.env.MUTATION_SAMPLE === undefined ? [] : ['sample'],
	// The tests do not need these.
	ignorePatterns: ['/sandbox', '/dist', '/dist-emulator', '/.data', '/.git'],
	tempDirName: `${reports}/sandbox`,
	reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	htmlReporter: { fileName: `${reports}/report.html` },
	jsonReporter: { fileName: `${reports}/report.json` },
	concurrency: 2,
	timeoutMS: 30_000,
	// All tests run in one process, with coverage.
	dryRunTimeoutMinutes: 60,
};
