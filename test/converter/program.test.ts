import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from '../../scripts/lib/paths';
import { Processes } from '../../scripts/lib/processes';
import { flow, other, telegram, telegramTrigger } from './flow';

const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-convert-'));
const processes = new Processes();
const file = join(folder, 'My flow.json');

beforeAll(() => {
	const workflow = flow(
		telegramTrigger({ updates: ['message'] }),
		telegram('Send', { chatId: '-5', text: 'a' }),
		telegram('Sticker', { operation: 'sendSticker' }),
	);
	writeFileSync(file, JSON.stringify(workflow));
});

afterAll(async () => {
	await processes.stopAll();
	rmSync(folder, { recursive: true, force: true });
});

/** The command's output and exit. */
async function convertCommand(...given: string[]) {
	const args = ['--import', 'tsx', 'converter/main.ts', ...given];
	const options = { cwd: ROOT, env: process.env, logFile: join(folder, 'convert.log') };
	const command = processes.start('convert', process.execPath, args, options);
	return { ended: await command.ended, output: command.output() };
}

const typesIn = (name: string) =>
	(JSON.parse(readFileSync(join(folder, name), 'utf8')) as ReturnType<typeof flow>).nodes.map(
		({ type }) => type,
	);

test('writes the workflow beside the original, and prints the list', async () => {
	const { ended, output } = await convertCommand(file);
	expect(ended).toBe('ended with exit code 0');
	expect(output).toContain(
		'2 nodes were converted. 1 node was switched off. The line “This message was sent automatically with n8n” is no longer added. Without it, an empty text is refused, and a single “_” is shown as it is written.',
	);
	expect(output).toContain(
		'- Telegram Trigger, Send: Create the credential Bot Messaging (SafeW) API',
	);
	expect(output).toContain('- Send: Chat ID is fixed: -5.');
	expect(typesIn('My flow.bot-messaging.json')).toEqual([
		'n8n-nodes-bot-messaging.botMessagingPollingTrigger',
		'n8n-nodes-bot-messaging.botMessaging',
		'n8n-nodes-base.telegram',
	]);
});

test('writes to the given place, with the chosen trigger', async () => {
	const out = join(folder, 'new.json');
	await convertCommand(file, '--out', out, '--trigger', 'webhook');
	expect(typesIn('new.json')[0]).toBe('n8n-nodes-bot-messaging.botMessagingTrigger');
});

test('says for a folder how many workflows and nodes need no check', async () => {
	const many = mkdtempSync(join(folder, 'many-'));
	const quiet = {
		chatId: '={{ $json.c }}',
		text: 'a',
		additionalFields: { appendAttribution: false },
	};
	const workflows = [
		flow(telegram('Send', quiet)),
		flow(telegram('Send', quiet), telegram('To', { chatId: '5' })),
		flow(telegram('Send', { ...quiet, additionalFields: {} })),
	];
	workflows.forEach((one, at) => writeFileSync(join(many, `${at}.json`), JSON.stringify(one)));
	writeFileSync(join(many, 'other.json'), JSON.stringify(flow(other('Set', 'set'))));
	writeFileSync(join(many, 'broken.json'), '{');
	const { output } = await convertCommand('--share', many);
	expect(output).toContain('Same: 2. Noted: 1. Not read: 1.');
	expect(output).toContain('Workflows that need no look: 2 of 3 (67 %).');
	expect(output).toContain(
		'Workflows that need no look and lose the line about n8n: 1 of 3 (33 %).',
	);
	expect(output).toContain(
		'Nodes that need no look, of those that were converted or are on the list: 3 of 4 (75 %).',
	);
	expect(output).toContain('Files without a Telegram node: 1.');
});

test.each([
	['no file', [], 'Name one file: npm run convert'],
	['a file that is not there', ['none.json'], 'There is no file none.json.'],
	['a folder', [folder], 'is a folder'],
	['the file itself as the new one', [file, '--out', file], 'is the workflow itself'],
	['a trigger that there is not', [file, '--trigger', 'other'], 'Choose polling or webhook.'],
	['something that is no workflow', ['package.json'], 'it has no nodes'],
	['an option that there is not', [file, '--fast'], 'Use it like this: npm run convert'],
	['no file, with all ways to use it', [], 'npm run convert -- --share folder'],
])('says what is wrong: %s', async (_name, given, message) => {
	const { ended, output } = await convertCommand(...given);
	expect(ended).toBe('ended with exit code 1');
	expect(output).toContain(message);
	expect(output).not.toContain('    at ');
});
