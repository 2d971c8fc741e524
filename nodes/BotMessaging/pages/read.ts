import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../api/errors';
import type { Values } from '../engine/define';
import { inWords, isBlank, looksLike, readChoice } from '../engine/reading';
import { json, text, withinLength } from '../fields/encode';
import { MOST } from '../fields/format';
import { menu, menuFormat, menuJson, menuPages, onPress } from './fields';
import { Pages, type Action, type Button, type Page } from './pages';

/** The most buttons that apps show below a message. */
const MOST_BUTTONS = 100;

const valuesOf = ({ options = [] }: typeof menu): unknown[] =>
	options.map((option) => ('value' in option ? option.value : undefined));

function objectAt(value: unknown, place: string): Values {
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values;
	throw new UserError(`${place} must be an object, but is ${inWords(value)}`, menuJson.hint);
}

function listAt(value: unknown, place: string): unknown[] {
	if (Array.isArray(value)) return value;
	throw new UserError(`${place} must be a list, but is ${inWords(value)}`, menuJson.hint);
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== false;

type MakeAction = (given: Values, place: string, label: string) => Action;

const start: MakeAction = ({ value }, place, label) => ({
	kind: 'start',
	value: isBlank(value) ? label : text(value, `${place}: Value`),
});

const ACTIONS: Record<string, MakeAction> = {
	page: ({ page }, place) => ({ kind: 'page', page: text(page, `${place}: Page`).trim() }),
	back: () => ({ kind: 'back' }),
	link: ({ link }, place) => ({ kind: 'url', url: text(link, `${place}: Link`).trim() }),
	value: start,
};

function buttonOf(raw: unknown, place: string): Button {
	const given = objectAt(raw, place);
	const label = text(given.label, `${place}: Label`);
	const ways = Object.keys(ACTIONS).filter((name) => isGiven(given[name]));
	if (ways.length > 1) {
		throw new UserError(`${place} has ${ways.join(' and ')}`, 'A button does one thing: keep one.');
	}
	const make = ACTIONS[ways[0] ?? ''] ?? start;
	return { label, action: make(given, place, label) };
}

function pageOf(raw: unknown, index: number, field: string): Page {
	const place = `${field} ${index + 1}`;
	const { name, text: words, rows } = objectAt(raw, place);
	let buttons = 0;
	const buttonAt = (button: unknown) => buttonOf(button, `${place}: Button ${++buttons}`);
	const page = {
		name: text(name, `${place}: Name`).trim(),
		text: withinLength(text(words, `${place}: Text`), MOST.text, `${place}: Text`),
		rows: listAt(rows ?? [], `${place}: rows`)
			.map((row) => listAt(row, `${place}: a row`).map(buttonAt))
			.filter((row) => row.length > 0),
	};
	if (buttons <= MOST_BUTTONS) return page;
	throw new UserError(
		`${place} has ${buttons} buttons, but at most ${MOST_BUTTONS} are possible`,
		'Put some of the buttons on another page.',
	);
}

/** The pages of the form in the shape of the JSON. */
function formPages({ page: pages = [] }: { page?: Values[] }): unknown[] {
	return pages.map(({ name, text: words, buttons }, index) => {
		const { button: given = [] } = (buttons ?? {}) as { button?: Values[] };
		const rows: Values[][] = [];
		given.forEach(({ label, newRow, onPress: way = onPress.default, ...more }, place) => {
			const at = `${menuPages.displayName} ${index + 1}: Button ${place + 1}: On Press`;
			readChoice(valuesOf(onPress), way, at);
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
		rows.flat().forEach(({ action }, button) => {
			if (action.kind !== 'page' || names.some((one) => looksLike(one, action.page))) return;
			throw new UserError(
				`${place}: Button ${button + 1}: Page "${action.page}" does not exist`,
				`The pages are: ${names.join(', ')}.`,
			);
		});
	});
}

/**
 * The pages in the form of a trigger; nothing if it has no menu. Throws UserError.
 *
 * @param parameters of its node as they are saved
 */
export function readPages(parameters: IDataObject): Pages | undefined {
	const way = readChoice(valuesOf(menu), parameters.menu ?? menu.default, menu.displayName);
	if (way === 'none') return undefined;
	const isJson = way === 'json';
	const { displayName: field } = isJson ? menuJson : menuPages;
	const given = isJson
		? json(parameters.menuJson, field)
		: formPages(objectAt(parameters.menuPages ?? {}, field));
	const [first, ...others] = listAt(given, field).map((raw, index) => pageOf(raw, index, field));
	if (!first) {
		throw new UserError(`${field} has no page`, `Add a page, or set ${menu.displayName} to None.`);
	}
	check([first, ...others], field);
	const format = parameters.menuFormat ?? menuFormat.default;
	return new Pages(
		[first, ...others],
		readChoice(valuesOf(menuFormat), format, menuFormat.displayName),
	);
}
