const compiler = globalThis.bundledPackage('@fastify/ajv-compiler');

/** Compiled validators, by schema and options. */
const compiled = globalThis.compiledSchemas;

/**
 * Each test file has its own emulator, and all of them compile the same schemas, which takes longer than
 * most requests. This compiles each schema once for all test files of a process.
 */
module.exports = {
	...compiler,
	AjvCompiler: (settings) => {
		const build = compiler.AjvCompiler(settings);
		return (externals, options) => {
			const compile = build(externals, options);
			return (route) => {
				const key = JSON.stringify([settings, externals, options, route.schema]);
				if (!compiled.has(key)) compiled.set(key, compile(route));
				return compiled.get(key);
			};
		};
	},
};
