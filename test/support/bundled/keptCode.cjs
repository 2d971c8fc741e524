const vm = require('node:vm');

/** For each file, its text and the compiled function. */
const kept = new Map();

const { compileFunction } = vm;

/**
 * Jest compiles every module again for each test file, some 500 of them. Here all test files of a process
 * have the same globals, so they can share the functions, with what V8 has optimized in them. A
 * function still runs once for each test file: modules share no state.
 */
vm.compileFunction = (code, parameters, options) => {
	const { filename, parsingContext } = options;
	const known = kept.get(filename);
	if (known?.code === code && known.parsingContext === parsingContext) return known.made;
	const made = compileFunction(code, parameters, options);
	kept.set(filename, { code, parsingContext, made });
	return made;
};
