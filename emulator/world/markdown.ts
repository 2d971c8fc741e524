/** Markdown as the service reads it (reference 7): never wrong. */

/** A stretch of a text in one style (reference 7); UTF-16 units. */
export interface Entity {
	type: string;
	offset: number;
	length: number;
	url?: string;
	language?: string;
	custom_emoji_id?: string;
}

export interface Shown {
	text: string;
	entities: Entity[];
}

/** Other links keep only their text. */
export const isShownLink = (address: string) => /^(?:https?|safew):/i.test(address);

const ESCAPED = /\\([*_~|[\]()`>\\])/g;

/** An escape, a block, code, a link or an emoji, three stars or more, the beginning of a quote, marks. */
const MARKDOWN =
	/\\(?<escaped>[*_~|[\]()`>\\])|```(?:(?<language>\w+)\n)?(?<block>[\s\S]*?)(?:```|(?![\s\S]))|`(?<code>(?:\\[\s\S]|[^`\\])*)`?|(?<emoji>!?)\[(?<label>[^\]]{0,4096})\]\((?<address>[^)\s]*)\)|(?<stars>\*{3,})|^(?<quote>(?:\*\*)?> ?)|\*\*?|__?|~|\|\|/gm;

const STYLES: Record<string, string> = {
	'*': 'bold',
	'**': 'bold',
	_: 'italic',
	__: 'underline',
	'~': 'strikethrough',
	'||': 'spoiler',
};

function linkOf(address: string, isEmoji: boolean): Partial<Entity> & { type?: string } {
	const emoji = /^safew:\/\/emoji\?id=(\w+)$/.exec(address)?.[1];
	if (isEmoji && emoji) return { type: 'custom_emoji', custom_emoji_id: emoji };
	return isShownLink(address) ? { type: 'text_link', url: address } : {};
}

/** Turns a text with marks into what is shown. */
class Reader {
	text = '';

	readonly entities: Entity[] = [];

	/** Where each open style began. */
	private readonly open = new Map<string, number>();

	private readonly quotes: number[] = [];

	/** An expandable quote ends with `||`, which elsewhere begins a spoiler. */
	private isExpandable = false;

	add(type: string | undefined, shown: string, more: Partial<Entity> = {}): void {
		this.close(type, this.text.length, this.text.length + shown.length, more);
		this.text += shown;
	}

	addLabel({ text, entities }: Shown, { type, ...more }: ReturnType<typeof linkOf>): void {
		for (const one of entities) {
			this.entities.push({ ...one, offset: one.offset + this.text.length });
		}
		this.add(type, text, more);
	}

	beginQuote(mark: string): void {
		this.quotes.push(this.text.length);
		this.isExpandable = mark.startsWith('**');
	}

	toggle(mark: string): void {
		if (mark === '||' && this.isExpandable) return void (this.isExpandable = false);
		const style = STYLES[mark];
		if (!style) return;
		const begun = this.open.get(style);
		if (begun === undefined) return void this.open.set(style, this.text.length);
		this.open.delete(style);
		this.close(style, begun, this.text.length);
	}

	/** Closes open marks at the end of the text. Quotes end with their line, and adjacent ones are merged. */
	end(): Shown {
		for (const [style, begun] of [...this.open].reverse()) {
			this.close(style, begun, this.text.length);
		}
		let begun: number | undefined;
		for (const [index, offset] of this.quotes.entries()) {
			begun ??= offset;
			const line = this.text.indexOf('\n', offset);
			const end = line < 0 ? this.text.length : line;
			if (this.quotes[index + 1] === end + 1) continue;
			this.close('blockquote', begun, end);
			begun = undefined;
		}
		return { text: this.text, entities: this.entities };
	}

	private close(
		type: string | undefined,
		offset: number,
		end: number,
		more: Partial<Entity> = {},
	): void {
		if (type && end > offset) this.entities.push({ type, offset, length: end - offset, ...more });
	}
}

/** A Markdown text as its readers see it, and its styles, in the order in which they end. */
export function shownOfMarkdown(text: string): Shown {
	const reader = new Reader();
	let end = 0;
	for (const match of text.matchAll(MARKDOWN)) {
		const { escaped, block, language, code, label, address, emoji, stars, quote } = match.groups!;
		reader.add(undefined, text.slice(end, match.index));
		end = match.index + match[0].length;
		if (label !== undefined) {
			reader.addLabel(shownOfMarkdown(label), linkOf(address ?? '', emoji !== ''));
		} else if (block !== undefined) {
			reader.add('pre', block.replace(ESCAPED, '$1'), language ? { language } : {});
		} else if (code !== undefined) reader.add('code', code.replace(ESCAPED, '$1'));
		else if (quote !== undefined) reader.beginQuote(quote);
		else if (escaped ?? stars) reader.add(undefined, escaped ?? stars ?? '');
		else reader.toggle(match[0]);
	}
	reader.add(undefined, text.slice(end));
	return reader.end();
}
