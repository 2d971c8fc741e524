const base = require('./jest.config.cjs');

/** The long runs: an emulator with faults switched on, random requests, ends that n8n does not tell. */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
};
