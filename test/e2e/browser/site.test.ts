import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Browser, Page } from 'playwright-core';

import { startBrowser } from '../../../scripts/lib/browser';
import { buildSite } from '../../../scripts/site/build';

let folder: string;
let browser: Browser;
let page: Page;
let faults: string[];

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'site-'));
	buildSite(folder);
	browser = await startBrowser();
});

afterAll(async () => {
	await browser.close();
	rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
	page = await browser.newPage();
	faults = [];
	page.on('pageerror', ({ message }) => faults.push(message));
});

afterEach(async () => {
	await page.close();
	expect(faults).toEqual([]);
});

const open = async (file: string) => await page.goto(pathToFileURL(path.join(folder, file)).href);
const found = () => page.getByRole('status');

test('from the folder, a reader finds a page of an operation, and is told if there is none', async () => {
	await open('menus.html');
	await page.getByLabel('Search').fill('zzzz');
	await found().getByText('No page has these words.').waitFor();
	await page.getByLabel('Search').fill('restrict');
	await found().getByRole('link', { name: 'Member > Restrict' }).click();
	await page.getByRole('heading', { level: 1, name: 'Member > Restrict' }).waitFor();
});
