import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { buildPage } from '../../emulator/page/bundle';
import { useEmulator } from '../support/emulator';

const emulator = useEmulator();

const PAGE = '/_emulator/chat';
const get = async (address: string) => await fetch(`${emulator.url}${address}`);

/** The page's own files that its HTML names. */
async function partsOf(html: string): Promise<Array<{ address: string; text: string }>> {
	const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
	return await Promise.all(
		addresses.map(async (address) => ({ address, text: await (await get(address)).text() })),
	);
}

/** Addresses of other servers. Names of XML namespaces look like addresses, but nothing requests them. */
const elsewhere = (text: string): string[] =>
	(text.match(/(?:https?:)?\/\/[\w-]+\.[\w.-]+[^\s"'`)]*/g) ?? []).filter(
		(address) => !/^http:\/\/www\.w3\.org\/(\d{4}\/|1998\/Math)/.test(address),
	);

describe('the chat page', () => {
	test('opens at the address of the emulator', async () => {
		const response = await get('/');
		expect(response.status).toBe(200);
		expect(new URL(response.url).pathname).toBe(PAGE);
		expect(response.headers.get('content-type')).toContain('text/html');
	});

	test('is served with its script, its styles and its icon', async () => {
		const parts = await partsOf(await (await get(PAGE)).text());
		expect(parts.map(({ address }) => address).sort()).toEqual([
			`${PAGE}/chat.css`,
			`${PAGE}/chat.js`,
			`${PAGE}/icon.svg`,
		]);
		const types = await Promise.all(
			parts.map(async ({ address }) => (await get(address)).headers.get('content-type')),
		);
		expect(types.sort()).toEqual([
			'image/svg+xml',
			'text/css; charset=utf-8',
			'text/javascript; charset=utf-8',
		]);
	});

	test('requests nothing from another server, and may not do so', async () => {
		const response = await get(PAGE);
		const html = await response.text();
		const texts = [html, ...(await partsOf(html)).map(({ text }) => text)];
		expect(texts.flatMap(elsewhere)).toEqual([]);
		expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
	});

	test('is identical with the build of npm run build', async () => {
		const inTurn = await (await get(`${PAGE}/chat.js`)).text();
		await buildPage();
		const folder = path.resolve(__dirname, '../../dist-emulator');
		expect(await readFile(path.join(folder, 'chat.js'), 'utf8')).toBe(inTurn);
		expect(await (await get(`${PAGE}/chat.js`)).text()).toBe(inTurn);
	});
});

describe('the guard sees', () => {
	test.each([
		'@import url(//fonts.example.com/a.css)',
		'<script src="https://cdn.example.com/a.js">',
		'fetch("http://example.com")',
	])('%s', (text) => {
		expect(elsewhere(text)).toHaveLength(1);
	});
});
