import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { buildSite } from '../../scripts/site/build';
import { searchOf, type Entry } from '../../scripts/site/find';
import { htmlOf, parse } from '../../scripts/site/html';
import { ROOT, sources } from '../package/sources';

const around = { link: (url: string) => url, comment: () => '', table: 'Table' };
const show = (page: string) => htmlOf(parse(page), around);

describe('a page', () => {
	test.each([
		[
			'text that looks like HTML',
			'Use <b> & `<i>`',
			'<p>Use &#60;b&#62; &#38; <code>&#60;i&#62;</code></p>',
		],
		['an expression', 'Text {{ $json.text }}', '<p>Text {{ $json.text }}</p>'],
		['brackets', 'A list [[1]]', '<p>A list [[1]]</p>'],
		['a heading', '## What now?', '<h2 id="what-now">What now?</h2>'],
		['a link', '[Here](a.html "b")', '<p><a href="a.html">Here</a></p>'],
	])('with %s', (_, page, html) => {
		expect(show(page)).toBe(html);
	});

	test('with a table that scrolls by keyboard too', () => {
		const html = show('| A | B |\n| - | - |\n| 1 | **2** |');
		expect(html).toContain('<th scope="col">A</th><th scope="col">B</th>');
		expect(html).toContain('<tr><td>1</td><td><strong>2</strong></td></tr>');
		expect(html).toMatch(/^<div class="wide" role="region" aria-label="Table" tabindex="0">/);
	});
});

describe('the site', () => {
	let folder: string;
	let files: string[];
	const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

	beforeAll(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'site-'));
		buildSite(folder);
		files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	});

	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	const pages = () => files.filter((file) => file.endsWith('.html') && file !== 'convert.html');

	test('has a page for each page of docs, and the README first', () => {
		const docs = sources(ROOT, ['docs'], /\.md$/).length;
		expect(pages()).toHaveLength(docs + 1);
		expect(read('index.html')).toContain('<h1 id="n8n-nodes-bot-messaging">');
	});

	test('each link and picture leads to a file of the site, its heading, or another site', () => {
		const faults = pages().flatMap((page) =>
			[...read(page).matchAll(/(?:href|src)="([^"]*)"/g)].flatMap(([, link]) => {
				if (/^(https?|mailto):/.test(link)) return [];
				const [target, anchor] = link.split('#');
				const file = target === '' ? page : path.join(path.dirname(page), target);
				if (!existsSync(path.join(folder, file))) return [`${page}: ${link}`];
				return anchor === undefined || read(file).includes(`id="${anchor}"`)
					? []
					: [`${page}: ${link}`];
			}),
		);
		expect(faults).toEqual([]);
	});

	test('needs no network: it loads nothing from elsewhere', () => {
		const loaded = pages().flatMap((page) =>
			[...read(page).matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]*)"/g)].map(
				([, from]) => from,
			),
		);
		expect(loaded.filter((from) => /^(https?:)?\/\//.test(from))).toEqual([]);
	});

	const index = () =>
		JSON.parse(read('index.js').replace(/^window\.PAGES = |;\n$/g, '')) as Entry[];

	test('can be searched: the index has the title and the words of each page', () => {
		expect(
			index()
				.map(({ url }) => url)
				.sort(),
		).toEqual(pages().sort());
		const mute = index().find(({ url }) => url === 'operations/member-restrictChatMember.html');
		expect(mute).toMatchObject({ title: 'Member > Restrict', lang: 'en' });
		expect(mute!.text).toContain('Restrict and Ban Members');
	});

	test('a page and its translation lead to each other, at the top', () => {
		const [english, chinese] = [read('menus.html'), read('zh-CN/menus.html')];
		expect(english).toContain('<html lang="en">');
		expect(english).toContain('<a href="zh-CN/menus.html" lang="zh-CN" hreflang="zh-CN">');
		expect(chinese).toContain('<html lang="zh-CN">');
		expect(chinese).toContain('<a href="../menus.html" lang="en" hreflang="en">');
		expect(`${english}${chinese}`).not.toContain('| 简体中文');
	});

	test('a page without a translation leads to the first page in Chinese', () => {
		expect(read('operations/message-sendMessage.html')).toContain(
			'<a href="../zh-CN/index.html" lang="zh-CN" hreflang="zh-CN">',
		);
	});

	test('the list of pages has those of the language, and in Chinese also what is there in English only', () => {
		const menuOf = (page: string) => /<nav[^]*<\/nav>/.exec(read(page))![0];
		expect(menuOf('index.html')).not.toContain('zh-CN');
		const chinese = menuOf('zh-CN/index.html');
		expect(chinese).toContain('<a href="../zh-CN/menus.html">菜单</a>');
		expect(chinese).toContain('<a href="../operations.html">');
		expect(chinese).not.toContain('<a href="../menus.html">');
	});

	test.each([
		['two words without a space', '禁言发链接的人', 'zh-CN/moderate.html'],
		['a question', '怎么禁言？', 'zh-CN/moderate.html'],
		['one sign', '群', 'zh-CN/moderate.html'],
		['a label in English', 'Proxy URL', 'zh-CN/install.html'],
		['both', 'Bot Token 令牌', 'zh-CN/install.html'],
		['a page that is there in English only', 'Set Webhook', 'operations/bot-setWebhook.html'],
	])('a search in Chinese finds %s', (_, query, url) => {
		const found = searchOf(index())(query, 'zh-CN').map((entry) => entry.url);
		expect(found.slice(0, 4)).toContain(url);
	});

	test.each([
		['zh-CN', 'Webhook', 'triggers.html'],
		['en', 'Webhook', 'zh-CN/triggers.html'],
	])('a search in %s does not find the same page in the other language', (lang, query, url) => {
		expect(searchOf(index())(query, lang).map((entry) => entry.url)).not.toContain(url);
	});

	test('a search of Chinese words on an English page finds the pages in Chinese', () => {
		const found = searchOf(index())('禁言', 'en').map(({ lang }) => lang);
		expect(new Set(found)).toEqual(new Set(['zh-CN']));
	});
});

describe('the search', () => {
	const page = (url: string, text: string): Entry => ({ url, title: url, text, lang: 'zh-CN' });
	const search = (query: string, ...pages: Entry[]) =>
		searchOf(pages)(query, 'zh-CN').map(({ url }) => url);

	test('the page with all of the words comes before those with some, and those with few are left out', () => {
		const pages = [page('few', '消除'), page('some', '删除旧的'), page('all', '删除旧消息')];
		expect(search('删除旧消息', ...pages)).toEqual(['all', 'some']);
	});

	test.each([
		['no word', ' '],
		['only signs', '？！'],
		['a word that no page has', '天气'],
		['a Latin word that no page has, beside one that is there', 'weather 消息'],
	])('finds nothing for %s', (_, query) => {
		expect(search(query, page('a', '删除消息'))).toEqual([]);
	});

	test.each(['Mute', 'MUTE?', 'ｍｕｔｅ', '/mute'])('%s finds mute', (query) => {
		expect(search(query, page('a', 'mute people'))).toEqual(['a']);
	});
});
