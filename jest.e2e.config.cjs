const base = require('./jest.config.cjs');

/** Tests that drive the sandbox's real n8n. */
module.exports = {
	...base,
	globalSetup: '<rootDir>/test/e2e/support/globalSetup.ts',
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
	// Each file has an n8n of its own, which mostly waits.
	maxWorkers: 2,
	testTimeout: 300_000,
};
