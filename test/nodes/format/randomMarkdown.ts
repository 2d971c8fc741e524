/** Random numbers from 0 to below `most`, the same in every run (mulberry32). */
export function dice(seed: number): (most: number) => number {
	let state = seed;
	return (most) => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
	};
}

/** Characters with a meaning in Markdown, HTML or the service, to insert anywhere. */
const NOISE =
	'* ** *** _ __ ~ ~~ ` `` ``` [ ] ( ) ]( ![ < > <b> </b> <br> <!-- --> | || \\ \\( \\) \\[ \\] $ $$ # ## > - + 1. 10) : ]: --- === &amp; &#42; & ! \n \n\n \t \r\n https:// mailto: 你 é 👨‍👩‍👧‍👦 \u200d \u00a0 \u202e \0';

const noise = [...NOISE.split(' '), ' ', '   ', '     ', '\n    '];

/** Creates Markdown of all kinds, valid or broken, from words that each appear once. */
export class RandomMarkdown {
	private count = 0;

	private readonly roll: (most: number) => number;

	constructor(seed: number) {
		this.roll = dice(seed);
	}

	private one<T>(choices: readonly T[]): T {
		return choices[this.roll(choices.length)];
	}

	private word(): string {
		return `w${(this.count++).toString(36)}q`;
	}

	private times(most: number, make: (index: number) => string, between = ''): string {
		return Array.from({ length: 1 + this.roll(most) }, (_none, index) => make(index)).join(between);
	}

	private words(): string {
		return this.times(6, () => this.word(), ' ');
	}

	private address(): string {
		const file = `${this.word()}/${this.word()}.html`;
		const schemes = ['https://x.example/', 'http://', '/', '', '#', 'mailto:', 'tel:', 'safew://'];
		return this.one(schemes) + file;
	}

	private inline(): string {
		const words = this.words();
		const mark = this.one(['*', '**', '***', '_', '__', '~~', '`', '``', '$', '$$', '||']);
		const kinds = [
			() => words,
			() => `${mark}${words}${mark}`,
			() => `${mark}${words} ${this.inline()}${mark}`,
			() => `[${words}](${this.address()})`,
			() => `![${words}](${this.address()})`,
			() => `[${words}](<${this.address()}>)`,
			() => `[${words}][l${this.roll(4)}]`,
			() => `<${this.address()}>`,
			() => `\\[${words}\\]`,
			() => `\\(${words}\\)`,
			() => `\\(${words}^2\\)`,
			() => `https://x.example/${words}`,
		];
		return this.one(kinds)();
	}

	private line(): string {
		return this.times(3, () => this.inline(), ' ');
	}

	private table(): string {
		const columns = 1 + this.roll(6);
		const row = (cells: number, make: () => string) => {
			const inner = Array.from({ length: cells }, make).join('|');
			return this.roll(2) === 0 ? `|${inner}|` : `${inner}|`;
		};
		const rules = row(columns, () => this.one(['-', ':-', '-:', ':-:', '---']));
		const cell = () => (this.roll(5) === 0 ? '' : this.roll(9) === 0 ? this.line() : this.word());
		return [
			row(columns, cell),
			rules,
			this.times(5, () => row(Math.max(1, columns + this.roll(3) - 1), cell), '\n'),
		].join('\n');
	}

	private list(depth = 0): string {
		const marker = this.one(['-', '*', '+', '1.', '3)', '10.', '- [ ]', '- [x]']);
		const indent = ' '.repeat(depth * this.one([2, 3, 4]));
		return this.times(
			3,
			() =>
				`${indent}${marker} ${this.line()}` +
				(depth < 4 && this.roll(3) === 0 ? `\n${this.list(depth + 1)}` : ''),
			'\n',
		);
	}

	private block(): string {
		const kinds = [
			() => this.times(3, () => this.line(), '\n'),
			() => `${'#'.repeat(1 + this.roll(7))} ${this.line()}`,
			() => `${this.line()}\n${this.one(['===', '---', '-', '='])}`,
			() => this.list(),
			() => this.table(),
			() => `\`\`\`${this.one(['', 'js', this.words()])}\n${this.words()}\n\`\`\``,
			() => `~~~${this.words()}`,
			() => `    ${this.words()}`,
			() => `$$\n${this.words()}\n$$`,
			() => this.block().replace(/^/gm, '> '),
			() => this.block().replace(/^/gm, '  '),
			() => `[l${this.roll(4)}]: ${this.address()}`,
			() => `[${this.word()}]: ${this.address()}`,
			() => this.one(['---', '***', '<!-- x -->', '**', '|', '>', '']),
		];
		return this.one(kinds)();
	}

	/** A text; most have characters inserted anywhere except inside words, or removed. */
	text(): string {
		let text = this.times(6, () => this.block(), this.one(['\n', '\n\n']));
		for (let times = this.roll(12); times > 0; times--) {
			const places = [...text.matchAll(/(?<![a-z0-9])|(?![a-z0-9])/g)].map(({ index }) => index);
			const place = this.one(places);
			const rest = text.slice(place);
			const isTaken = this.roll(3) === 0 && /^[^a-z0-9]/.test(rest);
			text = text.slice(0, place) + (isTaken ? rest.slice(1) : this.one(noise) + rest);
		}
		return text;
	}
}
