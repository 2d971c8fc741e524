import type { IDataObject } from 'n8n-workflow';

import { wireFormat } from '../fields/format';
import { wireText } from '../formatting';
import { fingerprintOf, type Page, type Pages } from './pages';
import { MOST_PAGES, type Place, type Seal } from './seal';

/** Where somebody has come by going to a page; a page that was gone through already is gone back to. */
export function pathTo(path: number[], page: number): number[] {
	const before = path.includes(page) ? path.slice(0, path.indexOf(page)) : path;
	return [...before, page].slice(-MOST_PAGES);
}

/** A page as the API takes a message. Its buttons carry how somebody came there. */
export function messageOf(
	pages: Pages,
	page: Page,
	{ path, person }: Omit<Place, 'fingerprint'>,
	seal: Seal,
): { text: string; parse_mode?: string; reply_markup: { inline_keyboard: IDataObject[][] } } {
	const place = { path, person, fingerprint: fingerprintOf(page) };
	const format = wireFormat(pages.format);
	let count = 0;
	const rows = page.rows.map((row) =>
		row.map(({ label: text, action }): IDataObject => {
			const button = count++;
			if (action.kind === 'url') return { text, url: action.url };
			return { text, callback_data: seal.close(place, button) };
		}),
	);
	return {
		text: wireText(page.text, pages.format),
		...(format && { parse_mode: format }),
		reply_markup: { inline_keyboard: rows },
	};
}
