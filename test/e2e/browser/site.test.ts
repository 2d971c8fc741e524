import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { startBrowser } from '../../../scripts/lib/browser';
import type { Json } from '../../support/emulator';
import { useSite } from '../../support/site';

const PHONE = { viewport: { width: 390, height: 844 } };

const TYPES: Record<string, string> = {
	'.html': 'text/html',
	'.js': 'text/javascript',
	'.css': 'text/css',
};

const site = useSite();

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
