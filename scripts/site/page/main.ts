/** Runs in the browser, also of a page that was opened from a folder: the index comes as a script. */
import { searchOf, type Entry } from '../find';

declare const PAGES: Entry[];

const field = document.querySelector<HTMLInputElement>('#query')!;
const found = document.querySelector<HTMLElement>('#found')!;
const up = document.body.dataset.up ?? '';
const search = searchOf(PAGES);

function itemOf({ url, title }: Entry): HTMLLIElement {
	const link = document.createElement('a');
	link.href = up + url;
	link.textContent = title;
	const item = document.createElement('li');
	item.append(link);
	return item;
}

field.form!.addEventListener('submit', (event) => event.preventDefault());
field.addEventListener('input', () => {
	found.replaceChildren();
	if (field.value.trim() === '') return;
	const hits = search(field.value);
	const line = document.createElement('p');
	line.textContent = hits.length === 0 ? 'No page has these words.' : 'Pages with these words:';
	const list = document.createElement('ul');
	list.append(...hits.map(itemOf));
	found.append(line, list);
});
// Wide enough for two columns, the list of pages is open.
if (matchMedia('(min-width: 60rem)').matches)
	document.querySelector<HTMLDetailsElement>('nav details')!.open = true;
