module.exports = globalThis.bundledPackage('@fastify/ajv-compiler');
