const Sequencer = require('@jest/test-sequencer').default;

/** Those that take longest, the longest first: the other worker runs all the short ones meanwhile. */
const LONGEST = ['forms', 'start', 'examples', 'crash', 'live', 'disturbed', 'undisturbed'];

const rank = (test) => {
	const place = LONGEST.findIndex((name) => test.path.endsWith(`/${name}.test.ts`));
	return place === -1 ? LONGEST.length : place;
};

module.exports = class extends Sequencer {
	sort(tests) {
		return [...tests].sort((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path));
	}
};
