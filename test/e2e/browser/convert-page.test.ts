import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { convert } from '../../../converter/index';
import { readWorkflow } from '../../../converter/workflow';
import { Editor } from '../../../scripts/lib/editor';
import { ROOT } from '../../../scripts/lib/paths';
import type { Workflow } from '../../../sandbox/lib/rest';
import { workflowOf } from '../support/execute';
import { useN8n } from '../support/n8n';

const PAGE = pathToFileURL(join(ROOT, 'docs/convert.html')).href;

/** Counts the page's frames in a script of its own, because the page may not run text as code. */
const COUNT_FRAMES = `{
	let frames = 0;
	const count = () => {
		document.documentElement.dataset.frames = String((frames += 1));
		requestAnimationFrame(count);
	};
	requestAnimationFrame(count);
}`;

const n8n = useN8n();
const asked: string[] = [];
const complaints: string[] = [];
let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open(n8n.url);
	await editor.setColours('dark');
	const { page } = editor;
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	page.on('request', (request) => asked.push(request.url()));
	page.on('pageerror', ({ message }) => complaints.push(message));
	page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
	await page.addInitScript({ content: COUNT_FRAMES });
});

beforeEach(async () => {
	await editor.page.goto(PAGE);
	asked.length = 0;
	complaints.length = 0;
});

afterAll(async () => {
	await editor?.close();
});

const send = (text: string): Workflow =>
	workflowOf('Page', [
		{
			name: 'Send',
			type: 'n8n-nodes-base.telegram',
			typeVersion: 1.2,
			parameters: { chatId: '={{ $json.chat }}', text, additionalFields: {} },
		},
	]);

const original = () => send('</script> Hello');

/** A long row of nodes that pass on what they get: it takes ten seconds and more. */
function long(): Workflow {
	const steps = Array.from({ length: 100_000 }, (_, at) => ({
		name: `Pass ${at}`,
		type: 'n8n-nodes-base.noOp',
		parameters: { read: '={{ $json.result.text }}' },
	}));
	const first = { ...steps[0], name: 'Send', type: 'n8n-nodes-base.telegram' };
	return workflowOf('Page', [first, ...steps]);
}

async function give(text: string): Promise<void> {
	await editor.page.getByLabel('Choose the file').setInputFiles({
		name: 'My flow.json',
		mimeType: 'application/json',
		buffer: Buffer.from(text),
	});
}

const click = async (name: string) =>
	await editor.page.getByRole('button', { name, exact: true }).click();

test('converts a pasted workflow with the keyboard alone, and sends nothing', async () => {
	const { page } = editor;
	await page.getByLabel('Or paste the workflow').focus();
	await page.keyboard.insertText(JSON.stringify(original()));
	await page.keyboard.press('Tab');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await page.getByText('1 node was converted.').waitFor();
	const text = await page.locator('#converted').inputValue();
	const expected = convert(readWorkflow(JSON.stringify(original())), { trigger: 'webhook' });
	expect(JSON.parse(text)).toEqual(expected.workflow);
	const list = await page.locator('#findings li').allTextContents();
	expect(list).toEqual(expected.findings.map((one) => `${one.nodes.join(', ')}: ${one.text}`));
	// The worker thread's script is a blob from the page itself.
	expect(asked.filter((address) => !address.startsWith('blob:'))).toEqual([]);
	expect(complaints).toEqual([]);
});

test('takes a file, and returns one', async () => {
	await give(JSON.stringify(original()));
	const [download] = await Promise.all([editor.page.waitForEvent('download'), click('Download')]);
	expect(download.suggestedFilename()).toBe('My flow.bot-messaging.json');
	const written = JSON.parse(readFileSync(await download.path(), 'utf8'));
	expect(written.nodes[1].type).toBe('n8n-nodes-bot-messaging.botMessaging');
});

test('the result can be pasted on the canvas of n8n', async () => {
	const { page } = editor;
	await give(JSON.stringify(original()));
	await click('Copy');
	await page.getByText('Click the canvas in n8n').waitFor();
	await editor.logIn(n8n.owner);
	expect(await editor.pasteIntoNewWorkflow()).toEqual(['Start', 'Send']);
	await editor.openNode('Send');
	expect(await editor.linesOfForm()).toContain('{{ $json.chat }}');
	editor.demandNothingThrown('The pasted workflow');
});

test.each([
	['no JSON', 'Hello', /^This is not a workflow of n8n\. It is not JSON\./],
	['lists in lists in lists', '['.repeat(400_000), /It is not JSON\./],
	[
		'lists in lists that end',
		`{"nodes":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
		/nested more than 200 deep/,
	],
])('says what is wrong: %s', async (_name, text, says) => {
	await give(text);
	await editor.page.getByRole('alert').waitFor();
	expect(await editor.page.getByRole('alert').textContent()).toMatch(says);
	expect(await editor.page.locator('#outcome').isVisible()).toBe(false);
	expect(complaints).toEqual([]);
});

test('converts 900 kB of beginnings of code', async () => {
	await give(JSON.stringify(send(`=${'{{ '.repeat(300_000)}`)));
	await editor.page.getByText('1 node was converted.').waitFor();
});

describe('a workflow that takes long to convert', () => {
	const frames = async () => Number(await editor.page.locator('html').getAttribute('data-frames'));

	beforeEach(async () => {
		await give(JSON.stringify(long()));
		await editor.page.getByText('Converting …').waitFor();
	});

	test('leaves the page as fast as before, and can be stopped', async () => {
		const { page } = editor;
		const first = await frames();
		while ((await frames()) < first + 30) await page.locator('html').getAttribute('data-frames');
		await click('Stop');
		await page.getByRole('alert').getByText('It was stopped. Nothing was converted.').waitFor();
		await give(JSON.stringify(original()));
		await page.getByText('1 node was converted.').waitFor();
		expect(await page.getByRole('alert').isVisible()).toBe(false);
	});
});

test('says that a text is too long, whatever the clock says', async () => {
	const { page } = editor;
	await page.locator('#given').evaluate((field) => {
		(field as { value?: string }).value = ' '.repeat(50_000_001);
	});
	await click('Convert');
	await page.getByRole('alert').getByText('more than 50 million characters').waitFor();
});

test('a pasted workflow is not saved under the name of an earlier file', async () => {
	const { page } = editor;
	await give(JSON.stringify(original()));
	await page.getByLabel('Or paste the workflow').fill(JSON.stringify(original()));
	await click('Convert');
	const [download] = await Promise.all([page.waitForEvent('download'), click('Download')]);
	expect(download.suggestedFilename()).toBe('workflow.bot-messaging.json');
});
