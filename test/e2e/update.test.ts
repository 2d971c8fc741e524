import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeChats, writeMessages } from '../../bench/arrivals';
import { storedExecutions } from '../../sandbox/lib/executions';
import { packageFolder, startN8n, type N8n } from '../../sandbox/lib/n8n';
import { ownerOf } from '../../sandbox/lib/owner';
import { runToEnd } from '../../sandbox/lib/runs';
import { TRIGGER, triggerWorkflow, WORK, type TriggerType } from '../../sandbox/lib/triggers';
import { PACKAGE_NAME, ROOT } from '../../scripts/lib/paths';
import { freePort } from '../../scripts/lib/ports';
import { Processes } from '../../scripts/lib/processes';
import { until } from '../../scripts/lib/until';
import { useEmulator } from '../support/emulator';
import { byId } from '../support/locators';
import { ASK, askingWorkflow, START } from './support/askingWorkflow';
import { startProxy } from './support/bursts';
import { FormInChat } from './support/formInChat';
import { menuOf } from './support/menu';
import { peopleOf, type Name, type Seen } from './support/people';
import { outputIn, Questions } from './support/questions';

const MESSAGES = 200;
const QUESTIONS = 18;
const TAKES_MS = 200;
const WITHIN_MS = 300_000;

const emulator = useEmulator({ webhookRetryBaseMs: 200, webhookMaxAttempts: 30 });
const { chats, users } = emulator.defaults;
const people = peopleOf(emulator);
const processes = new Processes();
let folder = '';
let port = 0;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let n8n: N8n;
let id = '';
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'bot-messaging-update-'));
	port = await freePort();
	// While n8n starts, it loses what is pushed (docs/versions.md).
	proxy = await startProxy(port);
});
afterEach(async () => {
	proxy.close();
	await n8n.rest.unpublish(id);
	await processes.end(n8n.process);
	rmSync(folder, { recursive: true, force: true });
});
afterAll(async () => await processes.stopAll());

/** Puts a copy of this package there, as an installation does; its description and version are others. */
function install(version: string): void {
	const place = packageFolder(folder);
	rmSync(place, { recursive: true, force: true });
	cpSync(join(ROOT, 'dist'), join(place, 'dist'), { recursive: true });
	const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
	writeFileSync(join(place, 'package.json'), JSON.stringify({ ...manifest, version }));
	const node = join(place, 'dist/nodes/BotMessaging/package.js');
	const code = readFileSync(node, 'utf8');
	const known = 'displayName: "Bot Messaging Polling Trigger"';
	writeFileSync(node, code.replace(known, `displayName: "Polling of ${version}"`));
}

