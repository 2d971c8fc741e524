import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';

import { buildSync } from 'esbuild';

import { DATA_FOLDER, ROOT } from '../lib/paths';
import type { Entry } from './find';
import { frame, STYLES } from './frame';
import { escape, htmlOf, parse, textOf, type Part } from './html';

const REPOSITORY = 'https://github.com/n8n-nodes-bot-messaging/n8n-nodes-bot-messaging';

/** The form of each operation, as `npm run tool -- screenshots` leaves it. */
const FORMS = join(DATA_FOLDER, 'forms');

/** The files of docs that are copied as they are. */
const COPIED = ['images', 'convert.html'];

interface Page {
	/** From the root of the repository, e.g. `docs/limits.md`. */
	file: string;
	/** From the folder of the site, e.g. `limits.html`. */
	url: string;
	title: string;
	content: Part;
}

/** Where a page of the repository is in the site; the README is the first page. */
export function urlOf(file: string): string {
	if (file === 'README.md') return 'index.html';
	if (file === 'docs/README.md') return 'pages.html';
	return file.replace(/^docs\//, '').replace(/\.md$/, '.html');
}

function pagesOf(root: string): Page[] {
	const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
	const docs = inDocs.filter((file) => file.endsWith('.md')).sort();
	return ['README.md', ...docs.map((file) => posix.join('docs', file))].map((file) => {
		const content = parse(readFileSync(join(root, file), 'utf8'));
		const heading = content.children?.find(({ type }) => type === 'heading');
		return { file, url: urlOf(file), title: heading ? textOf(heading) : file, content };
	});
}

/** The links to all pages. */
function menuOf(page: Page, pages: Page[], up: string): string {
	const items = pages.map(({ url, title }) => {
		const here = url === page.url ? ' aria-current="page"' : '';
		return `<li><a href="${up}${url}"${here}>${escape(title)}</a></li>`;
	});
	return `<ul>${items.join('')}</ul>`;
}

/** Where a link of a page leads: into the site, or for a file that is not in it, into the repository. */
function linkFrom(page: Page, pages: Page[], url: string): string {
	if (/^(#|https?:|mailto:)/.test(url)) return url;
	const [target = '', anchor] = url.split('#');
	const file = posix.normalize(posix.join(posix.dirname(page.file), target));
	const isHere =
		pages.some((other) => other.file === file) ||
		COPIED.some((copied) => `${file}/`.startsWith(`docs/${copied}/`));
	if (!isHere) return `${REPOSITORY}/blob/main/${file}`;
	const relative = posix.relative(posix.dirname(page.url), urlOf(file));
	return anchor ? `${relative}#${anchor}` : relative;
}

/** The picture of a form, if there is one. */
function formOf(words: string, up: string, folder: string): string {
	const [, name] = /^form: ([\w-]+)$/.exec(words) ?? [];
	const picture = join(FORMS, `${name}.png`);
	if (!name || !existsSync(picture)) return '';
	mkdirSync(join(folder, 'forms'), { recursive: true });
	cpSync(picture, join(folder, 'forms', `${name}.png`));
	return `<img src="${up}forms/${name}.png" alt="The form in n8n; its fields are in the table below" loading="lazy">`;
}

/** What runs in the browser. */
function searchScript(): string {
	const { outputFiles } = buildSync({
		entryPoints: [join(__dirname, 'page/main.ts')],
		bundle: true,
		format: 'iife',
		target: 'es2022',
		charset: 'utf8',
		write: false,
	});
	return outputFiles.map(({ text }) => text).join('');
}

/** Writes the whole site into a folder, which is emptied first. Returns how many pages it has. */
export function buildSite(folder: string, root = ROOT): number {
	const pages = pagesOf(root);
	rmSync(folder, { recursive: true, force: true });
	const write = (file: string, text: string) => {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), text);
	};
	for (const page of pages) {
		const up = '../'.repeat(page.url.split('/').length - 1);
		const body = htmlOf(page.content, {
			link: (url) => linkFrom(page, pages, url),
			comment: (words) => formOf(words, up, folder),
		});
		write(page.url, frame(body, { title: page.title, up, menu: menuOf(page, pages, up) }));
	}
	for (const name of COPIED)
		cpSync(join(root, 'docs', name), join(folder, name), { recursive: true });
	const index = pages.map(({ url, title, content }): Entry => ({
		url,
		title,
		headings: (content.children ?? [])
			.filter(({ type }) => type === 'heading')
			.map(textOf)
			.join(' '),
		text: textOf(content),
	}));
	write('index.js', `window.PAGES = ${JSON.stringify(index)};\n`);
	write('search.js', searchScript());
	write('site.css', STYLES);
	return pages.length;
}
