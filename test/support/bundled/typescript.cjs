// Loads slowly, and needs none of the tests' globals.
module.exports = globalThis.processPackage('typescript');
