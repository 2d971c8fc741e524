import { escape } from './html';

export interface Frame {
	title: string;
	/** Leads from the page to the folder of the site, e.g. `../`. */
	up: string;
	/** The links to all pages. */
	menu: string;
}

/** What is around each page. */
export function frame(body: string, { title, up, menu }: Frame): string {
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
