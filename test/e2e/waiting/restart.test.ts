import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { linkPackage, startN8n, type N8n } from '../../../sandbox/lib/n8n';
import { ownerOf } from '../../../sandbox/lib/owner';
import { freePort } from '../../../scripts/lib/ports';
import { until } from '../../../scripts/lib/until';
import { Processes } from '../../../scripts/lib/processes';
import { triggerWorkflow } from '../../../sandbox/lib/triggers';
import { useEmulator } from '../../support/emulator';
import { usePagePeople } from '../support/pagePeople';
import type { Seen } from '../support/people';
import { Questions } from '../support/questions';

const emulator = useEmulator();
const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-asking-'));
const processes = new Processes();
let n8n: N8n;
const people = usePagePeople(emulator);
const questions = new Questions(() => n8n.rest, emulator, people);

afterAll(async () => {
	await processes.stopAll();
	for (const server of strangers) server.close().closeAllConnections();
	rmSync(folder, { recursive: true, force: true });
});

/** What a program gets that listens where n8n was before, as a second n8n on the host may. */
const elsewhere: string[] = [];
const strangers: Server[] = [];

async function listenAt(url: string): Promise<void> {
	const server = createServer(({ url: path }, response) => {
		elsewhere.push(String(path));
		response.writeHead(401).end('{"message":"unknown"}');
	});
	strangers.push(server.listen(Number(new URL(url).port), '127.0.0.1'));
	await once(server, 'listening');
}

/** Uses a new address each time, so that nothing can depend on the old one. */
async function start(): Promise<void> {
	const before = n8n?.url;
	n8n = await startN8n(processes, { folder, port: await freePort(), owner: ownerOf(folder) });
	if (before) await listenAt(before);
}

async function kill(): Promise<void> {
	process.kill(Number(n8n.process.pid), 'SIGKILL');
	await n8n.process.ended;
}

/** n8n's files that contain a text, including its log and database. */
function filesWith(words: string): string {
	try {
		return execFileSync('grep', ['-rlaF', '--exclude-dir=.cache', words, folder], {
			encoding: 'utf8',
		});
	} catch {
		return '';
	}
}

test('a question survives a restart and a kill, and a press meanwhile is not lost', async () => {
	linkPackage(folder);
	await start();
	const trigger = triggerWorkflow({
		name: 'Listens',
		type: 'botMessagingPollingTrigger',
		credential: await questions.reference(),
	});
	await n8n.rest.publish(await n8n.rest.importWorkflow(trigger));
	const first = await questions.ask({ message: 'One?' });
	const second = await questions.ask({ message: 'Two?' });
	const third = await questions.ask({ message: 'Three?' });
	for (const { execution } of [first, second, third]) await questions.waits(execution);

	await processes.end(n8n.process);
	// n8n is down, so the press gets no answer.
	const meanwhile = questions.press('mia', first.question, 'Decline');
	await start();
	expect(await meanwhile).toBe('Decline');
	expect((await questions.whenAnswered(first.execution)).json).toMatchObject({ value: 'decline' });

	await kill();
	await start();
	expect(await questions.press('mia', second.question, 'Approve')).toBe('Approve');
	expect((await questions.whenAnswered(second.execution)).json).toMatchObject({ value: 'approve' });
	expect(await questions.press('milan', third.question, 'Approve')).toBe('Approve');
	expect((await questions.whenAnswered(third.execution)).json).toMatchObject({ value: 'approve' });

	// A program that listens where n8n was before gets neither an answer nor a question.
	expect(strangers).toHaveLength(2);
	expect(elsewhere).toEqual([]);

	// The path to an execution is only in the chat, and not as an address.
	const { messages } = await emulator.state();
	expect(JSON.stringify(messages)).not.toMatch(/webhook-waiting|127\.0\.0\.1|signature/);
	expect(filesWith('signature=')).toBe('');
	expect(filesWith(emulator.token)).toBe('');
}, 900_000);

test('a reminder and a time limit come after a kill too, and keep what was answered', async () => {
	const limit = { limitWaitTime: true, resumeAmount: 20, resumeUnit: 'seconds' };
	const late = await questions.ask({ ...limit, message: 'Quick?' });
	const { execution, question } = await questions.ask({
		message: 'Shall we?',
		answersNeeded: 2,
		additionalFields: { remindAfter: '30 s' },
	});
	expect(await questions.press('mia', question, 'Approve')).toBe('Approve');
	await questions.waits(execution);
	await kill();
	await start();
	const lastMessage = async () => (await emulator.state()).messages.at(-1)! as unknown as Seen;
	const isReminded = async () =>
		(await lastMessage()).text?.endsWith('Still waiting for 1 more answer.') === true;
	await until('the reminder is in the chat', isReminded, 200_000);
	const reminder = await lastMessage();
	expect(reminder.text).toMatch(/^Shall we\?\n\nMia: Approved, /);
	expect(await questions.press('milan', reminder, 'Approve')).toBe('Approve');
	const { json } = await questions.whenAnswered(execution);
	expect(json).toMatchObject({ approved: true, answers: [{}, {}] });
	expect(await questions.readBehind(execution, 0)).toBe('Mia');
	expect((await questions.whenAnswered(late.execution)).json).toMatchObject({ answer: null });
	expect(await questions.readBehind(late.execution, 0)).toBe('Mia');
	expect((await questions.now(late.question)).text).toMatch(/^Quick\?\n\nNo answer in time, /);
}, 900_000);
