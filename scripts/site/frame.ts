import { escape } from './html';

const ENGLISH = {
	/** The name of the language, in itself. */
	name: 'English',
	skip: 'Skip to the page',
	search: 'Search',
	none: 'No page has these words.',
	some: 'Pages with these words:',
	pages: 'Pages',
	all: 'All pages',
	table: 'Table',
	/** Above the links to pages that are there in the other language only. */
	others: 'Pages in Chinese',
};

/** What each page says around its content, by language. */
export const WORDS = {
	en: ENGLISH,
	'zh-CN': {
		name: '简体中文',
		skip: '跳到正文',
		search: '搜索',
		none: '没有找到相关页面。',
		some: '相关页面：',
		pages: '页面',
		all: '全部页面',
		table: '表格',
		others: '英文页面',
	},
} satisfies Record<string, typeof ENGLISH>;

export type Language = keyof typeof WORDS;

export interface Frame {
	title: string;
	lang: Language;
	/** Leads from the page to the folder of the site, e.g. `../`. */
	up: string;
	/** From the folder of the site: the first page in this language. */
	home: string;
	/** The page in the other language, or its first page; from the folder of the site. */
	other: { lang: Language; url: string };
	/** The links to all pages. */
	menu: string;
}

/** What is around each page. */
export function frame(body: string, { title, lang, up, home, other, menu }: Frame): string {
	const words = WORDS[lang];
	return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)} · Bot Messaging for n8n</title>
<link rel="stylesheet" href="${up}site.css">
</head>
<body data-up="${up}">
<a class="skip" href="#content">${words.skip}</a>
<header>
<a href="${up}${home}"><strong>Bot Messaging for n8n</strong></a>
<a href="${up}${other.url}" lang="${other.lang}" hreflang="${other.lang}">${WORDS[other.lang].name}</a>
<form role="search"><label for="query">${words.search}</label> <input id="query" type="search" autocomplete="off"></form>
</header>
<div id="found" role="status" aria-live="polite" data-none="${words.none}" data-some="${words.some}"></div>
<div class="columns">
<nav aria-label="${words.pages}"><details><summary>${words.all}</summary>${menu}</details></nav>
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
:lang(zh-CN) { line-height: 1.75; }
h1, h2, h3 { line-height: 1.25; scroll-margin-top: 1rem; }
img { max-width: 100%; height: auto; border: 1px solid var(--line); }
code { background: var(--soft); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--soft); padding: 1rem; overflow-x: auto; } pre code { padding: 0; overflow-wrap: normal; }
.wide { overflow-x: auto; } table { border-collapse: collapse; } th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; }
th { background: var(--soft); }
#found:not(:empty) { max-width: 80rem; margin: auto; padding: 1rem; border-bottom: 1px solid var(--line); }
@media (min-width: 60rem) { .columns { grid-template-columns: 16rem minmax(0, 1fr); } }
`;
