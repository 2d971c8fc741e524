const compiler = globalThis.bundledPackage('@fastify/ajv-compiler');

/** What checks a value, by the schema and how it is to be read. */
const compiled = globalThis.compiledSchemas;

/**
 * Each test file has an emulator of its own, and all of them compile the same schemas, which takes
 * longer than most requests. Here each is compiled once for all test files of a process.
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