test.each<[string, TriggerType]>([
	['polled', 'botMessagingPollingTrigger'],
	['pushed', 'botMessagingTrigger'],
])(
	'%s messages, open questions, forms and menus, and known chats survive an update of the package',
	async (_how, type) => {
		const settings = { WEBHOOK_URL: proxy.url };
		const start = async () => {
			n8n = await startN8n(processes, { folder, port, owner: ownerOf(folder), settings });
			proxy.isOpen = true;
		};
		install('0.2.0');
		await start();
		const questions = new Questions(() => n8n.rest, emulator, people);
		const credential = await questions.reference();

		// One published workflow: /menu shows a menu, all else is slow work.
		const workflow = triggerWorkflow({
			name: 'Works',
			type,
			credential,
			takesMs: TAKES_MS,
			parameters: {
				updates: ['message'],
				outputs: 'commands',
				outputCommands: { command: [{ command: '/menu', where: 'everywhere' }] },
				...menuOf('2 €'),
			},
		});
		const [trigger] = workflow.nodes;
		workflow.nodes.push({
			...trigger,
			id: randomUUID(),
			name: 'Menu',
			type: `${PACKAGE_NAME}.botMessaging`,
			typeVersion: 1,
			parameters: { resource: 'message', operation: 'showMenu', chatId: byId(chats.demoGroup) },
		});
		const to = (node: string) => [{ node, type: 'main', index: 0 }];
		workflow.connections = { [TRIGGER]: { main: [to('Menu'), to(WORK)] } };
		id = await n8n.rest.importWorkflow(workflow);
		await n8n.rest.publish(id);

		// Open before the update: questions, a typed one, a form at its second question, and a menu at its second page.
		const open: Array<{ execution: string; question: Seen }> = [];
		for (let n = 0; n < QUESTIONS; n++) open.push(await questions.ask({ message: `Number ${n}?` }));
		const typed = await questions.ask({
			message: 'How many?',
			responseType: 'freeText',
			replyType: 'number',
		});
		const field = (label: string, name: string) => ({ fieldLabel: label, fieldName: name });
		const execution = await questions.run({
			operation: 'askForm',
			chatId: byId(chats.privateMia),
			personId: String(users.mia),
			formFields: { values: [field('Name?', 'name'), field('Town?', 'town')] },
		});
		await questions.waits(execution);
		const form = new FormInChat(
			questions,
			execution,
			(await questions.open(chats.privateMia)).at(-1)!,
		);
		await form.reply('Mia');
		await form.shows('Town?');
		await people.write('mia', '/menu', chats.demoGroup);
		const first = await people.sees(chats.demoGroup, 0, ({ text }) => text === 'Welcome!');
		await people.press('mia', first, 'Drinks');
		const menu = await people.sees(chats.demoGroup, 0, ({ text }) => text === 'A tea is 2 €.');
		for (const one of [...open, typed]) await questions.waits(one.execution);

		await makeChats(emulator.url);
		const writing = writeMessages(emulator.url, MESSAGES);
		const hasBegun = async () => (await n8n.rest.countEnded(id)) >= 20;
		await until('some of the messages have been worked on', hasBegun, WITHIN_MS);
		proxy.isOpen = false;
		await processes.end(n8n.process);
		expect((await storedExecutions(folder, id)).length).toBeLessThan(MESSAGES);
		const before = await writing;
		const during = await writeMessages(emulator.url, 20);
		const early: string[] = [];
		for (const [n, { question }] of open.slice(0, 6).entries()) {
			const name: Name = n % 2 ? 'milan' : 'olga';
			early.push(await people.press(name, question, 'Decline'));
		}

		install('0.2.1');
		await start();
		const [polling] = (await n8n.rest.nodeTypes<{ name: string; displayName: string }>()).filter(
			({ name }) => name.endsWith('.botMessagingPollingTrigger'),
		);
		expect(polling.displayName).toBe('Polling of 0.2.1');

		for (const press of early) expect(await questions.answerTo(press)).toBe('Decline');
		for (const { question } of open.slice(6)) {
			expect(await questions.press('mia', question, 'Approve')).toBe('Approve');
		}
		await questions.reply('milan', typed.question, '12');
		await form.reply('Paris');
		await form.shows('Town? Paris');
		await form.press('Send');
		for (const [n, one] of open.entries()) {
			const { json } = await questions.whenAnswered(one.execution);
			expect(json).toMatchObject({ value: n < 6 ? 'decline' : 'approve' });
		}
		expect((await questions.whenAnswered(typed.execution)).json).toMatchObject({ value: 12 });
		const { json: filled } = await questions.whenAnswered(execution);
		expect(filled).toMatchObject({ answers: { name: 'Mia', town: 'Paris' } });
		await people.press('mia', menu, 'Order');

		const wanted = [before, during].reduce((sum, { first, last }) => sum + last - first + 1, 0);
		const started = async () =>
			(await storedExecutions(folder, id)).map(({ updateId }) => updateId);
		const areThere = async () =>
			(await started()).filter((one) => one !== undefined).length >= wanted + 2;
		await until('all messages, /menu and the press have begun', areThere, WITHIN_MS);
		const haveEnded = async () =>
			(await storedExecutions(folder, id)).every(({ stoppedAt }) => stoppedAt);
		await until('all have ended', haveEnded, WITHIN_MS);
		const all = (await storedExecutions(folder, id)).filter((one) => one.updateId !== undefined);
		expect(all.map(({ status }) => status)).toEqual(all.map(() => 'success'));
		expect(new Set(all.map(({ updateId }) => updateId)).size).toBe(all.length);
		expect(all).toHaveLength(wanted + 2);

		const listing = askingWorkflow({
			operation: 'getManyChats',
			resource: 'chat',
			returnAll: true,
		});
		listing.nodes.find(({ name }) => name === ASK)!.credentials = { botMessagingApi: credential };
		const listed = await runToEnd(n8n.rest, await n8n.rest.importWorkflow(listing), START);
		const known = outputIn(listed.data, ASK);
		expect(known.counts[0]).toBeGreaterThanOrEqual(11);
	},
	900_000,
);
