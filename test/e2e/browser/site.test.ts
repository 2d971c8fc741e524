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

test('from the folder, a reader finds a page in Chinese, opens it and changes the language', async () => {
	await open('zh-CN/index.html');
	await page.getByLabel('搜索').fill('禁言发链接的人');
	await found().getByRole('link', { name: '管理群组' }).click();
	await page.getByRole('heading', { level: 1, name: '管理群组' }).waitFor();
	await page.getByRole('banner').getByRole('link', { name: 'English' }).click();
	await page.getByRole('heading', { level: 1, name: 'Moderate a group' }).waitFor();
	await page.getByRole('banner').getByRole('link', { name: '简体中文' }).click();
	await page.getByRole('heading', { level: 1, name: '管理群组' }).waitFor();
});

test('a reader of English finds a page of an operation, and is told if there is none', async () => {
	await open('menus.html');
	await page.getByLabel('Search').fill('zzzz');
	await found().getByText('No page has these words.').waitFor();
	await page.getByLabel('Search').fill('restrict');
	await found().getByRole('link', { name: 'Member > Restrict' }).click();
	await page.getByRole('heading', { level: 1, name: 'Member > Restrict' }).waitFor();
});
