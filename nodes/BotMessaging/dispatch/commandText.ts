import { isAboutTime, mentionsTime, saysWhen, secondsInWords } from '../fields/duration';

export type CommandFields = Record<string, unknown>;

/** No duration that people write is longer. */
const MOST_WORDS = 8;

/** The unread rest of a message that begins with a command. */
export class Rest {
	private at: number;

	constructor(
		private text: string,
		length: number,
	) {
		this.at = text.length - length;
	}

	/** Moves to the next word. Returns its offset. */
	next(): number {
		return (this.at += /^\s*/.exec(this.left)![0].length);
	}

	get left(): string {
		return this.text.slice(this.at);
	}

	/** Takes a match at the beginning that ends where a word ends. */
	match(pattern: string): string | undefined {
		const [found] = new RegExp(`^\\s*(?:${pattern})(?=\\s|$)`, 'u').exec(this.left) ?? [];
		return found && this.take(found.length);
	}

	/** Removes this many characters from the end. */
	drop(length: number): void {
		this.text = this.text.slice(0, this.text.length - length).trimEnd();
	}

	take(length: number): string | undefined {
		const taken = this.left.slice(0, length).trim();
		this.at += length;
		return taken || undefined;
	}
}

/** Chinese often has only a comma between two words; Arabic has its own comma. */
export const MARKS = '，、；：。،؛';

const WORD = `[^\\s${MARKS}]+`;

/** What is between two words; some languages write nothing between a word and a number. */
const BETWEEN = new RegExp(
	`[\\s${MARKS}]+|(?<=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}])(?=\\p{N})`,
	'u',
);

/** The first words of a text and the marks after them: longest first. */
const FIRST_WORDS = Array.from({ length: MOST_WORDS }, (_none, fewer) => {
	const about = `(?:[\\s${MARKS}]+${WORD}){${MOST_WORDS - 1 - fewer}}`;
	return new RegExp(`^\\s*(${WORD}${about})([${MARKS}]*)`);
});

/** Takes the longest duration at the beginning: `2 weeks`, `1d 12h`, `half an hour, spam`. */
export function durationIn(rest: Rest): CommandFields | undefined {
	for (const pattern of FIRST_WORDS) {
		const [whole, found = '', marks] = pattern.exec(rest.left) ?? [];
		if (whole === undefined) continue;
		const text = marks ? found : found.replace(/[,;:]$/, '');
		const seconds = secondsInWords(text);
		if (seconds === undefined) continue;
		if (!/^\d/.test(text) && saysWhen(rest.left.slice(whole.length))) return undefined;
		rest.take(whole.length);
		return { duration: text, seconds: seconds === Infinity ? null : seconds };
	}
	return undefined;
}

/**
 * Whether the text looks like a duration that we cannot read: it begins with a number (`2 gi`) or a unit
 * (`час`), or mentions a time (`for two days, please`). Read as a reason, it would mute forever.
 */
export function isMeantAsTime({ left }: Rest): boolean {
	if (/^\s*[+-]?\p{N}/u.test(left) || mentionsTime(left)) return true;
	return left.trim().split(BETWEEN).slice(0, 3).some(isAboutTime);
}
