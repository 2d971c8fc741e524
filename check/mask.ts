/** Masks names and ids of people and chats in answers, so that none gets into a report. */

const PRIVATE =
	/^(id|user_id|chat_id|.*name|.*names|title|.*_title|invite_link|.*signature|phone_number|email|bio|nick.*)$/;

/** A part of the token that is shorter is no secret. */
const SHORTEST_SECRET = 8;

/** Within a word, such as in MilanWithTheHat, a shorter name could be anything. */
const SHORTEST_WITHIN = 4;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The core of a text in base64 within a longer one: three variants, by its offset. */
function base64(text: string): string[] {
	return [0, 1, 2].flatMap((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
		// The characters at both ends depend on the neighbours.
		const end = Math.floor(bytes.length / 3) * 4;
		const middle = bytes.toString('base64').slice(Math.ceil((before * 8) / 6), end);
		return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')];
	});
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes escapes (%3A, &#58;, \u003A). */
function decoded(words: string): string {
	const sign = (code: string, radix: number) => {
		const number = Number.parseInt(code, radix);
		return number <= 0x10ffff ? String.fromCodePoint(number) : '…';
	};
	return words
		.replace(/\\u([0-9a-f]{4})/gi, (_all, code: string) => sign(code, 16))
		.replace(/&#x([0-9a-f]+);/gi, (_all, code: string) => sign(code, 16))
		.replace(/&#(\d+);/g, (_all, code: string) => sign(code, 10))
		.replace(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => ENTITIES[name] ?? '')
		.replace(/(%(25)*[0-9a-f]{2})+/gi, (all) =>
			Buffer.from(all.replace(/%(25)*/g, ''), 'hex').toString(),
		);
}

export class Mask {
	private readonly known = new Set<string>();

	private readonly secrets: string[];

	constructor(token: string) {
		const [number = '', secret = ''] = token.split(':');
		this.add(number);
		this.secrets = [token, secret, ...base64(token), ...base64(secret)].filter(
			(text) => text.length >= SHORTEST_SECRET,
		);
		this.add(token);
		this.add(secret);
	}

	add(value: unknown): void {
		const text = String(value ?? '').trim();
		if (text === '') return;
		this.known.add(text);
		// A server may quote a part of a name.
		for (const part of text.split(/\s+/)) if (part.length > 2) this.known.add(part);
	}

	/** Remembers private data in an answer of the server. */
	learn(answer: unknown, isPrivate = false): void {
		if (typeof answer !== 'object' || answer === null) return;
		for (const [name, value] of Object.entries(answer)) {
			const isOne = PRIVATE.test(name) || (isPrivate && Array.isArray(answer));
			if (typeof value === 'object') this.learn(value, isOne);
			else if (isOne) this.add(value);
		}
	}

	/** The server's words, fit for a report: short, on one line, without private data. */
	quote(words: string): string {
		const plain = this.hide(decoded(words))
			.replace(/@\w+/g, '@…')
			.replace(/-?\d{5,}/g, '…')
			.replace(/"/g, "'")
			.replace(/[\s`|<>]+/g, ' ');
		return `"${plain.trim().slice(0, 100)}"`;
	}

	/** Masks words that were quoted earlier with what was learned since. */
	again(words: string): string {
		return words.replace(/"([^"]*)"/g, (_all, quoted: string) => this.quote(quoted));
	}

	private hide(words: string): string {
		const open = this.secrets.reduce((text, secret) => text.replaceAll(secret, '…'), words);
		const longestFirst = [...this.known].sort((a, b) => b.length - a.length);
		return longestFirst.reduce((text, name) => {
			const pattern = escaped(name);
			const isWithin = name.length >= SHORTEST_WITHIN || /[^\x00-\x7f]/.test(name);
			const whole = isWithin ? pattern : `(?<![a-z0-9])${pattern}(?![a-z0-9])`;
			return text.replace(new RegExp(whole, 'gi'), '…');
		}, open);
	}
}
