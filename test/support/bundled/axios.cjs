module.exports = globalThis.bundledPackage('axios');
