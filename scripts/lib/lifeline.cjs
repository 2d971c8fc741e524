const { isMainThread } = require('node:worker_threads');

// Loaded into n8n before anything else. Its standard input comes from the program that began it, and
// ends with that program in whichever way: then n8n must end too, even after a kill -9.
// n8n's worker threads load this as well, and theirs ends at once.
if (isMainThread) {
	process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM')).resume();
}
