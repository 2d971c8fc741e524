const base = require('./jest.config.cjs');

/** The long run against an emulator with faults switched on. */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
};
