import { selectors, type BrowserContext, type Locator, type Page } from 'playwright-core';

import { startBrowser } from './browser';
import type { Account } from '../../sandbox/lib/owner';

const DRAWN_WITHIN_MS = 600;
/** A busy machine draws a long form slowly. */
const FORM_WITHIN_MS = 30_000;

/** Longer than Playwright's default: a page with every form takes long on a busy machine. */
const PATIENCE_MS = 120_000;

/** Pixels of space below the last field. */
const BELOW = 8;

/** The list design that n8n tests with some users: only this one has titles for rows. */
const NEW_LISTS = JSON.stringify({ '048_collection_overhaul': 'variant' });

/** n8n's editor marks its parts with this attribute. */
selectors.setTestIdAttribute('data-test-id');

/** Text below a node on the page; widths in pixels. */
interface Below {
	textContent: string;
	scrollWidth: number;
	clientWidth: number;
}

/** Harmless: n8n requests features that this installation lacks, and a remote n8n may lack HTTPS. */
const OF_THE_BROWSER = /^(Failed to load resource|The Cross-Origin-Opener-Policy header)/;

/** n8n's editor in a headless browser. */
export class Editor {
	private readonly thrown: string[] = [];

	private constructor(
		private readonly context: BrowserContext,
		readonly page: Page,
		private readonly url: string,
	) {
		page.on('pageerror', ({ message }) => this.thrown.push(message));
		page.on('console', (line) => {
			if (line.type() === 'error' && !OF_THE_BROWSER.test(line.text())) {
				this.thrown.push(line.text());
			}
		});
	}

	/** Opens a browser for the n8n at this address. Throws if it cannot start. */
	static async open(url: string): Promise<Editor> {
		const browser = await startBrowser();
		const context = await browser.newContext({ colorScheme: 'light' });
		context.setDefaultTimeout(PATIENCE_MS);
		return new Editor(context, await context.newPage(), url);
	}

	/** Throws if n8n rejects the password. */
	async logIn({ email, password }: Account): Promise<void> {
		const login = await this.context.request.post(`${this.url}/rest/login`, {
			data: { emailOrLdapLoginId: email, password },
		});
		if (!login.ok()) throw new Error(`n8n refuses the login: ${await login.text()}`);
	}

	async close(): Promise<void> {
		await this.context.browser()?.close();
	}

	/** Shows lists in the new design in pages opened from now on. */
	async useNewLists(): Promise<void> {
		const content = `localStorage.setItem('N8N_EXPERIMENT_OVERRIDES', '${NEW_LISTS}')`;
		await this.context.addInitScript({ content });
	}

	/** Throws if the editor has thrown since the last call. */
	demandNothingThrown(where: string): void {
		const lines = this.thrown.splice(0);
		if (lines.length > 0) throw new Error(`${where} throws in the editor:\n${lines.join('\n')}`);
	}

	/** Sets the system's preference for light or dark. */
	async setColours(colorScheme: 'light' | 'dark'): Promise<void> {
		await this.page.emulateMedia({ colorScheme });
		await this.settle();
	}

	/** Opens any page, for example one of the emulator, in a window of this size, in pixels. */
	async openPage(address: string, width: number, height: number): Promise<void> {
		await this.page.setViewportSize({ width, height });
		await this.page.goto(address);
		await this.settle();
	}

	/** Shows the whole canvas of a workflow in a window of this size, in pixels. */
	async openWorkflow(id: string, width: number, height: number): Promise<void> {
		await this.openPage(`${this.url}/workflow/${id}`, width, height);
		await this.page.getByTestId('canvas-node').first().waitFor();
		await this.page.getByTestId('zoom-to-fit').click();
		await this.settle();
	}

	/** Opens a new workflow, pastes the clipboard, and waits for nodes. Returns their names. */
	async pasteIntoNewWorkflow(): Promise<string[]> {
		await this.openPage(`${this.url}/workflow/new`, 1400, 900);
		await this.page.getByTestId('canvas-wrapper').click({ position: { x: 700, y: 100 } });
		await this.page.keyboard.press('ControlOrMeta+V');
		const nodes = this.page.getByTestId('canvas-node');
		await nodes.first().waitFor();
		return await nodes.evaluateAll((found: unknown[]) =>
			(found as Array<{ dataset: { nodeName: string } }>).map(({ dataset }) => dataset.nodeName),
		);
	}

	/** The texts below the nodes of the open workflow, and those that are cut off. */
	async wordsBelowNodes(): Promise<{ all: string[]; cut: string[] }> {
		const below = this.page.locator('[data-test-id=canvas-node] [class*=_subtitle_]');
		const found = await below.evaluateAll((parts: unknown[]) =>
			(parts as Below[]).map(({ textContent, scrollWidth, clientWidth }) => ({
				words: textContent.trim(),
				isCut: scrollWidth > clientWidth,
			})),
		);
		const wordsOf = (some: typeof found) => some.map(({ words }) => words);
		return { all: wordsOf(found), cut: wordsOf(found.filter(({ isCut }) => isCut)) };
	}

