import { withCredential } from '../../sandbox/lib/demo';
import type { N8nRest } from '../../sandbox/lib/rest';
import { until } from '../../scripts/lib/until';
import { byId } from '../support/locators';
import { askingOnMessages } from '../e2e/support/askingWorkflow';
import { FIVE_QUESTIONS, FormInChat } from '../e2e/support/formInChat';
import { Questions } from '../e2e/support/questions';
import { POLLING, useQueueMode } from './queue';

const WITHIN_MS = 600_000;

const queue = useQueueMode(5);
const { emulator } = queue;
const { chats, users } = emulator.defaults;

let rest: N8nRest;
const questions = new Questions(() => rest, emulator);

/** Kills main and both workers, and waits until they are there again. */
async function killAll(): Promise<void> {
	const { main, workers } = queue.mode;
	const all = [main, ...workers];
	await Promise.all(all.map(async (part) => await part.kill()));
	await Promise.all(all.map(async (part) => await part.now()));
	rest = await queue.mode.rest();
}

/** Mia writes in a chat: that starts an execution, which asks her there. */
async function ask(workflow: string, chat: number): Promise<FormInChat> {
	const executions = async () =>
		await queue.mode.database.query<{ id: number }>(
			'SELECT id FROM execution_entity WHERE "workflowId" = $1 ORDER BY id',
			[workflow],
		);
	const before = (await executions()).length;
	await emulator.act('message', { user_id: users.mia, chat_id: chat, text: 'Ask me' });
	const isThere = async () =>
		(await questions.open(chat)).length === 1 && (await executions()).length === before + 1;
	await until('the form is in the chat', isThere, WITHIN_MS);
	const execution = String((await executions()).at(-1)!.id);
	await questions.waits(execution);
	return new FormInChat(questions, execution, (await questions.open(chat))[0]);
}

test('two forms of one person survive kills of main and workers at each question, and do not mix', async () => {
	rest = await queue.mode.rest();
	const parameters = {
		operation: 'askForm',
		outputs: 'perAnswer',
		chatId: byId("={{ $('Start').item.json.chatId }}"),
		personId: String(users.mia),
		formFields: FIVE_QUESTIONS,
	};
	const asking = askingOnMessages(POLLING, {}, parameters, 3);
	const workflow = await rest.importWorkflow(withCredential(asking, await questions.reference()));
	await rest.publish(workflow);
	const first = await ask(workflow, chats.privateMia);
	const second = await ask(workflow, chats.demoGroup);

	await killAll();
	await first.reply('Mia');
	await first.shows('Size?');
	await second.reply('Em');
	await second.shows('Size?');
	await killAll();
	await first.press('M');
	await first.shows('Extras?');
	await second.press('S');
	await second.shows('Extras?');
	await killAll();
	await first.press('Milk');
	await first.shows('✅ Milk');
	await second.press('Skip');
	await second.shows('How many?');
	await first.press('Done');
	await first.shows('How many?');
	await killAll();
	await first.reply('2');
	await first.shows('Gift?');
	await second.reply('3');
	await second.shows('Gift?');
	await killAll();
	await first.press('Yes');
	await first.shows('Gift? Yes');
	await second.press('No');
	await second.shows('Gift? No');
	await second.press('Send');
	await first.press('Send');

	const user = { id: users.mia };
	expect(await questions.whenAnswered(first.execution)).toMatchObject({
		status: 'success',
		output: 1,
		json: {
			answers: { name: 'Mia', size: 'M', extras: ['Milk'], count: 2, gift: true },
			chatId: chats.privateMia,
			user,
		},
	});
	const { json, output } = await questions.whenAnswered(second.execution);
	expect(output).toBe(1);
	expect(json).toMatchObject({ chatId: chats.demoGroup, user });
	expect(json.answers).toMatchObject({ name: 'Em', size: 'S', count: 3, gift: false });
	// No answer has started the workflow instead.
	expect(await rest.countEnded(workflow)).toBe(2);
	await rest.unpublish(workflow);
});
