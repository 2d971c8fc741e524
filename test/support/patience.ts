/**
 * How many ms a test waits for what has to come. It only ends a test that hangs: beside other work
 * on the machine everything takes several times as long.
 */
export const PATIENCE_MS = 10_000;
