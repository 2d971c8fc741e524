const Environment = require('../../test/support/bundled/environment.cjs');

/** Skips the other tests of a file once one has told of the mutation. */
module.exports = class extends Environment {
	async handleTestEvent({ name, test }) {
		// Those of earlier files hear of the events too, because all share their globals.
		if (name === 'run_start') this.hasFailed = false;
		if (process.env.__STRYKER_ACTIVE_MUTANT__ === undefined) return;
		if (name === 'test_done' && test.errors.length > 0) this.hasFailed = true;
		if (name === 'test_start' && this.hasFailed) test.mode = 'skip';
	}
};
