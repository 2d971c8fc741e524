module.exports = globalThis.bundledPackage('reflect-metadata');
