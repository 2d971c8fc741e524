// Loaded into n8n before anything else. The channel to the program that began n8n breaks when that
// program ends, in whichever way: then n8n must end too, even after a kill -9.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
