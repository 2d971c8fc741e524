const Sequencer = require('@jest/test-sequencer').default;

/** The slowest files, slowest first: the other workers run the short ones meanwhile. */
const LONGEST = [
	// With n8n.
	...['forms', 'start', 'examples', 'crash', 'live', 'disturbed', 'undisturbed'],
	// Without.
	...['check/check', 'check/lies', 'linear', 'pack', 'upload', 'secrets/answers'],
	...['menuPages', 'engine/operations', 'engine/refusals', 'engine/strict', 'cleanup'],
];

const rank = (test) => {
	const place = LONGEST.findIndex((name) => test.path.endsWith(`/${name}.test.ts`));
	return place === -1 ? LONGEST.length : place;
};

/** Jest knows the duration of a file only after an earlier run, which a clean checkout lacks. */
module.exports = class extends Sequencer {
	sort(tests) {
		return super.sort(tests).sort((a, b) => rank(a) - rank(b));
	}
};
