import { Ahead } from './ahead';
import { RichWriter, type Rich, type StyleName } from './rich';

const MARKS: Record<string, StyleName> = {
	'*': 'bold',
	'**': 'bold',
	_: 'italic',
	__: 'underline',
	'~': 'strike',
	'||': 'spoiler',
};

const ESCAPED = /\\([*_~|[\]()`>\\])/g;

/** An escape, a block of code, code, what may begin a link or an emoji, three stars or more, and single marks. */
const TOKEN =
	/\\([*_~|[\]()`>\\])|```(?:(\w+)\n)?([\s\S]*?)(?:```|(?![\s\S]))|`((?:\\[\s\S]|[^`\\])*)`?|(!?)\[|(\*{3,})|\*\*?|__?|~|\|\|/g;

/** Longer than any message. */
const MOST_IN_LABEL = 4096;

const LABEL_END = /\]/g;
const ADDRESS_END = /[)\s]/g;

const isShownLink = (url: string) => /^(?:https?|safew):/i.test(url);

/** Reads the marks of a text within one quote, or outside of any. */
class MarkdownReader {
	private readonly open = new Map<StyleName, number>();

	private readonly ahead: Ahead;

	constructor(
		private readonly text: string,
		private readonly writer: RichWriter,
		private readonly hasSpoilers = true,
	) {
		this.ahead = new Ahead(text);
	}

	read(): void {
		const { text } = this;
		const token = new RegExp(TOKEN);
		let at = 0;
		for (let match = token.exec(text); match; match = token.exec(text)) {
			this.writer.write(text.slice(at, match.index));
			const isLink = match[5] !== undefined;
			if (isLink) token.lastIndex = this.link(match);
			else this.token(match);
			at = token.lastIndex;
		}
		this.writer.write(text.slice(at));
		// Marks that are not closed run to the end.
		for (const name of [...this.open.keys()].reverse()) this.toggle(name);
	}

	/** Reads a link or an emoji; otherwise, the character is text. Returns where it ends. */
	private link({ 0: sign, 5: emoji, index }: RegExpExecArray): number {
		const { text, writer } = this;
		const start = writer.length;
		const from = index + sign.length;
		const labelEnd = this.ahead.find(LABEL_END, from);
		const isLabel = labelEnd - from <= MOST_IN_LABEL && text[labelEnd + 1] === '(';
		const end = isLabel ? this.ahead.find(ADDRESS_END, labelEnd + 2) : -1;
		if (text[end] !== ')') {
			writer.write(sign);
			return from;
		}
		const url = text.slice(labelEnd + 2, end);
		new MarkdownReader(text.slice(from, labelEnd), writer).read();
		const id = emoji ? /^safew:\/\/emoji\?id=(.+)$/.exec(url)?.[1] : undefined;
		if (id !== undefined) writer.mark('emoji', start, id);
		else if (isShownLink(url)) writer.mark('link', start, url);
		return end + 1;
	}

	private token([mark, escape, language, block, code, , stars]: RegExpExecArray): void {
		const { writer } = this;
		const start = writer.length;
		const plain = escape ?? stars;
		if (plain !== undefined) return writer.write(plain);
		const coded = block ?? code;
		if (coded !== undefined) {
			writer.write(coded.replace(ESCAPED, '$1'));
			return writer.mark(block === undefined ? 'code' : 'pre', start, language);
		}
		const name = MARKS[mark];
		if (name) this.toggle(name);
	}

	private toggle(name: StyleName): void {
		const start = this.open.get(name);
		if (start === undefined) {
			this.open.set(name, this.writer.length);
			return;
		}
		this.open.delete(name);
		if (name !== 'spoiler' || this.hasSpoilers) this.writer.mark(name, start);
	}
}

/** Lines that begin with `>` next to each other, with or without the mark of a long quote. */
const QUOTE = /(?:^(?:\*\*)?>.*(?:\n|$))+/gm;

/** Parses the service's Markdown (reference 7). It never fails: unclosed marks run to the end. */
export function fromMarkdown(text: string): Rich {
	const writer = new RichWriter();
	let at = 0;
	for (const { 0: whole, index } of text.matchAll(QUOTE)) {
		new MarkdownReader(text.slice(at, index), writer).read();
		at = index + whole.length;
		const isLong = whole.startsWith('**>');
		const lines = whole.replace(/\n$/, '').replace(/^(?:\*\*)?> ?/gm, '');
		const start = writer.length;
		const inner = isLong ? lines.replace(/\|\|$/, '') : lines;
		new MarkdownReader(inner, writer, !isLong).read();
		writer.mark('quote', start, isLong ? 'expandable' : undefined);
		if (whole.endsWith('\n')) writer.write('\n');
	}
	new MarkdownReader(text.slice(at), writer).read();
	return writer.done();
}
