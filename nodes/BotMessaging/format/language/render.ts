import { RichWriter, type Rich, type StyleName } from '../rich';
import type { Block, Code, Definition, Item, List, Quote, Table } from './blocks';
import { References, unescaped } from './destinations';
import { inlinesOf } from './inlines';
import { drawingOf, rowOf } from './table';

const RULE = '──────────';

/** Prefix for the lines of a block inside an item. */
const INDENT = '    ';

const BULLETS = ['•', '◦'];
const DEEPER_BULLET = '▪';

/** Reference links may repeat at least this many characters of addresses, however short the text is. */
const LEAST_ROOM = 100_000;

/** The marker of each item: its number as written, or counted if all numbers are the same. */
function markersOf({ children, sign }: List, bullet: string): string[] {
	const first = children[0]?.number;
	if (first === undefined) return children.map(() => bullet);
	const isCounted = children.every(({ number }) => number === first);
	return children.map(({ number }, index) =>
		isCounted && index > 0 ? `${Number(first) + index}${sign}` : `${number}${sign}`,
	);
}

/** Writes blocks as the service shows them. */
export class Renderer {
	private readonly writer = new RichWriter();

	readonly references: References;

	private readonly drawings = new Map<Table, string | undefined>();

	/** Prefix of each line at the current place. */
	private prefix = '';

	/** How many characters of prefixes may still be written: many deep lines would blow up the text. */
	private room: number;

	private quotes = 0;

	private lists = 0;

	/** `length`: characters of the source. `hidden`: definitions whose addresses links show. */
	constructor(
		length: number,
		definitions: Definition[],
		private readonly hidden: Set<Block>,
	) {
		this.room = 2 * length;
		this.references = new References(definitions, Math.max(length, LEAST_ROOM));
	}

	render(blocks: Block[]): Rich {
		this.blocks(blocks);
		return this.writer.done();
	}

	/** Keeps the blank lines of the source, and puts one before a heading. */
	private blocks(blocks: Block[]): void {
		let isFirst = true;
		let gap = false;
		for (const block of blocks) {
			gap ||= block.gap || block.type === 'heading';
			if (this.hidden.has(block)) continue;
			if (!isFirst) this.newLine(gap, block);
			this.block(block);
			[isFirst, gap] = [false, false];
		}
	}

	/** Clients show these as a box, which starts at the left margin at any depth. */
	private isBox(block: Block): boolean {
		if (block.type === 'table') return this.drawing(block) !== undefined;
		return block.type === 'code' || block.type === 'quote';
	}

	private drawing(table: Table): string | undefined {
		if (!this.drawings.has(table)) this.drawings.set(table, drawingOf(table, this.references));
		return this.drawings.get(table);
	}

	private newLine(isApart = false, next?: Block): void {
		const isLeft = next !== undefined && this.isBox(next) && this.quotes === 0;
		const prefix = isLeft ? '' : this.prefix;
		if (isApart) this.breakLine(prefix.trimEnd());
		this.breakLine(prefix);
	}

	private breakLine(prefix: string): void {
		const shown = prefix.length > this.room ? '' : prefix;
		this.room -= shown.length;
		this.writer.write(`\n${shown}`);
	}

	private block(block: Block): void {
		switch (block.type) {
			case 'paragraph':
				return this.inlines(block.lines.join('\n'));
			case 'definition':
				return this.text({ text: block.source, spans: [] });
			case 'heading':
				return this.styled('bold', () => this.inlines(block.text));
			case 'rule':
				return this.writer.write(RULE);
			case 'code':
				return this.code(block);
			case 'table':
				return this.table(block);
			case 'quote':
				return this.quote(block);
			case 'list':
				return this.list(block);
			case 'item':
				return this.blocks(block.children);
		}
	}

	private styled(name: StyleName, write: () => void, value?: string): void {
		const start = this.writer.length;
		write();
		this.writer.mark(name, start, value);
	}

	private inlines(text: string): void {
		this.text(inlinesOf(text, this.references));
	}

	/** Writes a text, with the prefix before each line. */
	private text({ text, spans }: Rich): void {
		const places: number[] = [];
		for (const [index, line] of text.split('\n').entries()) {
			if (index > 0) this.newLine();
			for (let at = 0; at <= line.length; at++) places.push(this.writer.length + at);
			this.writer.write(line);
		}
		for (const { start, end, name, value } of spans) {
			this.writer.markBetween(name, places[start] ?? 0, places[end] ?? 0, value);
		}
	}

	/** Words after the language are shown above the code. */
	private code(block: Code): void {
		const { lines, info = '' } = block;
		const text = lines.join('\n');
		if (text.trim() === '' && info !== '') return this.preformatted(unescaped(info));
		const [word = ''] = info.split(/\s/, 1);
		const language = unescaped(word);
		const isLanguage = /^[\w+#.-]+$/.test(language);
		const rest = unescaped(isLanguage ? info.slice(word.length).trim() : info);
		if (rest !== '') {
			this.writer.write(rest);
			this.newLine(false, block);
		}
		this.preformatted(text, isLanguage ? language : undefined);
	}

	private preformatted(text: string, language?: string): void {
		this.styled('pre', () => this.writer.write(text), language);
	}

	/** A table that cannot be drawn has a line for each row. */
	private table(table: Table): void {
		const drawing = this.drawing(table);
		if (drawing !== undefined) return this.preformatted(drawing);
		const [header = [], ...rows] = table.rows;
		this.styled('bold', () => this.row(header));
		for (const row of rows) {
			this.newLine();
			this.row(row);
		}
	}

	private row(row: string[]): void {
		for (const cell of rowOf(row, this.references)) this.text(cell);
	}

	/** The service does not nest quotes: inner ones keep their `>`. */
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

	private list(list: List): void {
		const markers = markersOf(list, BULLETS[this.lists] ?? DEEPER_BULLET);
		this.lists++;
		for (const [index, item] of list.children.entries()) {
			if (index > 0) this.newLine(item.gap, item);
			this.item(item, markers[index] ?? '');
		}
		this.lists--;
	}

	private item({ children, number, done }: Item, marker: string): void {
		const { prefix } = this;
		const box = done ? '☑' : '☐';
		const sign = done === undefined ? marker : number === undefined ? box : `${marker} ${box}`;
		const first = children.find((child) => !this.hidden.has(child));
		this.writer.write(first ? `${sign} ` : sign);
		this.prefix += INDENT;
		if (first && this.isBox(first)) this.newLine(false, first);
		this.blocks(children);
		this.prefix = prefix;
	}
}
