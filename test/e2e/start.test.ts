import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DEFAULTS, type State } from '../support/emulator';
import { DEMO_TRIGGER } from '../../sandbox/lib/demo';
import { ROOT } from '../../scripts/lib/paths';
import { demandFree, freePort, LOOPBACK } from '../../scripts/lib/ports';
import { N8nRest } from '../../sandbox/lib/rest';
import { runToEnd } from '../../sandbox/lib/runs';
import { until } from '../../scripts/lib/until';
import { isRunning, processesBelow } from './support/processTree';

const READY_WITHIN_MS = 170_000;
const START_SCRIPT = /^\S*node .*sandbox\/start\.ts/;
const DEMO_ID = 'BotMessagingDemo';

/** `npm start` like a person runs it in a terminal, with separate ports and a separate data folder. */
class Start {
	readonly child: ChildProcess;

	output = '';

	readonly exitCode: Promise<number | null>;

	constructor(environment: Record<string, string>) {
		this.child = spawn('npm', ['start'], {
			cwd: ROOT,
			env: { ...process.env, ...environment },
			// A terminal sends Ctrl-C to the whole foreground group.
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		for (const stream of [this.child.stdout, this.child.stderr]) {
			stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
		}
		this.exitCode = once(this.child, 'close').then(([code]) => code as number | null);
	}

	get pid(): number {
		return this.child.pid as number;
	}

	async ready(): Promise<void> {
		const hasSpoken = async () => {
			if (this.child.exitCode !== null) return true;
			return this.output.includes('Ready.');
		};
		await until('npm start says that it is ready', hasSpoken, READY_WITHIN_MS);
		expect(this.output).toContain('Ready.');
	}

	/** The rest of the printed line that begins with a word. */
	printed(word: string): string {
		return new RegExp(`^ *${word} +(.+)$`, 'm').exec(this.output)?.[1] ?? `no line "${word}"`;
	}

	async ctrlC(): Promise<void> {
		process.kill(-this.pid, 'SIGINT');
		await this.exitCode;
	}
}

const parent = mkdtempSync(join(tmpdir(), 'bot-messaging-start-'));
const folder = join(parent, 'data');
const starts: Start[] = [];
let n8nPort: number;
let emulatorPort: number;

beforeAll(async () => {
	n8nPort = await freePort();
	emulatorPort = await freePort();
});

afterAll(async () => {
	for (const start of starts) {
		if (start.child.exitCode === null && start.child.signalCode === null) await start.ctrlC();
	}
	rmSync(parent, { recursive: true, force: true });
});

function npmStart(data = folder): Start {
	const start = new Start({
		N8N_PORT: String(n8nPort),
		EMULATOR_PORT: String(emulatorPort),
		BOT_MESSAGING_DATA: data,
	});
	starts.push(start);
	return start;
}

const stateOfEmulator = async () =>
	(await (await fetch(`http://${LOOPBACK}:${emulatorPort}/_emulator/state`)).json()) as State;

const postFault = async (fault: object) =>
	await fetch(`http://${LOOPBACK}:${emulatorPort}/_emulator/faults`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(fault),
	});

async function effectOfDemo() {
	const { messages, members } = await stateOfEmulator();
	const isOfDemo = ({ chat_id: chat }: { chat_id: number }) => chat === DEFAULTS.chats.demoGroup;
	const noah = members.filter(isOfDemo).find(({ user_id: user }) => user === DEFAULTS.users.noah);
	const ofBot = messages.filter(isOfDemo).filter(({ from_id: from }) => from === DEFAULTS.botId);
	return { noah: noah?.status, greeting: ofBot.at(-2), dice: ofBot.at(-1)?.dice };
}

const logIn = async (start: Start) =>
	await N8nRest.logIn(`http://${LOOPBACK}:${n8nPort}`, {
		email: start.printed('e-mail'),
		password: start.printed('password'),
	});

async function arePortsFree(): Promise<void> {
	await demandFree({ port: n8nPort, what: 'n8n', variable: 'N8N_PORT' });
	await demandFree({ port: emulatorPort, what: 'The emulator', variable: 'EMULATOR_PORT' });
}

describe('npm start', () => {
	test('names a port that is in use, and starts nothing', async () => {
		const other = createServer().listen(n8nPort, LOOPBACK);
		await once(other, 'listening');
		const start = npmStart();
		const exitCode = await start.exitCode;
		other.close();
		expect(exitCode).toBe(1);
		expect(start.output).toMatch(new RegExp(`n8n needs port ${n8nPort}.*N8N_PORT=\\d+ npm start`));
		expect(existsSync(folder)).toBe(false);
	});

	test('starts n8n and the emulator, and the demo has run', async () => {
		const start = npmStart();
		await start.ready();
		const { noah, greeting, dice } = await effectOfDemo();
		expect(noah).toBe('restricted');
		expect(greeting?.text).toMatch(/^Hello, I am Demo Bot/);
		expect(start.output).toContain(`wrote "${greeting?.text}", with buttons`);
		expect(start.output).toContain(`rolled ${dice?.emoji}: ${dice?.value}`);
		expect(start.output).toMatch(/Demo Group: Noah is muted until/);
		expect(start.output).not.toContain('does not start by itself');
		expect(start.output).toContain('have a stand-in for a language model');
		expect(start.output).toMatch(/Published from the first start: .*Moderation/);
	});

	test('does not start a second time with the same data, and says where it runs', async () => {
		const [, first] = starts;
		const second = new Start({
			N8N_PORT: String(await freePort()),
			EMULATOR_PORT: String(await freePort()),
			BOT_MESSAGING_DATA: folder,
		});
		starts.push(second);
		expect(await second.exitCode).toBe(1);
		expect(second.output).toContain('npm start runs already');
		expect(second.output).toContain(first.printed('n8n'));
		expect(second.output).toContain(first.printed('chats'));
		starts.pop();
	});

	test('prints an account that can log in, and a credential that works', async () => {
		const [, start] = starts;
		const rest = await logIn(start);
		const [credential] = await rest.credentials('botMessagingApi');
		expect(credential.name).toBe('Demo bot');
		const result = await rest.call('POST', '/rest/credentials/test', { credentials: credential });
		expect(result).toMatchObject({ status: 'OK' });
		const opened = await fetch(start.printed('n8n'));
		expect(opened.headers.get('content-type')).toContain('text/html');
		// It has the credential of the stand-in.
		expect(await rest.tryToPublish('BotMessagingAssistant')).toBeUndefined();
		// The user's changes from here on must survive the next start.
		await rest.call('PATCH', `/rest/workflows/${DEMO_ID}`, { name: 'Mine now' });
	});

	test('ends everything that it started on Ctrl-C', async () => {
		const [, start] = starts;
		const begun = processesBelow(start.pid);
		expect(begun.length).toBeGreaterThan(2);
		await start.ctrlC();
		expect(start.output.trimEnd()).toMatch(/Ending n8n and the emulator ...$/);
		expect(begun.filter(isRunning)).toEqual([]);
		await arePortsFree();
	});

	test('starts again without another download, and keeps what the user has done', async () => {
		const start = npmStart();
		await start.ready();
		expect(start.output).toContain('nothing was run');
		expect(start.output).not.toContain('Fetching');
		expect((await effectOfDemo()).noah).toBe('member');
		const rest = await logIn(start);
		const demo = await rest.call('GET', `/rest/workflows/${DEMO_ID}`);
		expect(demo).toMatchObject({ name: 'Mine now', active: true });
		expect(await rest.credentials('botMessagingApi')).toHaveLength(1);

		await runToEnd(rest, DEMO_ID, DEMO_TRIGGER);
		expect((await effectOfDemo()).noah).toBe('restricted');
	});

	test('ends everything and says why if n8n ends by itself', async () => {
		const start = starts[2];
		const begun = processesBelow(start.pid);
		const n8n = begun.find(({ command }) => command.includes('n8n/bin/n8n start'));
		process.kill(Number(n8n?.pid), 'SIGKILL');
		expect(await start.exitCode).toBe(1);
		expect(start.output).toContain('n8n was ended by SIGKILL');
		expect(begun.filter(isRunning)).toEqual([]);
		await arePortsFree();
	});

	test('continues if n8n cannot publish the examples, and says why and what to do', async () => {
		const start = npmStart(join(parent, 'other'));
		// The first two are from the demo and its trigger, the later ones from the examples' triggers.
		const refusal = { kind: 'error', status: 401, description: 'Unauthorized' };
		const fault = { ...refusal, method: 'getMe', skip: 2, times: 1000 };
		await until('the emulator is up', async () => (await postFault(fault)).ok, READY_WITHIN_MS);
		await start.ready();
		for (const name of ['Moderation', 'Commands']) {
			expect(start.output).toContain(`"Bot Messaging: ${name}" is in n8n, but does not start`);
			const place = `http://${LOOPBACK}:${n8nPort}/workflow/BotMessaging${name}`;
			expect(start.output).toContain(`Open ${place} and choose Publish there`);
		}
		expect(start.output).toContain('Unauthorized');
		const rest = await logIn(start);
		expect(await rest.hasWorkflow('BotMessagingCleanup')).toBe(true);
		const script = processesBelow(start.pid).find(({ command }) => START_SCRIPT.test(command));
		process.kill(Number(script?.pid), 'SIGINT');
		expect(await start.exitCode).toBe(0);
	});
});

test('npm run tool -- clean removes the data', async () => {
	expect(readFileSync(join(folder, 'owner.json'), 'utf8')).toContain('demo@example.com');
	const clean = spawn('npm', ['run', 'tool', 'clean'], {
		cwd: ROOT,
		env: { ...process.env, BOT_MESSAGING_DATA: folder },
	});
	await once(clean, 'exit');
	expect(existsSync(folder)).toBe(false);
});
