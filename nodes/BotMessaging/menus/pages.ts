import type { IDataObject } from 'n8n-workflow';

import { hashOf, type MenuData, type MenuPlace } from '../callbackData/menuData';
import { looksLike } from '../engine/reading';
import { wireFormat } from '../fields/format';
import type { Texts } from '../format';

export interface Button {
	label: string;
	/** What a press does, as the JSON of a menu names it; `value`: it starts the workflow. */
	does: 'page' | 'back' | 'link' | 'value';
	/** The page, the URL or the value. */
	value: string;
}

export interface Page {
	name: string;
	text: string;
	rows: Button[][];
}

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

/** A page as the API takes a message. Its buttons carry how somebody came there. */
export function messageOf(
	{ format }: Pages,
	page: Page,
	{ path, person }: Omit<MenuPlace, 'fingerprint'>,
	data: MenuData,
	texts: Texts,
): { text: string; parse_mode?: string; reply_markup: { inline_keyboard: IDataObject[][] } } {
	const place = { path, person, fingerprint: fingerprintOf(page) };
	const parseMode = wireFormat(format);
	let count = 0;
	const buttonOf = ({ label: text, does, value }: Button): IDataObject => {
		const button = count++;
		return {
			text,
			...(does === 'link' ? { url: value } : { callback_data: data.pack(place, button) }),
		};
	};
	return {
		text: texts.onWire(page.text, format),
		...(parseMode && { parse_mode: parseMode }),
		reply_markup: { inline_keyboard: page.rows.map((row) => row.map(buttonOf)) },
	};
}
