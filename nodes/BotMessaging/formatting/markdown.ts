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

/** An escape, a block of code, code, a link or an emoji, three stars or more, and single marks. */
const TOKEN =
	/\\([*_~|[\]()`>\\])|```(?:(\w+)\n)?([\s\S]*?)(?:```|(?![\s\S]))|`((?:\\[\s\S]|[^`\\])*)`?|(!?)\[([^\]]{0,4096})\]\(([^)\s]*)\)|(\*{3,})|\*\*?|__?|~|\|\|/g;

const isShownLink = (url: string) => /^(?:https?|safew):/i.test(url);

/** Reads the marks of a text within one quote, or outside of any. */
class MarkdownReader {
	private readonly open = new Map<StyleName, number>();

	constructor(
		private readonly writer: RichWriter,
		private readonly hasSpoilers = true,
	) {}

	read(text: string): void {
		let at = 0;
		for (const match of text.matchAll(TOKEN)) {
			this.writer.write(text.slice(at, match.index));
			at = match.index + match[0].length;
			this.token(match);
		}
		this.writer.write(text.slice(at));
		// What is not closed runs to the end.
		for (const name of [...this.open.keys()].reverse()) this.toggle(name);
	}

	private token([
		mark,
		escape,
		language,
		block,
		code,
		emoji,
		label,
		url,
		stars,
	]: RegExpExecArray): void {
		const { writer } = this;
		const start = writer.length;
		if (escape !== undefined || stars !== undefined) return writer.write(escape ?? stars);
		if (block !== undefined || code !== undefined) {
			writer.write((block ?? code).replace(ESCAPED, '$1'));
			return writer.mark(block === undefined ? 'code' : 'pre', start, language);
		}
		if (label !== undefined) {
			new MarkdownReader(writer).read(label);
			const id = emoji ? /^safew:\/\/emoji\?id=(.+)$/.exec(url)?.[1] : undefined;
			if (id !== undefined) writer.mark('emoji', start, id);
			else if (isShownLink(url)) writer.mark('link', start, url);
			return;
		}
		this.toggle(MARKS[mark]);
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

/** Lines that begin with `>` and stand next to each other, with or without the mark of a long quote. */
const QUOTE = /(?:^(?:\*\*)?>.*(?:\n|$))+/gm;

/**
 * The service's Markdown as its readers see it (service methods, section 4). It is never wrong: marks
 * that nothing closes run to the end.
 */
export function fromMarkdown(text: string): Rich {
	const writer = new RichWriter();
	let at = 0;
	for (const { 0: whole, index } of text.matchAll(QUOTE)) {
		new MarkdownReader(writer).read(text.slice(at, index));
		at = index + whole.length;
		const isLong = whole.startsWith('**>');
		const lines = whole.replace(/\n$/, '').replace(/^(?:\*\*)?> ?/gm, '');
		const start = writer.length;
		new MarkdownReader(writer, !isLong).read(isLong ? lines.replace(/\|\|$/, '') : lines);
		writer.mark('quote', start);
		if (whole.endsWith('\n')) writer.write('\n');
	}
	new MarkdownReader(writer).read(text.slice(at));
	return writer.done();
}
