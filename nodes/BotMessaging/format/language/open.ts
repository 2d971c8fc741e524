import type { Block, Container, Item, Leaf, List, Paragraph, Quote } from './blocks';
import type { Cursor } from './cursor';
import { definitionsOf, type Definition } from './definitions';

/** From this many columns on, a line is code. */
export const CODE_INDENT = 4;

/** Removes the mark of a quote from a line, if there is one. */
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

	/** All of the text, in order. */
	readonly definitions: Definition[] = [];

	/** From the outside; each is the last child of the one before it. */
	private containers: Container[] = [this.root];

	/** How many of them the current line continues. */
	private kept = 1;

	/** The leaf that may still grow: the last child of the last container. */
	leaf?: Leaf;

	/** Finds what a line continues, and removes its marks. */
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

	/** How many blocks the current line is in. */
	get depth(): number {
		return this.kept;
	}

	/** The list that another item may be added to. */
	get list(): List | undefined {
		const next = this.containers[this.kept];
		return next?.type === 'list' ? next : undefined;
	}

	/** Ends what the current line does not continue. */
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

	/** Takes the definitions out of the lines of a paragraph. */
	takeDefinitions(paragraph: Paragraph): void {
		const { definitions, rest } = definitionsOf(paragraph.lines);
		paragraph.lines = rest;
		for (const definition of definitions) {
			paragraph.definitions.push(definition);
			this.definitions.push(definition);
		}
	}

	private get children(): Block[] {
		return this.containers.at(-1)!.children as Block[];
	}

	/** Adds a leaf to what the current line continues. */
	add(leaf: Leaf): void {
		this.close();
		this.endLeaf();
		this.children.push(leaf);
		this.leaf = leaf;
	}

	/** Puts a leaf in place of the open paragraph, or after what is left of it. */
	turnInto(leaf: Leaf, paragraph: Paragraph): void {
		if (paragraph.lines.length + paragraph.definitions.length === 0) this.children.pop();
		this.children.push(leaf);
		this.leaf = leaf;
	}

	/** Opens a container in what the current line continues; the line continues that too. */
	enter(container: Quote | List): void {
		this.close();
		this.endLeaf();
		this.children.push(container);
		this.containers.push(container);
		this.kept++;
	}

	/** Opens an item of a list, which is the last container or the one that may take another item. */
	enterItem(item: Item): void {
		if (this.list) this.kept++;
		this.close();
		this.endLeaf();
		this.children.push(item);
		this.containers.push(item);
		this.kept++;
	}
}
