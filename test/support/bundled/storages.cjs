const { AsyncLocalStorage } = require('node:async_hooks');

const entered = new Set();

for (const method of ['run', 'enterWith']) {
	const original = AsyncLocalStorage.prototype[method];
	AsyncLocalStorage.prototype[method] = function (...rest) {
		entered.add(this);
		return original.apply(this, rest);
	};
}

/**
 * Jest makes a storage for each test file and never ends it, and Node 20 visits each that is in use at
 * every promise: after 100 test files, that takes longer than the tests. A storage that is used again is on again.
 */
exports.endStorages = () => {
	for (const storage of entered) storage.disable();
	entered.clear();
};
