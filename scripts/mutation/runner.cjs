const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const TestRunner = require('jest-runner').default;

/** Whether a mutation is active; false while Stryker records which tests reach which mutation. */
const isMutated = () => process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined;

/** How often each file has failed in this process: the best detectors run first. */
const kills = new Map();

/**
 * Runs only the tests that can detect a mutation. Stryker names them, but jest would load every test file
 * to find them, and continue after the first failure.
 */
module.exports = class extends TestRunner {
	async runTests(tests, watcher, options) {
		const names = {};
		let hasFailed = false;
		this.on('test-file-success', ([{ path: file }, { testResults, numFailingTests }]) => {
			names[file] = testResults.map(({ fullName }) => fullName);
			if (numFailingTests === 0) return;
			hasFailed = true;
			kills.set(file, (kills.get(file) ?? 0) + 1);
		});
		for (const test of isMutated() ? this.reaching(tests) : tests) {
			await super.runTests([test], watcher, { ...options, serial: true });
			if (hasFailed && isMutated()) return;
		}
		if (!isMutated()) this.note(tests, names);
	}

	/** Records the names of the tests by file, from the run without a mutation. */
	record({ context }) {
		return path.join(context.config.rootDir, '.data/names.json');
	}

	note(tests, names) {
		if (tests.length === 0) return;
		const file = this.record(tests[0]);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, JSON.stringify(names));
	}

	reaching(tests) {
		if (tests.length === 0) return tests;
		const byKills = [...tests].sort((a, b) => (kills.get(b.path) ?? 0) - (kills.get(a.path) ?? 0));
		const { testNamePattern } = this._globalConfig;
		if (!testNamePattern) return byKills;
		const pattern = new RegExp(testNamePattern, 'i');
		const names = JSON.parse(readFileSync(this.record(tests[0]), 'utf8'));
		return byKills.filter((test) => names[test.path]?.some((name) => pattern.test(name)));
	}
};
