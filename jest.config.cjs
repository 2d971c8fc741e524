const swc = ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }];

/** Unit, engine and emulator tests: everything that needs no n8n server. */
module.exports = {
	testEnvironment: '<rootDir>/test/support/bundled/environment.cjs',
	// Loaded once for all test files of a process.
	moduleNameMapper: {
		'^(n8n-core|n8n-workflow|fastify|axios|reflect-metadata|luxon|typescript)$':
			'<rootDir>/test/support/bundled/$1.cjs',
		'^@n8n/di$': '<rootDir>/test/support/bundled/di.cjs',
		'^@fastify/ajv-compiler$': '<rootDir>/test/support/bundled/ajv-compiler.cjs',
	},
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/test/e2e/',
		'<rootDir>/test/faults/',
		'<rootDir>/test/long/',
		'<rootDir>/test/queue/',
		'<rootDir>/test/versions/',
	],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/', '<rootDir>/sandbox/'],
	transform: { '^.+\\.ts$': swc },
	// Ends what hangs, and nothing that a busy machine merely slows down.
	testTimeout: 300_000,
	testSequencer: '<rootDir>/test/support/longestFirst.cjs',
	// Some wait more than they compute.
	maxWorkers: 3,
	// A worker that has nothing open any more takes a while to end on a busy machine: its memory is large.
	workerGracefulExitTimeout: 10_000,
};
