// It is slow to load, and needs none of the globals of the tests.
module.exports = globalThis.processPackage('typescript');
