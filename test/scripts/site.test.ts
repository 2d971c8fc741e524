import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { buildSite } from '../../scripts/site/build';
import { searchOf, type Entry } from '../../scripts/site/find';
import { htmlOf, parse } from '../../scripts/site/html';
import { ROOT, sources } from '../package/sources';

const around = { link: (url: string) => url, comment: () => '' };
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

	test.each([
		['privacy mode', 'silent-bot.html'],
		['bot does not answer', 'silent-bot.html'],
		['chat id', 'find-a-chat.html'],
		['n8n cloud', 'keep-it-running.html'],
		['back up', 'keep-it-running.html'],
		['time zone', 'time-zones.html'],
		['emoji button', 'chats-files-keyboards.html'],
		['channel', 'channels.html'],
		['active publish', 'install.html'],
	])('the search for “%s” finds a page about it among the first three', (query, page) => {
		const entries = JSON.parse(/\[.*\]/s.exec(read('index.js'))![0]) as Entry[];
		const found = searchOf(entries)(query).map(({ url }) => url);
		expect(found.slice(0, 3).map((url) => path.basename(url))).toContain(page);
	});

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
		expect(mute).toMatchObject({ title: 'Member > Restrict' });
		expect(mute!.text).toContain('Restrict and Ban Members');
	});

	test('the list of pages leads to each page and marks the one that is open', () => {
		const [menu] = /<nav[^]*<\/nav>/.exec(read('operations/message-sendMessage.html'))!;
		const links = [...menu.matchAll(/href="\.\.\/([^"]*)"/g)].map(([, link]) => link);
		expect(links.sort()).toEqual(pages().sort());
		expect(menu).toContain('<a href="../operations/message-sendMessage.html" aria-current="page">');
	});

	test.each([
		['a label', 'Proxy URL', 'install.html'],
		['an operation', 'Set Webhook', 'operations/bot-setWebhook.html'],
		['words of a title', 'group moderate', 'moderate.html'],
	])('a search for %s finds its page', (_, query, url) => {
		const found = searchOf(index())(query).map((entry) => entry.url);
		expect(found.slice(0, 4)).toContain(url);
	});
});

describe('the search', () => {
	const page = (url: string, text: string): Entry => ({ url, title: url, headings: '', text });
	const search = (query: string, ...pages: Entry[]) => searchOf(pages)(query).map(({ url }) => url);

	test('a page with a word in its title comes first, then the one with more of it; a page without it is left out', () => {
		const pages = [
			page('once', 'mute people'),
			page('none', 'ban people'),
			page('twice', 'mute, or mute again'),
			page('mute', ''),
		];
		expect(search('mute', ...pages)).toEqual(['mute', 'twice', 'once']);
	});

	test.each([
		['no word', ' '],
		['only signs', '?!'],
		['a word that no page has', 'weather'],
		['a word that no page has, beside one that is there', 'weather people'],
	])('finds nothing for %s', (_, query) => {
		expect(search(query, page('a', 'mute people'))).toEqual([]);
	});

	test.each(['Mute', 'MUTE?', 'ｍｕｔｅ', '/mute'])('%s finds mute', (query) => {
		expect(search(query, page('a', 'mute people'))).toEqual(['a']);
	});
});
