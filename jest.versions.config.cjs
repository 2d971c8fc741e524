const base = require('./jest.e2e.config.cjs');

/** What the package does in the n8n of BOT_MESSAGING_N8N; `npm run test:versions` names several. */
module.exports = {
	...base,
	testMatch: [
		'<rootDir>/test/versions/*.test.ts',
		...['install', 'operations', 'examples'].map((file) => `<rootDir>/test/e2e/${file}.test.ts`),
	],
	testTimeout: 1_200_000,
};
