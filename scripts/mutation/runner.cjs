const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const TestRunner = require('jest-runner').default;

/** Which mutation is active; none while Stryker finds out which test reaches which. */
const isMutated = () => process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined;

/** How often a file has failed in this process: those that find most are asked first. */
const kills = new Map();

/**
 * Runs what can tell of a mutation and no more. Stryker names the tests that reach the mutation, but
 * jest would load every test file to find them, and go on after the first failure.
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

	/** Holds the names of the tests by file, as they were found without a mutation. */
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
