/** Names and numbers of people and chats, as they come in answers: none of them may be in a report. */

const PRIVATE =
	/^(id|user_id|chat_id|first_name|last_name|username|title|invite_link|custom_title)$/;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export class Mask {
	private readonly known = new Set<string>();

	constructor(private readonly token: string) {
		this.add(token);
		for (const part of token.split(':')) this.add(part);
	}

	add(value: unknown): void {
		const text = String(value ?? '');
		if (text.length > 1) this.known.add(text);
	}

	/** Remembers what is private in an answer of the server. */
	learn(answer: unknown): void {
		if (typeof answer !== 'object' || answer === null) return;
		for (const [name, value] of Object.entries(answer)) {
			if (typeof value === 'object') this.learn(value);
			else if (PRIVATE.test(name)) this.add(value);
		}
	}

	/** Words of the server, fit for a report: short, in one line, and without what is private. */
	quote(words: string): string {
		const longestFirst = [...this.known].sort((a, b) => b.length - a.length);
		const masked = longestFirst.reduce(
			(text, secret) =>
				text.replace(new RegExp(`(?<![\\w])${escaped(secret)}(?![\\w])`, 'gi'), '…'),
			words.replaceAll(this.token, '…'),
		);
		const plain = masked
			.replace(/@\w+/g, '@…')
			.replace(/-?\d{5,}/g, '…')
			.replace(/[\s`|<>]+/g, ' ');
		return `"${plain.trim().slice(0, 100)}"`;
	}
}
