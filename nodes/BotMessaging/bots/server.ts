import type { Call } from '../api/client';

/** How a trigger asks the server of its bot about what an update alone does not say. */
export interface Server {
	/** Patient: it tries again. */
	call: Call;
	warn(words: string): void;
}
