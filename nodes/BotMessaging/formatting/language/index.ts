import { RichWriter, type Rich } from '../rich';
import type { Block, Code, Definitions, Item, List, Quote } from './blocks';
import { unescaped } from './destinations';
import { inlinesOf } from './inlines';
import { blocksOf } from './parse';
import { tableText } from './table';
import { tidy } from './tidy';

const RULE = '──────────';

/** What stands before the lines of a block in an item. */
const INDENT = '    ';

const BULLETS = ['•', '◦', '▪'];

/** Shown as a separate block, which begins at the left whatever it is in. */
const isBox = ({ type }: Block) => type === 'code' || type === 'table' || type === 'quote';

class Renderer {
	private readonly writer = new RichWriter();

	/** What stands before each line at this place. */
	private prefix = '';

	private quotes = 0;

	private lists = 0;

	constructor(private readonly definitions: Definitions) {}

	render(blocks: Block[]): Rich {
		this.blocks(blocks);
		return tidy(this.writer.done());
	}

	/** Blocks keep the distance that they have in the text, and a heading one from what is above. */
	private blocks(blocks: Block[]): void {
		blocks.forEach((block, index) => {
			if (index > 0) this.newLine(block.gap || block.type === 'heading', block);
			this.block(block);
		});
	}

	private newLine(isApart: boolean, next: Block): void {
		const prefix = isBox(next) && this.quotes === 0 ? '' : this.prefix;
		if (isApart) this.writer.write(`\n${prefix.trimEnd()}`);
		this.writer.write(`\n${prefix}`);
	}

	private block(block: Block): void {
		switch (block.type) {
			case 'paragraph':
				return this.text(block.lines.join('\n'));
			case 'heading': {
				const start = this.writer.length;
				this.text(block.text);
				return this.writer.mark('bold', start);
			}
			case 'rule':
				return this.writer.write(RULE);
			case 'code':
				return this.code(block);
			case 'table':
				return this.preformatted(tableText(block, this.definitions));
			case 'quote':
				return this.quote(block);
			case 'list':
				return this.list(block);
			case 'item':
				return this.blocks(block.children);
		}
	}

	private text(text: string): void {
		const rich = inlinesOf(text, this.definitions);
		const starts: number[] = [];
		for (const [index, line] of rich.text.split('\n').entries()) {
			if (index > 0) this.writer.write(`\n${this.prefix}`);
			for (let at = 0; at <= line.length; at++) starts.push(this.writer.length + at);
			this.writer.write(line);
		}
		for (const { start, end, name, value } of rich.spans) {
			this.writer.markBetween(name, starts[start], starts[end], value);
		}
	}

	private code({ lines, language }: Code): void {
		const word = unescaped(language ?? '');
		this.preformatted(lines.join('\n'), /^[\w+#.-]+$/.test(word) ? word : undefined);
	}

	private preformatted(text: string, language?: string): void {
		const start = this.writer.length;
		this.writer.write(text);
		this.writer.mark('pre', start, language);
	}

	/** The service has no quotes in quotes: inner ones keep their sign. */
	private quote({ children }: Quote): void {
		const { prefix } = this;
		const start = this.writer.length;
		if (this.quotes++ > 0) {
			this.writer.write('> ');
			this.prefix += '> ';
		} else {
			this.prefix = '';
		}
		this.blocks(children);
		this.prefix = prefix;
		if (--this.quotes === 0) this.writer.mark('quote', start);
	}

	private list({ children, first }: List): void {
		const bullet = BULLETS[Math.min(this.lists, BULLETS.length - 1)];
		this.lists++;
		children.forEach((item, index) => {
			if (index > 0) this.newLine(item.gap, item);
			this.item(item, first === undefined ? bullet : `${first + index}.`);
		});
		this.lists--;
	}

	private item({ children, done }: Item, marker: string): void {
		const { prefix } = this;
		const box = done === undefined ? marker : done ? '☑' : '☐';
		this.writer.write(children.length > 0 ? `${box} ` : box);
		this.prefix += INDENT;
		if (children.length > 0 && (isBox(children[0]) || children[0].type === 'list')) {
			this.newLine(false, children[0]);
		}
		this.blocks(children);
		this.prefix = prefix;
	}
}

/**
 * Markdown as language models write it: CommonMark with tables, tasks and strikethrough, as the
 * service shows it. It is never wrong: anything that is not a mark stays as it is.
 *
 * What comes out is a text and its styles, to be sent as HTML (service methods, section 4). There
 * only `& < >` have to be escaped and a tag is a tag, whereas the service's Markdown has signs that
 * cannot be escaped, and marks that run to the end where they find no other. `entities` would need
 * no escapes at all, but the reference does not have them, and captions may not take them.
 */
export function fromLanguageModel(text: string): Rich {
	const { blocks, definitions } = blocksOf(text);
	return new Renderer(definitions).render(blocks);
}
