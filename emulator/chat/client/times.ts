/** Times as the reader's country writes them; made once, for making one takes long. */
const CLOCK = new Intl.DateTimeFormat([], { hour: '2-digit', minute: '2-digit' });
const SECONDS = new Intl.DateTimeFormat([], { timeStyle: 'medium' });
const DAY = new Intl.DateTimeFormat([], { weekday: 'long', day: 'numeric', month: 'long' });

/** Unix seconds as hour and minute. */
export const clock = (seconds: number): string => CLOCK.format(seconds * 1000);

/** Unix milliseconds as hour, minute and second. */
export const clockWithSeconds = (ms: number): string => SECONDS.format(ms);

/** Unix seconds as a day. */
export function day(seconds: number): string {
	const date = new Date(seconds * 1000);
	return date.toDateString() === new Date().toDateString() ? 'Today' : DAY.format(date);
}
