import { LANGUAGE_MODEL, split, toHtml } from '../../../nodes/BotMessaging/format';
import { shownText, wireText } from '../../support/shown';
import { HARD } from './hardTexts';

const LENGTH = 250_000;

/** Shorter times are mostly other work of the process. */
const LEAST_MS = 60;

/** A text of four times the length takes four times as long, or sixteen times with backtracking. */
const MOST_TIMES = 9;

const signs = (given: string) => given.replace(/\s/g, '').length;

/** Everything done to a text before it is sent, and the processor time in ms. */
function sent(text: string, format: string): { parts: number; ms: number } {
	const before = process.cpuUsage();
	const isService = format === 'Markdown';
	const shown = shownText(wireText(text, format), isService ? format : 'HTML')!;
	const parts = split(shown, 4096, 4096);
	parts.forEach((part) => toHtml(part));
	const { user, system } = process.cpuUsage(before);
	expect(parts.every((part) => part.text.length <= 4096)).toBe(true);
	expect(parts.reduce((sum, part) => sum + signs(part.text), 0)).toBe(signs(shown.text));
	// Up to four times the text, because of the characters before the lines of a quote or list.
	expect(shown.text.length).toBeLessThan(4 * text.length + 1000);
	return { parts: parts.length, ms: (user + system) / 1000 };
}

const figures: Array<{ what: string; parts: number; ms: number }> = [];

afterAll(() => {
	const slowest = [...figures].sort((a, b) => b.ms - a.ms);
	const lines = slowest.map(
		({ what, parts, ms }) =>
			`${ms.toFixed(0).padStart(5)} ms ${`${parts}`.padStart(4)} parts  ${what}`,
	);
	console.info(`Processor time for ${LENGTH / 1000} kB\n${lines.join('\n')}`);
});

/** The service's own Markdown has links too. */
const LINKS = ['[a](b', '[a](', '![](', '[[', '[a]', '[a](https://b) '];

const texts = [
	...HARD.map(([what, make]) => [what, LANGUAGE_MODEL, make] as const),
	...HARD.filter(([what]) => LINKS.some((link) => what.startsWith(JSON.stringify(link)))).map(
		([what, make]) => [`${what}, in the service's Markdown`, 'Markdown', make] as const,
	),
];

test.each(texts)('%s', (what, format, make) => {
	const long = make(LENGTH);
	const best = { less: Infinity, more: Infinity };
	let parts = 0;
	let most = MOST_TIMES * LEAST_MS;
	// A busy machine slows down any single run.
	for (let tries = 0; tries < 4 && best.more >= most; tries++) {
		const whole = sent(long, format);
		best.more = Math.min(best.more, whole.ms);
		parts = whole.parts;
		// Then the time for the short text does not matter.
		if (best.more < most) break;
		best.less = Math.min(best.less, sent(make(LENGTH / 4), format).ms);
		most = MOST_TIMES * Math.max(best.less, LEAST_MS);
	}
	figures.push({ what, parts, ms: best.more });
	expect(best.more).toBeLessThan(most);
});

describe.each(['telegramMarkdown', 'telegramMarkdownV2', 'telegramHtml'])('%s', (format) => {
	test.each([
		'[',
		'](',
		'[a](b',
		'*',
		'_',
		'`',
		'```',
		'||',
		'\\',
		'~',
		'<a ',
		'<b>',
		'&#3',
		'<pre>',
	])('parses a long text of %j', (sign) => {
		const shown = shownText(wireText(`x${sign.repeat(60_000)}`, format), 'HTML');
		expect(shown?.text).toMatch(/^x/);
	});
});
