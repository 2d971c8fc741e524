const Module = require('node:module');

const { loadPackages } = require('./bundle.cjs');

const { packages } = loadPackages();
const load = Module._load;

/** For programs run with `--require`: the packages come from the bundle, as in jest. */
Module._load = function (name, ...rest) {
	return Object.hasOwn(packages, name) ? packages[name]() : load.call(this, name, ...rest);
};
