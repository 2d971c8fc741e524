const Environment = require('../../test/support/bundled/environment.cjs');

/** Skips the remaining tests of a file once one has detected the mutation. */
module.exports = class extends Environment {
	async handleTestEvent({ name, test }) {
		// All files share their globals, so environments of earlier files get the events too.
		if (name === 'run_start') this.hasFailed = false;
		if (process.env.__STRYKER_ACTIVE_MUTANT__ === undefined) return;
		if (name === 'test_done' && test.errors.length > 0) this.hasFailed = true;
		if (name === 'test_start' && this.hasFailed) test.mode = 'skip';
	}
};
