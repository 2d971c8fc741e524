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
 * Jest creates a storage for each test file and never ends it, and Node 20 visits each active one at every
 * promise: after 100 test files, that takes longer than the tests. A storage is reactivated when it is used.
 */
exports.endStorages = () => {
	for (const storage of entered) storage.disable();
	entered.clear();
};
