const Sequencer = require('@jest/test-sequencer').default;

/** Those that take longest, the longest first: the other workers run all the short ones meanwhile. */
const LONGEST = [
	// With n8n.
	...['forms', 'start', 'examples', 'crash', 'live', 'disturbed', 'undisturbed'],
	// Without.
	...['scripts/check/check', 'check/lies', 'linear', 'pack', 'upload', 'secrets/answers'],
	...['menuPages', 'engine/operations', 'engine/refusals', 'engine/strict', 'cleanup'],
];

const rank = (test) => {
	const place = LONGEST.findIndex((name) => test.path.endsWith(`/${name}.test.ts`));
	return place === -1 ? LONGEST.length : place;
};

/** Jest knows how long a file took only where it ran before, which is not so in a clean checkout. */
module.exports = class extends Sequencer {
	sort(tests) {
		return super.sort(tests).sort((a, b) => rank(a) - rank(b));
	}
};