	/** Runs the open workflow from one of its triggers. */
	async start(trigger: string): Promise<void> {
		await this.node(trigger).hover();
		await this.page.getByTestId(`execute-workflow-button-${trigger}`).click();
	}

	/** Runs it to the end. */
	async execute(trigger: string, last: string): Promise<void> {
		await this.start(trigger);
		await this.untilRun(last);
		await this.page.locator('.el-notification__closeBtn').click();
		await this.settle();
	}

	/** Waits until the open workflow shows the number of output items of a node. */
	async untilRun(name: string): Promise<void> {
		await this.node(name)
			.getByText(/^\d+ items?$/)
			.waitFor();
	}

	/** Opens the form of a node of the open workflow. */
	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.page.getByTestId('node-parameters').waitFor();
		await this.settle();
	}

	async closeNode(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	/** The lines of text that the open form shows. */
	async linesOfForm(): Promise<string[]> {
		return await linesOf(this.page.getByTestId('node-parameters'));
	}

	/** Opens the form of a node. Returns its lines as soon as they include these, or else the last ones. */
	async linesOfNode(name: string, awaited: string[]): Promise<string[]> {
		await this.node(name).dblclick();
		const end = performance.now() + FORM_WITHIN_MS;
		let lines: string[] = [];
		do lines = await this.linesOfForm();
		while (performance.now() < end && !awaited.every((line) => lines.includes(line)));
		return lines;
	}

	/** The input panel of the open node, as soon as it contains these words. */
	async linesOfInput(words: string): Promise<string[]> {
		const input = this.page.getByTestId('ndv-input-panel');
		await input.getByText(words).first().waitFor();
		return await linesOf(input);
	}

	/** Drags a field of the input into the first field of the open form of this kind, e.g. `textarea`. */
	async dragIntoForm(name: string, kind: string): Promise<void> {
		const field = this.page.getByTestId('ndv-input-panel').getByText(name, { exact: true }).first();
		const target = this.page.getByTestId('node-parameters').locator(kind).first();
		const [from, to] = [await boxOf(field), await boxOf(target)];
		await this.page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
		await this.page.mouse.down();
		await this.page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 10 });
		await this.page.mouse.up();
		await this.settle();
	}

	/** Looks for a node to add to the open workflow. */
	async searchNodes(words: string): Promise<void> {
		await this.page.getByTestId('node-creator-plus-button').click();
		await this.page.getByTestId('node-creator-search-bar').fill(words);
		await this.settle();
	}

	/** Opens one of the nodes found, with its actions. */
	async openSearchResult(name: string): Promise<void> {
		await this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true }).click();
		await this.settle();
	}

	async closeSearch(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.page.getByTestId('node-creator').waitFor({ state: 'hidden' });
	}

	async openCredential(id: string): Promise<void> {
		await this.page.goto(`${this.url}/home/credentials/${id}`);
		await this.page.getByTestId('credential-edit-dialog').waitFor();
		await this.settle();
	}

	async pictureOfWindow(file: string): Promise<void> {
		await this.page.screenshot({ path: file, animations: 'disabled' });
	}

	/**
	 * A picture of the open form, in full length if the window is high enough; or only the part from the
	 * label `from` to just above the label `to`.
	 */
	async pictureOfForm(file: string, from?: string, to?: string): Promise<void> {
		const parameters = this.page.getByTestId('node-parameters');
		const topOf = async (label: string) =>
			(await boxOf(parameters.getByText(label, { exact: true }).first())).y - BELOW;
		const panel = await boxOf(parameters);
		const form = await boxOf(parameters.locator('> div').nth(1));
		const y = from ? await topOf(from) : panel.y;
		const height = (to ? await topOf(to) : form.y + form.height + BELOW) - y;
		const clip = { x: panel.x, y, width: panel.width, height };
		await this.page.screenshot({ path: file, clip, animations: 'disabled' });
	}

	private node(name: string): Locator {
		return this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
	}

	/** The page does not tell when rendering is done. */
	private async settle(): Promise<void> {
		// Away from everything that changes under the pointer.
		await this.page.mouse.move(0, 0);
		await this.page.waitForTimeout(DRAWN_WITHIN_MS);
	}
}

async function linesOf(part: Locator): Promise<string[]> {
	return (await part.innerText()).split('\n').map((line) => line.trim());
}

async function boxOf(part: Locator) {
	const box = await part.boundingBox();
	if (!box) throw new Error(`The editor does not show ${String(part)}`);
	return box;
}
