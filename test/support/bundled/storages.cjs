const { AsyncLocalStorage } = require('node:async_hooks');

const { run, getStore } = AsyncLocalStorage.prototype;

/** What Jest notes of the test or hook that runs, by storage. */
const noted = new WeakMap();

const isOfJest = (store) =>
	store !== null && typeof store === 'object' && Object.hasOwn(store, 'test');

/**
 * Jest keeps which test runs in a storage, and from then on Node 20 calls hooks at every promise and every
 * callback of the process. Here tests run one after the other, so a variable does as well.
 */
AsyncLocalStorage.prototype.run = function (store, work, ...rest) {
	if (!isOfJest(store)) return run.call(this, store, work, ...rest);
	const before = noted.get(this);
	noted.set(this, store);
	const back = () => void noted.set(this, before);
	const result = work(...rest);
	void Promise.resolve(result).then(back, back);
	return result;
};

AsyncLocalStorage.prototype.getStore = function () {
	return noted.get(this) ?? getStore.call(this);
};
