import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../scripts/lib/until';
import { useBot } from '../../support/bot';
import { byId } from '../../support/locators';
import { PATIENCE_MS } from '../../support/patience';
import { RunningTrigger } from '../../support/pollingTrigger';
import { useTime } from '../../support/time';
import { WaitingExecution } from '../../support/waitingExecution';

const { emulator, run } = useBot();
const { chats, users } = emulator.defaults;
const time = useTime();
const open: WaitingExecution[] = [];

afterEach(() => open.splice(0).forEach((execution) => execution.close()));

const MIA = { id: users.mia, first_name: 'Mia' };
const OLGA = { id: users.olga, first_name: 'Olga' };
const NOAH = { id: users.noah, first_name: 'Noah' };

interface Seen {
	chat_id: number;
	message_id: number;
	text: string;
	reply_markup?: { inline_keyboard: unknown[][] };
}

const lastMessage = async () => (await emulator.state()).messages.at(-1) as unknown as Seen;
const sent = async () => (await emulator.calls('sendMessage')).length;

const hasButtons = ({ reply_markup: markup }: Seen) => (markup?.inline_keyboard.length ?? 0) > 0;

/** Mia and Olga have to agree, and are reminded after two hours. */
async function ask(added: IDataObject = {}, more: IDataObject = {}) {
	const credential = { baseUrl: emulator.url, botToken: emulator.token };
	const parameters = {
		chatId: byId(String(chats.demoGroup)),
		message: 'May it stay?',
		whoMayAnswer: 'users',
		userIds: `${users.mia}, ${users.olga}`,
		answersNeeded: 2,
		additionalFields: { remindAfter: '2h', ...added },
		...more,
	};
	const before = "={{ $('Before').item.json.name }}";
	const execution = new WaitingExecution(credential, parameters, [{ json: { name: 'x' } }], before);
	open.push(execution);
	await execution.ask();
	const question = await lastMessage();
	return { execution, question };
}

const isOver = ({ ending }: WaitingExecution) => ending?.json.respondedAt !== undefined;

test('a reminder asks the same question again, with the answers so far and who is missing', async () => {
	const { execution, question } = await ask();
	await execution.press(question, 0, MIA);
	await execution.timeOut();
	expect(isOver(execution)).toBe(false);
	const reminder = await lastMessage();
	expect(reminder.message_id).not.toBe(question.message_id);
	expect(reminder.text).toMatch(
		/^May it stay\?\n\nMia: Approved, \d\d:\d\d\nStill waiting for Olga\.$/,
	);
	expect(hasButtons(reminder)).toBe(true);
	expect((await execution.press(reminder, 0, OLGA)).data.botMessagingOutcome).toBe('taken');
	const { answers, approved } = execution.ending!.json as { answers: unknown[]; approved: boolean };
	expect([answers.length, approved, execution.ending!.read]).toEqual([2, true, 'x']);
});

test('an answer to the earlier message still counts, and so does one before the reminder', async () => {
	const { execution, question } = await ask();
	await execution.timeOut();
	await execution.press(question, 0, OLGA);
	await execution.press(await lastMessage(), 1, MIA);
	expect(execution.ending!.json).toMatchObject({ approved: false, notAnswered: [] });
});

test('a reply to the earlier message counts, and both show the outcome', async () => {
	const more = { responseType: 'freeText', userIds: String(users.mia), answersNeeded: 1 };
	const { execution, question } = await ask({}, more);
	await execution.timeOut();
	const reminder = await lastMessage();
	const trigger = await new RunningTrigger(
		{ baseUrl: emulator.url, botToken: emulator.token },
		{ options: { n8nAddress: execution.n8n } },
	).start();
	await emulator.act('message', {
		user_id: users.mia,
		chat_id: chats.demoGroup,
		text: 'Tuesday',
		reply_to_message_id: question.message_id,
	});
	const isAnswered = async () => isOver(execution);
	await until('it is answered', isAnswered, PATIENCE_MS).finally(async () => await trigger.stop());
	expect(execution.ending!.json).toMatchObject({ value: 'Tuesday' });
	expect(trigger.started).toEqual([]);
	const ids = [question, reminder].map(({ message_id: id }) => id);
	const isShown = async () => {
		const { messages } = (await emulator.state()) as unknown as { messages: Seen[] };
		const shown = messages.filter(({ message_id: id }) => ids.includes(id));
		return shown.every((one) => one.text.includes('Tuesday') && !hasButtons(one));
	};
	await until('both show it', isShown, PATIENCE_MS);
});

test('a retried execution asks again from the beginning, because the buttons of the first one are not its own', async () => {
	const { execution, question } = await ask();
	await execution.press(question, 0, MIA);
	await execution.retry();
	const again = await lastMessage();
	expect(again.text).toBe('May it stay?');
	expect(hasButtons(again)).toBe(true);
});

