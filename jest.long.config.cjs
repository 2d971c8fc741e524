const base = require('./jest.e2e.config.cjs');

/** Tests that drive the sandbox's real n8n for longer than anybody wants to wait at each change. */
module.exports = { ...base, testMatch: ['<rootDir>/test/long/**/*.test.ts'] };
