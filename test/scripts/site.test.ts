import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ROOT, sources } from '../package/sources';
import { useSite } from '../support/site';

/** The output of `npm run tool -- screenshots`: here only the form of one operation. */
const data = mkdtempSync(path.join(tmpdir(), 'site-data-'));
mkdirSync(path.join(data, 'forms'));
copyFileSync(
	path.join(ROOT, 'docs/images/send-message.png'),
	path.join(data, 'forms/message-sendMessage.png'),
);

const site = useSite({ BOT_MESSAGING_DATA: data });

const read = (file: string) => readFileSync(path.join(site.folder, file), 'utf8');

const pages = () =>
	readdirSync(site.folder, { recursive: true, encoding: 'utf8' }).filter(
		(file) => file.endsWith('.html') && !['404.html', 'convert.html'].includes(file),
	);

/** The text of a page, without menus and scripts. */
const contentOf = (file: string) => /<main[^]*<\/main>/.exec(read(file))![0];

const linksOf = (html: string) =>
	[...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link);

/** The site's file that a page's link leads to. */
function targetOf(page: string, link: string): string {
	const { pathname } = new URL(link, `http://site/${page}`);
	return decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname).slice(1);
}

test('the site has a page for each page of docs, and the README first', () => {
	const docs = sources(ROOT, ['docs'], /\.md$/).map(({ file }) =>
		file === 'docs/README.md' ? 'pages.html' : file.replace(/^docs\/(.*)\.md$/, '$1.html'),
	);
	expect(pages().sort()).toEqual(['index.html', ...docs].sort());
	expect(contentOf('index.html')).toContain('<h1 id="n8n-nodes-bot-messaging"');
});

test('each link and picture leads to a file of the site, its heading, or another site', () => {
	const faults = pages().flatMap((page) =>
		linksOf(read(page)).flatMap((link) => {
			if (/^(https?|mailto|data):/.test(link)) return [];
			const file = targetOf(page, link);
			if (!existsSync(path.join(site.folder, file))) return [`${page}: ${link}`];
			const [, anchor] = link.split('#');
			return anchor === undefined || read(file).includes(`id="${decodeURIComponent(anchor)}"`)
				? []
				: [`${page}: ${link}`];
		}),
	);
	expect(faults).toEqual([]);
});

test('a link to a file outside of the site leads to the repository', () => {
	const repository = 'https://github.com/n8n-nodes-bot-messaging/n8n-nodes-bot-messaging';
	expect(linksOf(contentOf('index.html'))).toContain(`${repository}/blob/main/examples/demo.json`);
});

test('the site needs no network, because it loads nothing from elsewhere', () => {
	const loaded = pages().flatMap((page) =>
		[...read(page).matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]*)"/g)].map(
			([, from]) => from,
		),
	);
	expect(loaded.filter((from) => /^(https?:)?\/\//.test(from))).toEqual([]);
});

test('the list of pages links to each page', () => {
	const [list] = /<aside class="VPSidebar"[^]*?<\/aside>/.exec(read('limits.html'))!;
	const listed = linksOf(list).map((link) => targetOf('limits.html', link));
	expect(listed.sort()).toEqual(
		pages()
			.filter((page) => !['index.html', 'pages.html'].includes(page))
			.sort(),
	);
});

test('the braces of expressions are shown, in texts and in code', () => {
	expect(contentOf('operations/message-check.html')).toContain('At first: ={{ $json }}.');
	expect(contentOf('moderate.html')).toContain('<code>{{ $json.messageId }}</code>');
});

test('the page of an operation shows the picture of its form, if there is one', () => {
	const form = /<img src="([^"]*)" alt="The form in n8n;/;
	const [, picture] = form.exec(contentOf('operations/message-sendMessage.html'))!;
	expect(readFileSync(path.join(site.folder, picture))).toEqual(
		readFileSync(path.join(ROOT, 'docs/images/send-message.png')),
	);
	expect(contentOf('operations/message-sendPhoto.html')).not.toMatch(form);
});

test('the site has the converter unchanged', () => {
	expect(read('convert.html')).toBe(readFileSync(path.join(ROOT, 'docs/convert.html'), 'utf8'));
});
