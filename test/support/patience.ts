/** How long a fast test waits for an event, in ms. It only ends a test that hangs. */
export const PATIENCE_MS = 30_000;

/** The same for tests with a whole n8n, or heavy ones: on a busy machine they take several times as long. */
export const LONG_PATIENCE_MS = 120_000;
