// Loaded into n8n before anything else. If the program that started n8n ends in any way, the channel to
// it closes, and n8n must end too, even after a kill -9.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
