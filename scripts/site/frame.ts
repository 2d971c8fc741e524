import { escape } from './html';

/** What is around each page. `up` leads from it to the folder of the site, e.g. `../`. */
export function frame(title: string, body: string, up: string, menu: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)} · Bot Messaging for n8n</title>
<link rel="stylesheet" href="${up}site.css">
</head>
<body data-up="${up}">
<a class="skip" href="#content">Skip to the page</a>
<header>
<a href="${up}index.html"><strong>Bot Messaging for n8n</strong></a>
<form role="search"><label for="query">Search</label> <input id="query" type="search" autocomplete="off"></form>
</header>
<div id="found" role="status" aria-live="polite"></div>
<div class="columns">
<nav aria-label="Pages"><details><summary>All pages</summary>${menu}</details></nav>
<main id="content" tabindex="-1">
${body}
</main>
</div>
<script src="${up}index.js"></script>
<script src="${up}search.js"></script>
</body>
</html>
`;
}

export const STYLES = `:root { color-scheme: light dark; --line: light-dark(#d0d7de, #3d444d); --soft: light-dark(#f3f5f7, #1b2027); --link: light-dark(#0b57d0, #7cb0ff); }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.6 system-ui, sans-serif; color: light-dark(#1f2328, #e6e9ed); background: light-dark(#fff, #12161b); }
a { color: var(--link); }
header { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: center; justify-content: space-between; padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
input { font: inherit; padding: .25rem .5rem; width: 16rem; max-width: 60vw; }
.skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; max-width: 80rem; margin: auto; padding: 1rem; }
main:focus { outline: none; }
nav ul { padding-left: 1rem; }
h1, h2, h3 { line-height: 1.25; scroll-margin-top: 1rem; }
img { max-width: 100%; height: auto; border: 1px solid var(--line); }
code { background: var(--soft); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--soft); padding: 1rem; overflow-x: auto; } pre code { padding: 0; overflow-wrap: normal; }
.wide { overflow-x: auto; } table { border-collapse: collapse; } th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; }
th { background: var(--soft); }
#found:not(:empty) { max-width: 80rem; margin: auto; padding: 1rem; border-bottom: 1px solid var(--line); }
@media (min-width: 60rem) { .columns { grid-template-columns: 16rem minmax(0, 1fr); } }
`;

/** Runs in the browser, also of a page that was opened from a folder: the index comes as a script. */
export const SEARCH = `const field = document.querySelector('#query');
const found = document.querySelector('#found');
const up = document.body.dataset.up;
const plain = (text) => text.normalize('NFKD').toLowerCase();
const pages = window.PAGES.map((page) => ({ ...page, words: plain(page.title + ' ' + page.text), name: plain(page.title) }));
field.form.addEventListener('submit', (event) => event.preventDefault());
field.addEventListener('input', () => {
	const words = plain(field.value).split(/\\s+/).filter(Boolean);
	found.replaceChildren();
	if (words.length === 0) return;
	const score = ({ name, words: all }) => words.reduce((sum, word) => sum + (name.includes(word) ? 20 : 0) + Math.min(all.split(word).length - 1, 10), 0);
	const hits = pages.filter((page) => words.every((word) => page.words.includes(word))).sort((a, b) => score(b) - score(a)).slice(0, 12);
	const line = document.createElement('p');
	line.textContent = hits.length === 0 ? 'No page has these words.' : 'Pages with these words:';
	const list = document.createElement('ul');
	for (const { title, url } of hits) {
		const link = document.createElement('a');
		link.href = up + url;
		link.textContent = title;
		const item = document.createElement('li');
		item.append(link);
		list.append(item);
	}
	found.append(line, list);
});
// Wide enough for two columns, the list of pages is open.
if (matchMedia('(min-width: 60rem)').matches) document.querySelector('nav details').open = true;
`;
