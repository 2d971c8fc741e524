import { createHash } from 'crypto';

import { looksLike } from '../engine/reading';

/** What a press of a button does. */
export type Action =
	| { kind: 'page'; page: string }
	| { kind: 'back' }
	| { kind: 'url'; url: string }
	| { kind: 'start'; value: string };

export interface Button {
	label: string;
	action: Action;
}

export interface Page {
	name: string;
	text: string;
	rows: Button[][];
}

/** So many bytes of the hash of a text, as a number. */
export const hashOf = (text: string, bytes: number): number =>
	createHash('sha256').update(text).digest().readUIntBE(0, bytes);

const ID_BYTES = 2;
const MOST_IDS = 2 ** (8 * ID_BYTES);

/** What a page is like, so that a button of an earlier one is noticed. Of 3 bytes. */
export const fingerprintOf = (page: Page): number => hashOf(JSON.stringify(page), 3);

/** The pages of a menu, the first of which is the start page. */
export class Pages {
	/** By the number that buttons carry: other pages may come and go, and it stays. */
	private readonly byId = new Map<number, Page>();

	/** @param list at least one, each with a name of its own @param format as the form has it */
	constructor(
		readonly list: [first: Page, ...others: Page[]],
		readonly format: unknown,
	) {
		for (const page of list) {
			let id = hashOf(page.name, ID_BYTES);
			while (this.byId.has(id)) id = (id + 1) % MOST_IDS;
			this.byId.set(id, page);
		}
	}

	get first(): Page {
		return this.list[0];
	}

	withId(id: number | undefined): Page | undefined {
		return id === undefined ? undefined : this.byId.get(id);
	}

	named(name: string): Page | undefined {
		return this.list.find((page) => looksLike(page.name, name));
	}

	idOf(page: Page): number {
		return [...this.byId].find(([, other]) => other === page)![0];
	}
}
