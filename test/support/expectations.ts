import { expect } from 'expect';

// The cases of the operations use it for their expectations; outside of jest it does not exist.
Object.assign(globalThis, { expect });
