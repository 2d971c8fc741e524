import { NodeHelpers, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { additionalFields } from '../../../nodes/BotMessaging/questions/fields';
import { until } from '../../../scripts/lib/until';
import { useBot } from '../../support/bot';
import { byId } from '../../support/locators';
import { PATIENCE_MS } from '../../support/patience';
import { WaitingExecution } from '../../support/waitingExecution';

const { emulator, run } = useBot();
const { chats, users } = emulator.defaults;
const open: WaitingExecution[] = [];

afterEach(() => open.splice(0).forEach((execution) => execution.close()));

const MIA = { id: users.mia, first_name: 'Mia' };
const OLGA = { id: users.olga, first_name: 'Olga' };
const NOAH = { id: users.noah, first_name: 'Noah' };

const lastMessage = async () => (await emulator.state()).messages.at(-1)!;

/** Asks in the demo group, with Answers Needed and the given parameters. */
async function ask({ answersNeeded, ...added }: IDataObject, more: IDataObject = {}) {
	const execution = new WaitingExecution(
		{ baseUrl: emulator.url, botToken: emulator.token },
		{
			chatId: byId(String(chats.demoGroup)),
			message: 'May it stay?',
			answersNeeded,
			additionalFields: added,
			...more,
		},
	);
	open.push(execution);
	await execution.ask();
	const question = (await lastMessage()) as unknown as { chat_id: number; message_id: number };
	return {
		execution,
		press: async (button: number, user: IDataObject) =>
			(await execution.press(question, button, user)).data as IDataObject,
		shows: async (words: RegExp) =>
			await until(
				`the question shows ${words.source}`,
				async () => words.test(String((await lastMessage()).text)),
				PATIENCE_MS,
			),
		hasEnded: () => execution.ending?.json.answeredAt !== undefined,
	};
}

const shownTo = ({ user, answer, approved }: IDataObject) => [
	(user as IDataObject).first_name,
	answer,
	approved,
];

test('the workflow continues after the chosen number of answers, with all of them', async () => {
	const { execution, press, shows, hasEnded } = await ask({ answersNeeded: 2 });
	expect(await press(0, MIA)).toMatchObject({ botMessagingOutcome: 'taken', isOpen: true });
	await shows(/^May it stay\?\n\nMia: Approved, \d\d:\d\d$/);
	expect(hasEnded()).toBe(false);
	const { inline_keyboard: rows } = (await lastMessage()).reply_markup as {
		inline_keyboard: Array<Array<{ text: string }>>;
	};
	expect(rows.flat().map(({ text }) => text)).toEqual(['Approve', 'Decline']);
	expect((await press(0, OLGA)).isOpen).toBeUndefined();
	const { answers, ...json } = execution.ending!.json as { answers: IDataObject[] } & IDataObject;
	expect(answers.map(shownTo)).toEqual([
		['Mia', 'Approve', true],
		['Olga', 'Approve', true],
	]);
	expect(json).toMatchObject({ approved: true, notAnswered: null, user: { id: users.olga } });
	await shows(/\n\nMia: Approved, \d\d:\d\d\nOlga: Approved, \d\d:\d\d$/);
	expect((await lastMessage()).reply_markup ?? { inline_keyboard: [] }).toEqual({
		inline_keyboard: [],
	});
});

test('a workflow that was saved with Answers Needed under Additional Fields keeps it', async () => {
	const saved = { additionalFields: { answersNeeded: 2 } };
	const { press, hasEnded } = await ask({ answersNeeded: 1 }, saved);
	await press(0, MIA);
	expect(hasEnded()).toBe(false);
	await press(0, OLGA);
	expect(hasEnded()).toBe(true);
});

test('a person has one answer: the latest counts, and it is shown', async () => {
	const { execution, press, shows, hasEnded } = await ask({ answersNeeded: 2 });
	await press(0, MIA);
	expect(await press(0, MIA)).toMatchObject({ botMessagingOutcome: 'told', say: 'Approve' });
	await press(1, MIA);
	await shows(/^May it stay\?\n\nMia: Declined, \d\d:\d\d$/);
	expect(hasEnded()).toBe(false);
	await press(0, OLGA);
	const { answers, approved } = execution.ending!.json as { answers: IDataObject[] } & IDataObject;
	expect(answers.map(shownTo)).toEqual([
		['Mia', 'Decline', false],
		['Olga', 'Approve', true],
	]);
	expect(approved).toBe(false);
});

test('with One No Ends It, one no ends the question, and one yes does not', async () => {
	const { execution, press, hasEnded } = await ask({ answersNeeded: 3, oneNoEnds: true });
	await press(0, MIA);
	expect(hasEnded()).toBe(false);
	await press(1, OLGA);
	expect(execution.ending!.json).toMatchObject({ answer: 'Decline', approved: false });
});

test.each([
	['a no and then a yes', [1, 0], 2, 'Decline'],
	['a yes and then a no', [0, 1], 2, 'Decline'],
	['two times yes', [0, 0], 1, 'Approve'],
])('with One per Answer, %s comes out where it belongs', async (_what, pressed, output, answer) => {
	const { execution, press } = await ask({ answersNeeded: 2 }, { outputs: 'perAnswer' });
	await press(pressed[0], MIA);
	await press(pressed[1], OLGA);
	expect(execution.ending).toMatchObject({
		output,
		json: { answer, approved: answer === 'Approve' },
	});
});

test('only people who may answer count, and the output names those who have not answered', async () => {
	const { execution, press, hasEnded } = await ask(
		{ answersNeeded: 2 },
		{ whoMayAnswer: 'users', userIds: `${MIA.id}, ${OLGA.id}, ${NOAH.id}` },
	);
	expect(await press(0, { id: 4711, first_name: 'Eve' })).toMatchObject({
		botMessagingOutcome: 'refused',
	});
	await press(0, OLGA);
	expect(hasEnded()).toBe(false);
	expect(await execution.timeOut()).toMatchObject({
		json: {
			answer: null,
			approved: false,
			answers: [{ answer: 'Approve', user: OLGA }],
			notAnswered: [MIA.id, NOAH.id],
		},
	});
});

test('an answer that n8n did not accept does not count', async () => {
	const { execution, press, hasEnded } = await ask({ answersNeeded: 2 });
	execution.isTooLate = true;
	await press(0, MIA);
	execution.isTooLate = false;
	await press(0, OLGA);
	expect(hasEnded()).toBe(false);
	await press(0, NOAH);
	const { answers } = execution.ending!.json as { answers: IDataObject[] };
	expect(answers.map(({ user }) => (user as IDataObject).first_name)).toEqual(['Olga', 'Noah']);
});

test('a question for more answers than people who may answer is refused before anything is sent', async () => {
	const { error } = await run('sendAndWait', {
		chatId: byId('-1001'),
		message: 'Well?',
		whoMayAnswer: 'users',
		userIds: '1003, 1004',
		answersNeeded: 3,
	});
	expect(error?.message).toContain('Answers Needed is 3, but only 2 may answer');
	expect(await emulator.calls('sendMessage')).toEqual([]);
});

test.each([
	[{}, false],
	[{ remindAfter: '2h' }, false],
	[{ answersNeeded: 2 }, true],
])('the list of fields to add has Answers Needed only where it was saved: %j', (saved, isShown) => {
	const field = additionalFields.find(({ name }) => name === 'answersNeeded') as INodeProperties;
	const node = { typeVersion: 1 };
	expect(NodeHelpers.displayParameter(saved, field, node, null)).toBe(isShown);
});
