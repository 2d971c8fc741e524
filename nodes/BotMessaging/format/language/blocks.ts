import type { Definition } from './definitions';

/** The blocks of a text (CommonMark, "Blocks and inlines"; tables as GitHub writes them). */

interface Common {
	/** Whether a blank line comes before it. */
	gap: boolean;
}

export interface Paragraph extends Common {
	type: 'paragraph';
	lines: string[];
	/** Taken off its beginning. */
	definitions: Definition[];
}

export interface Heading extends Common {
	type: 'heading';
	text: string;
}

export interface Code extends Common {
	type: 'code';
	lines: string[];
	/** What follows the sign that begins it: a language, and maybe more. */
	info?: string;
	/** What ends it; without it, less indentation does. */
	fence?: Fence;
}

export interface Fence {
	sign: string;
	length: number;
	/** Columns before it, which are taken off its lines too. */
	indent: number;
}

export interface ThematicBreak extends Common {
	type: 'rule';
}

export type Alignment = 'left' | 'right' | 'center';

export interface Table extends Common {
	type: 'table';
	alignments: Alignment[];
	/** The first row is the header; others may have fewer cells or more. */
	rows: string[][];
	/** Characters that it takes as it is written. */
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
	/** As it is written; absent for bullets. */
	number?: string;
	/** A list of things to do marks each as done or not. */
	done?: boolean;
}

export interface List extends Common {
	type: 'list';
	/** The sign of a bullet, or the one behind the numbers. */
	sign: string;
	children: Item[];
}

export type Leaf = Paragraph | Heading | Code | ThematicBreak | Table;
export type Container = Quote | List | Item;
export type Block = Leaf | Container;
