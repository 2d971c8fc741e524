// Loaded into n8n: at each SIGUSR2, prints what memory is in use after a full collection, in bytes.
process.on('SIGUSR2', () => {
	globalThis.gc();
	const { heapUsed, external } = process.memoryUsage();
	console.log(`In use: ${heapUsed + external}`);
});
