import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { startBrowser } from '../../../scripts/lib/browser';
import { ROOT, sources } from '../../package/sources';
import type { Json } from '../../support/emulator';
import { useSite } from '../../support/site';

const PHONE = { viewport: { width: 390, height: 844 } };

const TYPES: Record<string, string> = {
	'.html': 'text/html',
	'.js': 'text/javascript',
	'.css': 'text/css',
};

/** The output of `npm run tool -- screenshots`: here only the form of one operation. */
const data = mkdtempSync(path.join(tmpdir(), 'site-data-'));
mkdirSync(path.join(data, 'forms'));
copyFileSync(
	path.join(ROOT, 'docs/images/send-message.png'),
	path.join(data, 'forms/message-sendMessage.png'),
);

const site = useSite({ BOT_MESSAGING_DATA: data });

const server = createServer((request, response) => {
	const file = decodeURIComponent(new URL(request.url!, 'http://site').pathname);
	readFile(path.join(site.folder, file.endsWith('/') ? `${file}index.html` : file)).then(
		(content) =>
			response
				.setHeader('content-type', TYPES[path.extname(file) || '.html'] ?? 'image/webp')
				.end(content),
		() => response.writeHead(404).end(),
	);
});

let browser: Browser;
let page: Page;
let faults: string[];

beforeAll(async () => {
	server.listen(0, '127.0.0.1');
	browser = await startBrowser();
});

afterAll(async () => {
	await browser.close();
	server.close();
});

beforeEach(() => {
	faults = [];
});

afterEach(async () => {
	await page.context().close();
	expect(faults).toEqual([]);
});

async function open(file: string, look: BrowserContextOptions = {}): Promise<void> {
	page = await (await browser.newContext(look)).newPage();
	page.on('pageerror', ({ message }) => faults.push(message));
	page.on('response', (response) => {
		if (!response.ok()) faults.push(`${response.status()} ${response.url()}`);
	});
	const { port } = server.address() as AddressInfo;
	await page.goto(`http://127.0.0.1:${port}/${file}`, { waitUntil: 'networkidle' });
}

const results = () => page.locator('.VPLocalSearchBox .result');

async function search(query: string): Promise<void> {
	await page.getByRole('button', { name: 'Search' }).first().click();
	await page.getByRole('searchbox').fill(query);
}

/** The pages of the first results, the best one first. */
async function found(query: string): Promise<string[]> {
	await search(query);
	// The excerpts load last.
	await results().locator('.excerpt mark').first().waitFor({ state: 'attached' });
	const links = await results().evaluateAll((elements) =>
		elements.map((element) => element.getAttribute('href')!),
	);
	return links.map((link) => link.replace(/^\/|#.*$/g, ''));
}

test.each([
	['anti-flood', 'triggers.html'],
	['timer', 'channels.html'],
	['ChatGPT', 'ai.html'],
	['privacy mode', 'silent-bot.html'],
	['bot does not answer', 'silent-bot.html'],
	['chat id', 'find-a-chat.html'],
	['n8n cloud', 'keep-it-running.html'],
	['back up', 'keep-it-running.html'],
	['time zone', 'time-zones.html'],
	['emoji button', 'chats-files-keyboards.html'],
	['channel', 'channels.html'],
	['active publish', 'install.html'],
	['proxy url', 'install.html'],
	['Set Webhook', 'operations/bot-setWebhook.html'],
	['group moderate', 'moderate.html'],
])('the search for “%s” finds a page about it among the first three', async (query, wanted) => {
	await open('limits.html');
	expect((await found(query)).slice(0, 3)).toContain(wanted);
});

test('a result shows the line with the words, and links to it', async () => {
	await open('menus.html');
	await search('ChatGPT');
	const result = results().filter({ hasText: 'Text from a language model' });
	await result.locator('.excerpt', { hasText: 'For what ChatGPT' }).locator('mark').waitFor();
	await result.click();
	await page.getByRole('heading', { level: 1, name: 'Language models and AI agents' }).waitFor();
	expect(page.url()).toMatch(/\/ai\.html#text-from-a-language-model$/);
});

test('the reader is told if no page has the word', async () => {
	await open('menus.html');
	await search('zzzz');
	await page.getByText('No results for "zzzz"').waitFor();
});

test.each(['', 'versions.html', 'operations/message-sendMessage.html', 'troubleshooting.html'])(
	'on a phone, only the tables of “%s” scroll sideways',
	async (file) => {
		await open(file, PHONE);
		const width = await page.locator('html').evaluate((html) => html.scrollWidth);
		expect(width).toBe(PHONE.viewport.width);
		const scrolled = await page.locator('main table').evaluateAll((tables) =>
			tables.map((table) => {
				table.scrollTo(1000, 0);
				return table.scrollLeft;
			}),
		);
		expect(Math.max(...scrolled)).toBeGreaterThan(0);
	},
);

test('the site is dark for a reader who prefers that', async () => {
	await open('limits.html', { colorScheme: 'dark' });
	const background = await page.evaluate<string>(
		() => (globalThis as Json).getComputedStyle((globalThis as Json).document.body).backgroundColor,
	);
	expect(Math.max(...background.match(/\d+/g)!.map(Number))).toBeLessThan(60);
});

test('the converter opens from its link', async () => {
	await open('moving-from-telegram.html');
	await page.getByRole('link', { name: 'convert.html' }).click();
	await page.waitForURL(/\/convert\.html$/);
	await page.locator('input[type=file]').first().waitFor({ state: 'attached' });
});

describe('the files', () => {
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
		expect(linksOf(contentOf('index.html'))).toContain(
			`${repository}/blob/main/examples/commands.json`,
		);
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
		expect(contentOf('moderate.html')).toContain('<code>{{ $json.chatId }}</code>');
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
});
