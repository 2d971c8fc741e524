/** How many ms a fast test waits for what has to come. It only ends a test that hangs. */
export const PATIENCE_MS = 10_000;

/** The same for what runs in a whole n8n or is heavy by nature: beside other work it takes several times as long. */
export const LONG_PATIENCE_MS = 120_000;
