module.exports = globalThis.bundledPackage('n8n-core');
