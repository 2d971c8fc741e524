/** Milliseconds on a clock that nobody can set: only differences mean something. */
export const ticks = (): number => performance.now();
