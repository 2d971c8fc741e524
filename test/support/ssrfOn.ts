// n8n reads these when it makes its first request, so this module is imported before all others.
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
// The emulator's address.
process.env.N8N_SSRF_ALLOWED_IP_RANGES = '127.0.0.1/32';
