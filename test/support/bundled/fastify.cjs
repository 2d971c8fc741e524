module.exports = globalThis.bundledPackage('fastify');
