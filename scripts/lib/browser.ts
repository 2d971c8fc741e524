import { chromium, type Browser } from 'playwright-core';

/** Debian's; on another system name the browser with CHROMIUM. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The browser does only what is asked of it and contacts nobody on the internet. */
export const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Starts a headless browser with an empty profile of its own, which is removed when it closes. */
export async function startBrowser(): Promise<Browser> {
	return await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}
