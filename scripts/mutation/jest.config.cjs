const base = require('../../jest.config.cjs');

/** The tests of `npm test` that run the nodes, or those of MUTATION_TESTS. */
module.exports = {
	...base,
	rootDir: '../..',
	// Stryker extends it, and does not know jest's <rootDir>.
	testEnvironment: require.resolve('./environment.cjs'),
	runner: '<rootDir>/scripts/mutation/runner.cjs',
	testMatch: (process.env.MUTATION_TESTS ?? 'test/nodes test/engine')
		.split(' ')
		.map((place) => `<rootDir>/${place}{/**/*.test.ts,}`),
};
