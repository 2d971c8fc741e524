import type { Block, Container, Definition, Leaf, List, Paragraph, Quote } from './blocks';
import { definitionsOf } from './destinations';

/** Distance of tab stops, in columns (CommonMark, "Tabs"). */
const TAB_STOP = 4;

/** The rest of a line, after the markers of its enclosing blocks. */
export class Cursor {
	/** Columns already consumed, which decide how wide a tab is. */
	private column = 0;

	constructor(public rest: string) {
		this.spreadTabs();
	}

	/** Columns of white space before the first other character. */
	get indent(): number {
		return this.rest.search(/[^ ]|$/);
	}

	get isBlank(): boolean {
		return /^[ \t]*$/.test(this.rest);
	}

	/** Removes this many characters. */
	skip(signs: number): void {
		this.column += signs;
		this.rest = this.rest.slice(signs);
		this.spreadTabs();
	}

	/** Expands leading tabs to spaces. */
	private spreadTabs(): void {
		const blanks = /^ *\t[ \t]*/.exec(this.rest)?.[0] ?? '';
		let spaces = '';
		for (const sign of blanks) {
			const column = this.column + spaces.length;
			spaces += sign === '\t' ? ' '.repeat(TAB_STOP - (column % TAB_STOP)) : ' ';
		}
		this.rest = spaces + this.rest.slice(blanks.length);
	}
}

/** A line indented by this many columns is code. */
export const CODE_INDENT = 4;

/** Removes the quote mark from a line, if it has one. */
export function takesQuoteMark(cursor: Cursor): boolean {
	const { indent } = cursor;
	if (indent >= CODE_INDENT || cursor.rest[indent] !== '>') return false;
	cursor.skip(indent + 1);
	if (cursor.rest.startsWith(' ')) cursor.skip(1);
	return true;
}

function goesOn(container: Container, cursor: Cursor): boolean {
	if (container.type === 'list') return true;
	if (container.type === 'quote') return takesQuoteMark(cursor);
	if (cursor.isBlank) return container.children.length > 0;
	if (cursor.indent < container.width) return false;
	cursor.skip(container.width);
	return true;
}

/** The blocks that are open while a text is read, and the tree that they grow into. */
export class OpenBlocks {
	readonly root: Quote = { type: 'quote', children: [], gap: false };

	/** The definitions of the whole text, in order. */
	readonly definitions: Definition[] = [];

	/** Outermost first; each is the last child of the one before it. */
	private containers: Container[] = [this.root];

	/** How many containers the current line continues. */
	kept = 1;

	/** The leaf that may still grow: the last child of the last container. */
	leaf?: Leaf;

	/** Finds the containers that a line continues, and removes their marks. */
	match(cursor: Cursor): void {
		const { containers } = this;
		this.kept = 1;
		for (const container of containers.slice(1)) {
			if (!goesOn(container, cursor)) break;
			this.kept++;
		}
		// A list continues only with one of its items, or with a new one.
		if (containers[this.kept - 1]?.type === 'list') this.kept--;
	}

	/** Whether the current line continues everything that is open. */
	get isWhole(): boolean {
		return this.kept === this.containers.length;
	}

	/** The list that can take another item. */
	get list(): List | undefined {
		const next = this.containers[this.kept];
		return next?.type === 'list' ? next : undefined;
	}

	/** Closes everything that the current line does not continue. */
	close(): void {
		if (this.isWhole) return;
		this.endLeaf();
		this.containers.length = this.kept;
	}

	endLeaf(): void {
		const { leaf } = this;
		this.leaf = undefined;
		if (leaf?.type === 'paragraph') this.takeDefinitions(leaf);
		if (leaf?.type !== 'code' || leaf.fence) return;
		while (leaf.lines.at(-1)?.trim() === '') leaf.lines.pop();
	}

	/** Puts the definitions at the beginning of the open paragraph before it. */
	takeDefinitions(paragraph: Paragraph): void {
		const definitions = definitionsOf(paragraph);
		if (definitions.length === 0) return;
		this.children.pop();
		for (const block of definitions) {
			this.children.push(block);
			this.definitions.push(block);
		}
		if (paragraph.lines.length > 0) this.children.push(paragraph);
	}

	private get children(): Block[] {
		return this.containers.at(-1)!.children as Block[];
	}

	/** Adds a block to the innermost container that the current line continues. */
	private append(block: Block): void {
		this.close();
		this.endLeaf();
		this.children.push(block);
	}

	add(leaf: Leaf): void {
		this.append(leaf);
		this.leaf = leaf;
	}

	/** Replaces the open paragraph with a leaf, or adds the leaf after what is left of the paragraph. */
	turnInto(leaf: Leaf, paragraph: Paragraph): void {
		if (paragraph.lines.length === 0) this.children.pop();
		this.children.push(leaf);
		this.leaf = leaf;
	}

	/** Opens a container in the current one; the line continues it too. */
	enter(container: Container): void {
		this.append(container);
		this.containers.push(container);
		this.kept++;
	}
}
