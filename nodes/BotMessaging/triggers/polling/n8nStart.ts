import { ticks } from '../../api/clock';
import { registry } from '../../bots/registry';

/** n8n has finished starting workflows when it has started none for this time. */
const QUIET_MS = 5000;
/** The longest wait for a start: one that never ends must not stop the bot. */
const LONGEST_MS = 120_000;

/** When n8n, while it starts, has last reached one of our triggers. */
class N8nStart {
	/** In ticks. */
	lastAt = -Infinity;
}

/** Notes that n8n, while it starts, has reached one of our triggers, whichever bot it has. */
export function noteWorkflowStart(): void {
	registry.part(N8nStart).lastAt = ticks();
}

/**
 * Whether n8n may still start more workflows of a bot: it starts them one after the other.
 *
 * @param since when the first one of the bot came, in ticks
 */
export function mayStartMore(since: number): boolean {
	const now = ticks();
	return now - registry.part(N8nStart).lastAt < QUIET_MS && now - since < LONGEST_MS;
}
