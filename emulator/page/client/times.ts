/** Times look the same everywhere: 14:05:09. Created once, because that is slow. */
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });

/** Unix milliseconds as hour, minute and second. */
export const clock = (ms: number): string => CLOCK.format(ms);

/** Unix seconds as a day. */
export function day(seconds: number): string {
	const date = new Date(seconds * 1000);
	return date.toDateString() === new Date().toDateString() ? 'Today' : DAY.format(date);
}

const two = (number: number) => String(number).padStart(2, '0');

/** Seconds for people: `59 s`, `4 min 05 s`, `2 h 05 min`, `3 days 4 h`. */
export function duration(seconds: number): string {
	const minutes = Math.floor(seconds / 60);
	const hours = Math.floor(minutes / 60);
	const days = Math.floor(hours / 24);
	if (minutes < 1) return `${seconds} s`;
	if (hours < 1) return `${minutes} min ${two(seconds % 60)} s`;
	if (days < 1) return `${hours} h ${two(minutes % 60)} min`;
	return `${days} ${days === 1 ? 'day' : 'days'} ${hours % 24} h`;
}
