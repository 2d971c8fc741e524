import { UserError } from '../../api/errors';

const MINUTE_MS = 60_000;

/** The Options of a polling trigger's form. */
interface Chosen {
	afterInterruption: 'again' | 'leave';
	confirm: 'ended' | 'started';
	gatherAlbums: boolean;
	chatOrder: boolean;
	/** Minutes. */
	longestExecution: number;
	parallel: number;
	removeWebhook: boolean;
}

export interface Options extends Chosen {
	/** Milliseconds that an execution holds its place and its chat at most. */
	longestMs: number;
}

const DEFAULTS: Chosen = {
	afterInterruption: 'leave',
	confirm: 'ended',
	gatherAlbums: true,
	chatOrder: true,
	longestExecution: 5,
	parallel: 5,
	removeWebhook: false,
};

/** Reads the options. Throws UserError for a number that cannot be right. */
export function optionsOf(chosen: Partial<Chosen>): Options {
	const options = { ...DEFAULTS, ...chosen };
	const { parallel, longestExecution } = options;
	if (!Number.isInteger(parallel) || parallel <= 0) {
		throw new UserError(
			`Parallel Executions cannot be ${parallel}`,
			'Give a whole number from 1 up.',
		);
	}
	if (!Number.isFinite(longestExecution) || longestExecution <= 0) {
		throw new UserError(
			`Longest Execution (Minutes) cannot be ${longestExecution}`,
			'Give a number of minutes above 0.',
		);
	}
	return { ...options, longestMs: longestExecution * MINUTE_MS };
}
