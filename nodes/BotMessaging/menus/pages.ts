import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { UserError } from '../api/errors';
import { hashOf, type MenuData, type MenuPlace } from '../callbackData/menuData';
import type { Values } from '../engine/define';
import { looksLike, inWords, isBlank, readField } from '../engine/reading';
import { checkMost, json, text } from '../fields/encode';
import { wireFormat, checkFits } from '../fields/format';
import { Texts } from '../format';
import { menu, menuFormat, menuJson, menuPages, onPress } from './fields';

interface Button {
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
	place: MenuPlace,
	data: MenuData,
	texts: Texts,
): { text: string; parse_mode?: string; reply_markup: { inline_keyboard: IDataObject[][] } } {
	const fingerprint = fingerprintOf(page);
	const parseMode = wireFormat(format);
	let count = 0;
	const buttonOf = ({ label: text, does, value }: Button): IDataObject => {
		const button = count++;
		if (does === 'link') return { text, url: value };
		return { text, callback_data: data.pack({ ...place, fingerprint, button }) };
	};
	return {
		text: texts.onWire(page.text, format),
		...(parseMode && { parse_mode: parseMode }),
		reply_markup: { inline_keyboard: page.rows.map((row) => row.map(buttonOf)) },
	};
}

/** The most buttons that apps show below a message. */
const MOST_BUTTONS = 100;

/** The value of a choice, or its default if nothing was saved. Throws UserError. */
const read = (field: INodeProperties, given: unknown, label = field.displayName) =>
	readField(field, given ?? field.default, label);

function objectAt(value: unknown, place: string): Values {
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values;
	throw new UserError(`${place} must be an object, but is ${inWords(value)}`, menuJson.hint);
}

function listAt(value: unknown, place: string): unknown[] {
	if (Array.isArray(value)) return value;
	throw new UserError(`${place} must be a list, but is ${inWords(value)}`, menuJson.hint);
}

/** The actions of a button, and the label of the field for each. */
const WAYS = { page: 'Page', back: 'Back', link: 'Link', value: 'Value' };

function buttonOf(raw: unknown, place: string): Button {
	const given = objectAt(raw, place);
	const label = text(given.label, `${place}: Label`);
	const names = Object.keys(WAYS) as Array<Button['does']>;
	const ways = names.filter((name) => given[name] != null && given[name] !== false);
	if (ways.length > 1) {
		throw new UserError(`${place} has ${ways.join(' and ')}`, 'A button does one thing: keep one.');
	}
	const [does = 'value'] = ways;
	if (does === 'back') return { label, does, value: '' };
	if (does === 'value' && isBlank(given.value)) return { label, does, value: label };
	const value = text(given[does], `${place}: ${WAYS[does]}`);
	return { label, does, value: does === 'value' ? value : value.trim() };
}

/** The text of a page, which any press may show. Throws UserError. */
function textOf(given: unknown, format: unknown, label: string): string {
	const words = text(given, label);
	const texts = new Texts();
	const sent = { text: texts.onWire(words, format), parse_mode: wireFormat(format) };
	checkFits(sent, texts, label, `In the trigger, shorten ${label}.`);
	return words;
}

function pageOf(raw: unknown, index: number, field: string, format: unknown): Page {
	const place = `${field} ${index + 1}`;
	const { name, text: words, rows } = objectAt(raw, place);
	let buttons = 0;
	const buttonAt = (button: unknown) => buttonOf(button, `${place}: Button ${++buttons}`);
	const page = {
		name: text(name, `${place}: Name`).trim(),
		text: textOf(words, format, `${place}: Text`),
		rows: listAt(rows ?? [], `${place}: rows`)
			.map((row) => listAt(row, `${place}: a row`).map(buttonAt))
			.filter((row) => row.length > 0),
	};
	const advice = 'Put some of the buttons on another page.';
	checkMost(place, buttons, MOST_BUTTONS, advice, 'buttons');
	return page;
}

/** The pages of the form in the shape of the JSON. */
function formPages({ page: pages = [] }: { page?: Values[] }): unknown[] {
	return pages.map(({ name, text: words, buttons }, index) => {
		const { button: given = [] } = (buttons ?? {}) as { button?: Values[] };
		const rows: Values[][] = [];
		given.forEach(({ label, newRow, onPress: chosen, ...more }, place) => {
			const at = `${menuPages.displayName} ${index + 1}: Button ${place + 1}: On Press`;
			const way = read(onPress, chosen, at);
			const key = way === 'start' ? 'value' : String(way);
			if (newRow === true || rows.length === 0) rows.push([]);
			rows.at(-1)!.push({ label, [key]: way === 'back' || (more[key] ?? '') });
		});
		return { name, text: words, rows };
	});
}

function check(pages: Page[], field: string): void {
	const names = pages.map(({ name }) => name);
	pages.forEach(({ name, rows }, index) => {
		const place = `${field} ${index + 1}`;
		if (names.findIndex((one) => looksLike(one, name)) !== index) {
			throw new UserError(`${place}: Name "${name}" is used twice`, 'Give each page another name.');
		}
		rows.flat().forEach(({ does, value }, button) => {
			if (does !== 'page' || names.some((one) => looksLike(one, value))) return;
			throw new UserError(
				`${place}: Button ${button + 1}: Page "${value}" does not exist`,
				`The pages are: ${names.join(', ')}.`,
			);
		});
	});
}

/** The pages in the saved parameters of a trigger; undefined without a menu. Throws UserError. */
export function readPages(parameters: IDataObject): Pages | undefined {
	const way = read(menu, parameters.menu);
	if (way === 'none') return undefined;
	const isJson = way === 'json';
	const { displayName: field } = isJson ? menuJson : menuPages;
	const given = isJson
		? json(parameters.menuJson, field)
		: formPages(objectAt(parameters.menuPages ?? {}, field));
	const format = read(menuFormat, parameters.menuFormat);
	const list = listAt(given, field);
	checkMost(field, list.length, MOST_IDS, 'Remove some of the pages.', 'pages');
	const [first, ...others] = list.map((raw, index) => pageOf(raw, index, field, format));
	if (!first) {
		throw new UserError(`${field} has no page`, `Add a page, or set ${menu.displayName} to None.`);
	}
	check([first, ...others], field);
	return new Pages([first, ...others], format);
}