test('without a reminder due, the last answer continues the workflow and asks nobody again', async () => {
	const { execution, question } = await ask();
	await execution.press(question, 0, MIA);
	await execution.press(question, 0, OLGA);
	expect(execution.ending!.json.approved).toBe(true);
	expect(await sent()).toBe(1);
});

test('nobody is reminded twice, and the time limit ends the question after a reminder', async () => {
	const { execution, question } = await ask({}, { limitWaitTime: true, resumeUnit: 'days' });
	await execution.press(question, 0, MIA);
	await execution.timeOut();
	expect(isOver(execution)).toBe(false);
	expect(await execution.timeOut()).toMatchObject({
		output: 0,
		json: { approved: false, answer: null, notAnswered: [users.olga] },
		read: 'x',
	});
	expect(await sent()).toBe(2);
});

test('nobody is asked in the second chat after the time limit', async () => {
	const more = { remindAfter: '30 min', escalateTo: byId(String(users.mia)) };
	const { execution } = await ask(more, { limitWaitTime: true });
	time.advance(30 * 60_000);
	await execution.timeOut();
	expect(await execution.timeOut()).toMatchObject({ output: 0, json: { approved: false } });
	expect(await sent()).toBe(2);
});

test('a question without a list of people says how many answers are missing', async () => {
	const { execution, question } = await ask({}, { answersNeeded: 3, whoMayAnswer: 'anyone' });
	await execution.press(question, 0, NOAH);
	await execution.timeOut();
	expect((await lastMessage()).text).toContain('Still waiting for 2 more answers.');
});

test.each([
	[10, /waiting for 9001, .*, 9010\.$/],
	[11, /waiting for 9001, .*, 9010, 1 more\.$/],
	[100, /waiting for 9001, .*, 9010, 90 more\.$/],
])('of %s missing people ten are named', async (count, words) => {
	const ids = Array.from({ length: count }, (_none, index) => 9001 + index);
	const { execution } = await ask({}, { userIds: ids.join(', ') });
	await execution.timeOut();
	expect((await lastMessage()).text).toMatch(words);
	expect(await emulator.calls('getChatMember')).toHaveLength(10);
});

test('the words of a reminder can be chosen, and names cannot format them', async () => {
	const eve = { id: 4711, is_bot: false, first_name: '<b>Eve$&</b>' };
	await emulator.control('post', 'seed', {
		users: [eve],
		members: [{ chat_id: chats.demoGroup, user_id: eve.id, status: 'member' }],
	});
	const { execution } = await ask(
		{ reminderText: 'Bitte antworten: {names}', parseMode: 'HTML' },
		{ answersNeeded: 1, message: '<i>May</i> it stay?', userIds: `${eve.id}, ${users.olga}` },
	);
	await execution.timeOut();
	const calls = await emulator.calls('sendMessage');
	expect(calls.at(-1)!.params).toMatchObject({
		parse_mode: 'HTML',
		text: '<i>May</i> it stay?\n\nBitte antworten: &lt;b&gt;Eve$&amp;&lt;/b&gt;, Olga',
	});
});

test('after the same time again, the question is asked in the second chat, and both take answers', async () => {
	const { execution, question } = await ask(
		{ escalateTo: byId(String(users.mia)) },
		{ userIds: `${users.noah}, ${users.olga}` },
	);
	await execution.press(question, 0, NOAH);
	await execution.timeOut();
	const reminder = await lastMessage();
	await execution.timeOut();
	const escalated = await lastMessage();
	expect([reminder.chat_id, escalated.chat_id]).toEqual([chats.demoGroup, users.mia]);
	expect(escalated.text).toContain('Still waiting for Olga.');
	expect(isOver(execution)).toBe(false);
	await execution.press(escalated, 0, MIA);
	expect(execution.ending!.json).toMatchObject({ approved: true, notAnswered: [users.olga] });
});

test('a reminder that cannot be sent leaves the question open', async () => {
	const { execution, question } = await ask();
	await emulator.fault({ kind: 'error', status: 400, method: 'sendMessage' });
	await execution.timeOut();
	expect(isOver(execution)).toBe(false);
	await execution.press(question, 0, MIA);
	await execution.press(question, 0, OLGA);
	expect(execution.ending!.json.approved).toBe(true);
});

test.each([
	[{ remindAfter: 'soon' }, {}, 'Remind After is not a time: "soon"'],
	[{ remindAfter: '30' }, {}, 'Remind After is not a time: "30"'],
	[{ remindAfter: '', escalateTo: byId('1004') }, {}, 'Remind After is empty'],
	[
		{ remindAfter: '45 min' },
		{ limitWaitTime: true },
		'Remind After is not before the end of the wait',
	],
])('%j is refused before anything is sent', async (added, more, words) => {
	const { error } = await run('sendAndWait', {
		chatId: byId(String(chats.demoGroup)),
		message: 'May it stay?',
		additionalFields: added,
		...more,
	});
	expect(error?.message).toContain(words);
	expect(await sent()).toBe(0);
});
