import { ticks } from '../clock';

/** n8n is done with starting workflows when none has been started for so long. */
const QUIET_MS = 5000;
/** Nothing is waited for longer than that: a start that goes on and on must not stop the bot. */
const LONGEST_MS = 120_000;

let lastStartAt = -Infinity;

/** Notes that n8n, which is starting, has come to one of our triggers, whichever bot it has. */
export function noteStart(): void {
	lastStartAt = ticks();
}

/**
 * Whether workflows of a bot may still be on their way in: n8n starts them one after the other.
 *
 * @param since when the first one of the bot came, in ticks
 */
export function isStartGoingOn(since: number): boolean {
	const now = ticks();
	return now - lastStartAt < QUIET_MS && now - since < LONGEST_MS;
}
