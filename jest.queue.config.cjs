const base = require('./jest.e2e.config.cjs');

/** Tests that run the sandbox's n8n in queue mode, with a Postgres and a Redis. */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/queue/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
	// Ends what hangs: a killed worker alone takes n8n a minute and a half.
	testTimeout: 1_800_000,
};
