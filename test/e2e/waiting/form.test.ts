import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { linkPackage, startN8n, type N8n } from '../../../sandbox/lib/n8n';
import { ownerOf } from '../../../sandbox/lib/owner';
import { freePort } from '../../../scripts/lib/ports';
import { Processes } from '../../../scripts/lib/processes';
import { triggerWorkflow } from '../../../sandbox/lib/triggers';
import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { byId } from '../../support/locators';
import { FIVE_QUESTIONS, FormInChat } from '../support/formInChat';
import { Questions } from '../support/questions';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;
const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-forms-'));
const processes = new Processes();
let n8n: N8n;
const questions = new Questions(() => n8n.rest, emulator);

const WITHIN_MS = 180_000;

afterAll(async () => {
	await processes.stopAll();
	rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
	n8n = await startN8n(processes, { folder, port: await freePort(), owner: ownerOf(folder) });
}

async function kill(): Promise<void> {
	process.kill(Number(n8n.process.pid), 'SIGKILL');
	await n8n.process.ended;
}

/** Asks Mia, and finds the message in the chat. */
async function ask(chat: number): Promise<FormInChat> {
	const before = (await questions.open(chat)).length;
	const asking = { operation: 'askForm', chatId: byId(chat), personId: String(users.mia) };
	const execution = await questions.run({ ...asking, formFields: FIVE_QUESTIONS });
	const isThere = async () => (await questions.open(chat)).length > before;
	await until('the form is in the chat', isThere, WITHIN_MS);
	await questions.waits(execution);
	return new FormInChat(questions, execution, (await questions.open(chat)).at(-1)!);
}

test('two forms of one person survive a kill at each question, and do not mix', async () => {
	linkPackage(folder);
	await start();
	const trigger = triggerWorkflow({
		name: 'Listens',
		type: 'botMessagingPollingTrigger',
		credential: await questions.reference(),
	});
	await n8n.rest.publish(await n8n.rest.importWorkflow(trigger));
	const again = async () => {
		await kill();
		await start();
	};
	const first = await ask(chats.privateMia);
	const second = await ask(chats.demoGroup);
	await again();
	await first.reply('Mia');
	await first.shows('Size?');
	await second.reply('Em');
	await second.shows('Size?');
	await again();
	await first.press('M');
	await first.shows('Extras?');
	await second.press('Skip');
	await second.shows('Extras?');
	await again();
	await first.press('Milk');
	await first.shows('✅ Milk');
	await again();
	await first.press('Done');
	await first.shows('How many?');
	await first.reply('0');
	await first.reply('2');
	await first.shows('Gift?');
	await again();
	await first.press('Yes');
	await first.shows('Gift? Yes');
	await again();
	await first.press('Send');
	const { output, json } = await questions.whenAnswered(first.execution);
	expect(output).toBe(0);
	expect(json).toMatchObject({
		outcome: 'answered',
		answers: { name: 'Mia', size: 'M', extras: ['Milk'], count: 2, gift: true },
		user: { id: users.mia },
	});
	expect(await questions.readBehind(first.execution, 0)).toBe('Mia');
	expect(await questions.status(second.execution)).toBe('waiting');
	await second.press('Cancel');
	expect(await questions.whenAnswered(second.execution)).toMatchObject({
		output: 0,
		json: { outcome: 'cancelled', answers: {} },
	});
}, 900_000);
