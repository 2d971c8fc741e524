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

/** Detects buttons of an earlier version of the page. 3 bytes. */
export const fingerprintOf = (page: Page): number => hashOf(JSON.stringify(page), 3);

/** The pages of a menu; the first one is the start page. */
export class Pages {
	/** By the number in buttons, which stays when other pages are added or removed. */
	private readonly byId = new Map<number, Page>();

	/** @param list at least one page, each with a unique name @param format from the form */
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

/** A page as a message for the API. Its buttons contain the path to it. */
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
