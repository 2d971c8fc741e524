// Imported before the engine: n8n then logs all that it can, with everything that belongs to it.
process.env.N8N_LOG_LEVEL = 'debug';
process.env.N8N_LOG_FORMAT = 'json';
