const { existsSync } = require('node:fs');
const { join } = require('node:path');

const Sequencer = require('@jest/test-sequencer').default;

const TESTS = join(__dirname, '..');

/** The slowest files, slowest first: the other workers run the short ones meanwhile. */
const LONGEST = [
	// With n8n.
	...['e2e/browser/forms', 'long/forms', 'queue/forms', 'e2e/start', 'e2e/examples'],
	...['e2e/triggers/crash', 'e2e/triggers/live', 'queue/disturbed', 'queue/undisturbed'],
	// Without, in npm run test:slow.
	...['check/check', 'check/lies', 'emulator/linear', 'package/pack', 'engine/upload'],
	'engine/secrets/answers',
	// Without, in npm test.
	...['engine/operations', 'engine/secrets/addresses', 'engine/refusals', 'engine/strict'],
	...['engine/waiting/form', 'nodes/api/traffic', 'engine/triggers/menuPages', 'engine/lanes'],
].map((name) => join(TESTS, `${name}.test.ts`));

const rank = ({ path }) => {
	const place = LONGEST.indexOf(path);
	return place === -1 ? LONGEST.length : place;
};

/** Jest knows the duration of a file only after an earlier run, which a clean checkout lacks. */
module.exports = class extends Sequencer {
	constructor(...rest) {
		super(...rest);
		const gone = LONGEST.filter((path) => !existsSync(path));
		if (gone.length > 0) throw new Error(`longestFirst.cjs names no test: ${gone.join(', ')}`);
	}

	sort(tests) {
		return super.sort(tests).sort((a, b) => rank(a) - rank(b));
	}
};
