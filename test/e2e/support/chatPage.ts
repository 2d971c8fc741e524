import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

import { startBrowser } from '../../../scripts/lib/browser';
import { until } from '../../../scripts/lib/until';
import { LONG_PATIENCE_MS } from '../../support/patience';

/** A picture of 8 by 6 pixels. */
export const PNG = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAEUlEQVR42mM4YaOBFTEMpAQAmkY4QQUQOaAAAAAASUVORK5CYII=',
	'base64',
);

/** A style as the browser computes it. */
export async function styleOf(element: Locator, property: string): Promise<string> {
	return await element.evaluate((one, name) => {
		const { getComputedStyle } = globalThis as unknown as {
			getComputedStyle(of: unknown): { getPropertyValue(name: string): string };
		};
		return getComputedStyle(one).getPropertyValue(name);
	}, property);
}

export interface Look {
	width?: number;
	height?: number;
	colorScheme?: 'light' | 'dark';
}

/** The emulator's chat page in a browser, used as a person uses it. */
export class ChatPage {
	/** Errors and complaints in the page's console. */
	readonly complaints: string[] = [];

	/** The origins of all requests of the page. */
	readonly asked = new Set<string>();

	private constructor(
		private readonly context: BrowserContext,
		readonly page: Page,
	) {
		page.on('pageerror', ({ message }) => this.complaints.push(message));
		page.on('console', (line) => {
			if (line.type() === 'error' || line.type() === 'warning') this.complaints.push(line.text());
		});
		page.on('request', (request) => {
			const { protocol, origin } = new URL(request.url());
			if (protocol.startsWith('http')) this.asked.add(origin);
		});
	}

	/** Opens the page of the emulator at `url`, as the page's default person. */
	static async open(browser: Browser, url: string, look: Look = {}): Promise<ChatPage> {
		const { width = 1280, height = 800, colorScheme = 'light' } = look;
		const context = await browser.newContext({
			viewport: { width, height },
			colorScheme,
			reducedMotion: 'reduce',
		});
		context.setDefaultTimeout(LONG_PATIENCE_MS);
		const chat = new ChatPage(context, await context.newPage());
		await chat.page.goto(`${url}/_emulator/chat`);
		await chat.page.getByLabel('You are').waitFor();
		return chat;
	}

	async close(): Promise<void> {
		await this.context.close();
	}

	/** Switches to another person, by first name. */
	async become(name: string): Promise<void> {
		const select = this.page.getByLabel('You are');
		// The page fills the list after it has loaded.
		const person = select.locator('option').filter({ hasText: new RegExp(`^${name}(,|$)`) });
		await person.waitFor({ state: 'attached' });
		await select.selectOption({ label: (await person.textContent())! });
	}

	/** Opens a chat from the list. */
	async enter(name: string): Promise<void> {
		await this.page.getByRole('navigation', { name: 'Chats' }).getByText(name).first().click();
	}

	/** Writes a message and sends it with Enter. */
	async write(text: string): Promise<void> {
		const field = this.page.getByRole('textbox', { name: 'Message' });
		await field.fill(text);
		await field.press('Enter');
	}

	/** Picks pictures from the disk and sends them with a caption. */
	async sendPhotos(names: string[], words: string): Promise<void> {
		const files = names.map((name) => ({ name, mimeType: 'image/png', buffer: PNG }));
		const picker = this.page.waitForEvent('filechooser');
		await this.page.getByRole('button', { name: 'Add files' }).click();
		await (await picker).setFiles(files);
		await this.write(words);
	}

	/** The message with this text. */
	message(text: string | RegExp): Locator {
		return this.page.locator('.message', { hasText: text });
	}

	/** Waits until no message has this text, or quotes one that had it. */
	async gone(text: string | RegExp): Promise<void> {
		await this.message(text).first().waitFor({ state: 'detached' });
	}

	/** Presses a button of an inline keyboard. */
	async press(button: string): Promise<void> {
		await this.page.locator('.keyboard').getByRole('button', { name: button }).click();
	}

	/** Waits until the text is visible on the page. */
	async sees(text: string | RegExp): Promise<void> {
		await this.page.getByText(text).first().waitFor();
	}

	/** Waits until the text is not visible any more. */
	async misses(text: string | RegExp): Promise<void> {
		await this.page.getByText(text).first().waitFor({ state: 'hidden' });
	}

	/** Waits until this many pictures are loaded, and returns their natural widths in pixels. */
	async pictures(count: number): Promise<number[]> {
		const pictures = this.page.locator('.messages img');
		const drawn = async () => {
			const widths = await pictures.evaluateAll((all) =>
				(all as unknown as Array<{ naturalWidth: number }>).map((one) => one.naturalWidth),
			);
			return widths.filter((width) => width > 0);
		};
		await until(
			`${count} pictures`,
			async () => (await drawn()).length === count,
			LONG_PATIENCE_MS,
		);
		return await drawn();
	}
}

export interface ChatPages {
	/** Opens a page that is closed after the test. */
	open(url: string, look?: Look): Promise<ChatPage>;
}

/** A browser for a test file. A page that complained, or contacted another server, fails its test. */
export function useChatPages(): ChatPages {
	let browser: Browser;
	const opened: Array<{ url: string; chat: ChatPage }> = [];
	beforeAll(async () => {
		browser = await startBrowser();
	});
	afterEach(async () => {
		const pages = opened.splice(0);
		await Promise.all(pages.map(async ({ chat }) => await chat.close()));
		for (const { url, chat } of pages) {
			expect(chat.complaints).toEqual([]);
			expect([...chat.asked]).toEqual([url]);
		}
	});
	afterAll(async () => {
		await browser?.close();
	});
	return {
		open: async (url, look) => {
			const chat = await ChatPage.open(browser, url, look);
			opened.push({ url, chat });
			return chat;
		},
	};
}
