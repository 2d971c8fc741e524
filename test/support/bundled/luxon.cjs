module.exports = globalThis.bundledPackage('luxon');
