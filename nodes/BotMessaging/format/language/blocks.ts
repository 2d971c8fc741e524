/** The blocks of a text (CommonMark, "Blocks and inlines"; tables as GitHub writes them). */

interface Common {
	/** Whether a blank line precedes it. */
	gap: boolean;
}

export interface Paragraph extends Common {
	type: 'paragraph';
	lines: string[];
}

/** Where reference links go (CommonMark, "Link reference definitions"). */
export interface Definition extends Common {
	type: 'definition';
	key: string;
	url: string;
	/** As written. */
	source: string;
}

export interface Code extends Common {
	type: 'code';
	lines: string[];
	/** The text after the opening fence: a language, and maybe more. */
	info?: string;
	/** Without a fence, less indentation ends the block. */
	fence?: Fence;
}

export interface Fence {
	/** The line that closes the block. */
	end: RegExp;
	/** Columns before the fence, which are removed from its lines too. */
	indent: number;
}

export type Alignment = 'left' | 'right' | 'center';

export interface Table extends Common {
	type: 'table';
	alignments: Alignment[];
	/** The first row is the header; others may have fewer cells or more. */
	rows: string[][];
	/** Length of the source in characters. */
	length: number;
}

export interface Quote extends Common {
	type: 'quote';
	children: Block[];
}

export interface Item extends Common {
	type: 'item';
	children: Block[];
	/** Columns before its content. */
	width: number;
	/** As written; absent for bullets. */
	number?: string;
	/** In a task list: whether the task is done. */
	done?: boolean;
}

export interface List extends Common {
	type: 'list';
	/** The bullet, or the character after the numbers. */
	sign: string;
	children: Item[];
}

type Heading = Common & { type: 'heading'; text: string };
type ThematicBreak = Common & { type: 'rule' };

export type Leaf = Paragraph | Heading | Code | ThematicBreak | Table;
export type Container = Quote | List | Item;
export type Block = Leaf | Definition | Container;
