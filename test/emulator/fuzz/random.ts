const WORDS = [
	'',
	' ',
	'0',
	'-1',
	'1e9',
	'true',
	'null',
	'[]',
	'{}',
	'@demo_group',
	'attach://video',
	'<b>bold',
	'</i>',
	'<a href="x">',
	'1 < 2 & 3',
	'*_~||`[](',
	'\\\\*',
	'../../etc/passwd',
	'%00%zz',
	'__proto__',
	'constructor',
	'\u0000\u0001\u001f',
	'\ud800',
	'👍🏽é\u202e',
	'"\'\r\n\t',
];

const NUMBERS = [
	0,
	1,
	-1,
	2,
	100,
	101,
	0.5,
	-1001,
	1003,
	2 ** 31,
	2 ** 53,
	-(2 ** 53),
	1e21,
	1e308,
];

/** Random numbers and choices, the same for the same seed (mulberry32). */
export class Random {
	constructor(private state: number) {}

	/** From 0 to 1, without 1. */
	fraction(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** From 0 to `below`, without `below`. */
	integer(below: number): number {
		return Math.floor(this.fraction() * below);
	}

	isHit(chance: number): boolean {
		return this.fraction() < chance;
	}

	pick<T>(choices: readonly T[]): T {
		return choices[this.integer(choices.length)];
	}

	list<T>(most: number, make: () => T): T[] {
		return Array.from({ length: this.integer(most + 1) }, make);
	}

	bytes(most: number): Buffer {
		return Buffer.from(this.list(most, () => this.integer(256)));
	}

	text(): string {
		const words = this.list(4, () => this.pick(WORDS)).join(this.pick(['', ' ']));
		return this.isHit(0.02) ? words.padEnd(this.integer(6000), 'x') : words;
	}

	/** Any JSON value except a number, so that it cannot be a valid setting. */
	odd(levels = 3): unknown {
		const kind = this.integer(levels > 0 ? 5 : 3);
		if (kind === 0) return this.text();
		if (kind === 1) return this.isHit(0.5);
		if (kind === 2) return null;
		if (kind === 3) return this.list(4, () => this.value(levels - 1));
		return Object.fromEntries(this.list(4, () => [this.text(), this.value(levels - 1)]));
	}

	/** Any JSON value. */
	value(levels = 3): unknown {
		return this.isHit(0.3) ? this.pick(NUMBERS) : this.odd(levels);
	}

	/** The value, unchanged or with something in it replaced, removed or added. */
	damaged(value: unknown): unknown {
		if (this.isHit(0.05)) return this.value();
		if (Array.isArray(value)) {
			if (value.length === 0 || this.isHit(0.1)) return [...value, this.value()];
			const at = this.integer(value.length);
			return value.map((entry, index) => (index === at ? this.damaged(entry) : entry) as unknown);
		}
		if (typeof value !== 'object' || value === null) return this.value();
		const entries = Object.entries(value);
		if (entries.length === 0 || this.isHit(0.1)) return { ...value, [this.text()]: this.value() };
		const at = this.integer(entries.length);
		if (this.isHit(0.2)) return Object.fromEntries(entries.filter((_entry, index) => index !== at));
		entries[at][1] = this.damaged(entries[at][1]);
		return Object.fromEntries(entries);
	}
}
