const base = require('./jest.config.cjs');

/** The long runs: a server that fails, random requests, ends that n8n does not tell, a day of traffic. */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
};
