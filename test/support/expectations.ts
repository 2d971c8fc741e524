import { expect } from 'expect';

// The cases of the operations say with it what they expect; outside of jest it is missing.
Object.assign(globalThis, { expect });
