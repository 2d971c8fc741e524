const {
	projects: [fast],
	...base
} = require('../../jest.config.cjs');

/** The tests that run the nodes, including slow ones, or those in MUTATION_TESTS. */
module.exports = {
	...base,
	...fast,
	rootDir: '../..',
	// Stryker extends it, and does not know jest's <rootDir>.
	testEnvironment: require.resolve('./environment.cjs'),
	runner: '<rootDir>/scripts/mutation/runner.cjs',
	testPathIgnorePatterns: ['/node_modules/'],
	testMatch: (process.env.MUTATION_TESTS ?? 'test/nodes test/engine')
		.split(' ')
		.map((place) => `<rootDir>/${place}{/**/*.test.ts,}`),
};
