import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Processes } from '../../scripts/lib/processes';
import { until } from '../../scripts/lib/until';
import { packTools } from '../../scripts/tools/build';
import { DEFAULTS } from '../support/emulator';
import type { Json } from '../support/http';

const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-tools-'));
const empty = join(folder, 'empty');
const processes = new Processes();
const { chats, token, users } = DEFAULTS;
let archive: string;

beforeAll(async () => {
	mkdirSync(empty);
	archive = await packTools(join(folder, 'package'));
});

afterAll(async () => {
	await processes.stopAll();
	rmSync(folder, { recursive: true, force: true });
});

/** Runs the packed program like npx, in an empty folder. */
function npx(...given: string[]) {
	const program = 'n8n-nodes-bot-messaging-tools';
	const args = ['--yes', '--offline', `--package=${archive}`, '--', program, ...given];
	return processes.start('tools', 'npx', args, {
		cwd: empty,
		env: {
			...process.env,
			npm_config_cache: join(folder, 'cache'),
			BOT_TOKEN: token,
			EMULATOR_DIALECT: 'safew',
		},
		logFile: join(folder, 'tools.log'),
	});
}

async function emulatorOf(...given: string[]): Promise<string> {
	const tools = npx('--port', '0', ...given);
	const address = () => /Emulator: +(\S+)/.exec(tools.output())?.[1];
	await until('it is there', async () => address() !== undefined, 120_000);
	return address()!;
}

async function ask(url: string, body?: object): Promise<Json> {
	const headers = { 'content-type': 'application/json' };
	const request = body && { method: 'POST', headers, body: JSON.stringify(body) };
	return await (await fetch(url, request)).json();
}

test('the emulator runs with its chat page, and the small bot answers', async () => {
	const url = await emulatorOf();
	const page = await (await fetch(`${url}/_emulator/chat`)).text();
	const files = [...page.matchAll(/(?:src|href)="([^"]*chat[^"]*\.(?:js|css|svg))"/g)];
	expect(files.length).toBeGreaterThan(1);
	for (const [, file = ''] of files) {
		const answer = await fetch(new URL(file, `${url}/_emulator/chat`));
		expect([file, answer.status]).toEqual([file, 200]);
	}
	const message = { user_id: users.mia, chat_id: chats.demoGroup, text: 'Anybody there?' };
	await ask(`${url}/_emulator/act/message`, message);
	const isAnswered = async () =>
		(await ask(`${url}/_emulator/state`)).messages.some(({ text = '' }: { text?: string }) =>
			text.startsWith('Hello, Mia! You wrote: Anybody there?'),
		);
	await until('the bot answers', isAnswered, 60_000);
});

test('the check runs against a server, and the small bot makes room for it', async () => {
	const url = await emulatorOf();
	const check = npx('check', '--service', url, '--chat', String(chats.demoGroup), '--yes');
	expect(await check.ended).toBe('ended with exit code 0');
	expect(check.output()).toContain('| 9 | copyMessage answers with a list | holds |');
	expect(check.output()).toMatch(/Holds: \d\d\. Differs: 0\./);
	expect(check.output()).not.toContain(token);
	expect((await fetch(`${url}/_emulator/state`)).status).toBe(200);
});

test('another program gets the updates if the small bot is off', async () => {
	const url = await emulatorOf('--no-bot');
	const message = { user_id: users.mia, chat_id: chats.demoGroup, text: 'Mine' };
	await ask(`${url}/_emulator/act/message`, message);
	const { result } = await ask(`${url}/bot${token}/getUpdates`, { timeout: 20 });
	expect(result).toMatchObject([{ message: { text: 'Mine' } }]);
});

test.each([
	[['check'], 'Name the server and a group: --service'],
	[['check'], 'BOT_TOKEN'],
	[['--prot', '1'], "Unknown option '--prot'"],
])('the error says what is wrong with %j', async (given, says) => {
	const tools = npx(...given);
	expect(await tools.ended).toBe('ended with exit code 1');
	expect(tools.output()).toContain(says);
	expect(tools.output()).not.toContain('    at ');
});
