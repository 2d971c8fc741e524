import { chromium, type Browser } from 'playwright-core';

/** Debian's browser; set CHROMIUM on other systems. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Keeps the browser from contacting anybody on the internet by itself. */
export const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Starts a headless browser with a new, empty profile, which is removed on close. */
export async function startBrowser(): Promise<Browser> {
	return await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}
