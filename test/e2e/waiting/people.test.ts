import axios from 'axios';

import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { BEFORE, ITEM_BEFORE } from '../support/askingWorkflow';
import { useN8n } from '../support/n8n';
import { usePagePeople } from '../support/pagePeople';
import { Questions } from '../support/questions';
import { aMoment, useTriggers } from '../support/triggers';

const emulator = useEmulator();
const n8n = useN8n();
const triggers = useTriggers(n8n, emulator);
const people = usePagePeople(emulator);
const questions = new Questions(() => n8n.rest, emulator, people);
const { chats, users } = emulator.defaults;

/** n8n looks once a minute which executions have waited long enough. */
const TIMEOUT_WITHIN_MS = 200_000;

let listening = '';

beforeEach(async () => {
	listening = await triggers.publish({
		type: 'botMessagingPollingTrigger',
		parameters: { updates: ['message', 'callback_query'] },
	});
});

const texts = async (id: string) =>
	await Promise.all(
		(await triggers.executions(id)).map(async (one) => (await triggers.item(one.id)).text),
	);

describe('a typed reply', () => {
	test('is the answer, together with its value', async () => {
		const { execution, question } = await questions.ask({
			message: 'How many?',
			responseType: 'freeText',
			replyType: 'number',
		});
		expect(await questions.press('mia', question, 'How to Answer')).toBe(
			'Reply to this message with a number, for example 12.',
		);
		const wrong = await questions.reply('mia', question, 'a few');
		expect(await questions.repliesTo(wrong)).toContain('reply to the question again');
		expect(await questions.status(execution)).toBe('waiting');
		await questions.reply('mia', question, '2,5');
		expect((await questions.whenAnswered(execution)).json).toMatchObject({
			answer: '2,5',
			value: 2.5,
			text: '2,5',
			user: { id: users.mia },
			approved: null,
		});
		expect((await questions.now(question)).text).toMatch(/^How many\?\n\nMia: 2,5, /);
		await aMoment();
		expect(await texts(listening)).toEqual([]);
	});

	test('with a mistake is answered in the words of the form', async () => {
		const { question } = await questions.ask({
			responseType: 'freeText',
			replyType: 'number',
			additionalFields: {
				helpButton: 'Hilfe',
				helpText: 'Antworte mit einer Zahl.',
				noticeForWrongReplies: 'Das ist keine Zahl.',
			},
		});
		expect(await questions.press('mia', question, 'Hilfe')).toBe('Antworte mit einer Zahl.');
		const wrong = await questions.reply('mia', question, 'viele');
		expect(await questions.repliesTo(wrong)).toBe('Das ist keine Zahl.');
	});

	test('to another message starts workflows as before, like any other message', async () => {
		const { execution, question } = await questions.ask({ responseType: 'approval' });
		await questions.reply('mia', question, 'What do you think?');
		await triggers.write('Something else');
		await triggers.whenEnded(listening, 2);
		expect((await texts(listening)).sort()).toEqual(['Something else', 'What do you think?']);
		expect(await questions.status(execution)).toBe('waiting');
	});
});

describe('a question is open to', () => {
	test('some people, and others are told so without any effect', async () => {
		const { execution, question } = await questions.ask({
			whoMayAnswer: 'users',
			userIds: `={{ ${users.milan} }}, 17`,
			additionalFields: { noticeForOthers: 'Ask Milan' },
		});
		expect(await questions.press('mia', question, 'Approve')).toBe('Ask Milan');
		expect(await questions.status(execution)).toBe('waiting');
		expect(await questions.press('milan', question, 'Decline')).toBe('Decline');
		expect((await questions.whenAnswered(execution)).json).toMatchObject({
			value: 'decline',
			approved: false,
			user: { id: users.milan },
		});
	});

	test('administrators', async () => {
		const { execution, question } = await questions.ask({ whoMayAnswer: 'administrators' });
		expect(await questions.press('mia', question, 'Approve')).toContain('not for you');
		expect(await questions.press('olga', question, 'Approve')).toBe('Approve');
		expect((await questions.whenAnswered(execution)).json).toMatchObject({ approved: true });
	});
});

describe('several questions at a time', () => {
	test('continue each with its own answer', async () => {
		const first = await questions.ask({ message: 'One?' });
		const second = await questions.ask({ message: 'Two?' });
		await questions.press('mia', second.question, 'Decline');
		await questions.press('milan', first.question, 'Approve');
		expect((await questions.whenAnswered(first.execution)).json).toMatchObject({
			value: 'approve',
		});
		expect((await questions.whenAnswered(second.execution)).json).toMatchObject({
			value: 'decline',
		});
	});

	test('let one of two people win who press at the same moment, and tell the other', async () => {
		// The buttons stay, so that it does not matter how long a page takes.
		const { execution, question } = await questions.ask({ afterAnswer: 'leave' });
		await Promise.all([people.page('mia'), people.page('milan')]);
		const said = await Promise.all([
			questions.press('mia', question, 'Approve'),
			questions.press('milan', question, 'Decline'),
		]);
		const won = said.filter((words) => !words.includes('closed'));
		expect(won).toHaveLength(1);
		const { json } = await questions.whenAnswered(execution);
		expect(json.answer).toBe(won[0]);
	});

	test('wait after the first of two answers, and show it', async () => {
		const { execution, question } = await questions.ask({
			answersNeeded: 2,
		});
		expect(await questions.press('mia', question, 'Approve')).toBe('Approve');
		const isShown = async () => /Mia: Approved/.test((await questions.now(question)).text ?? '');
		await until('the first answer is shown', isShown, 60_000);
		await questions.waits(execution);
		await questions.press('milan', question, 'Decline');
		const { json } = await questions.whenAnswered(execution);
		expect(json).toMatchObject({
			approved: false,
			answers: [
				{ answer: 'Approve', user: { id: users.mia } },
				{ answer: 'Decline', user: { id: users.milan } },
			],
		});
		expect(await questions.readBehind(execution, 0)).toBe('Mia');
	});

	test('are refused before anything is sent if they come from several items', async () => {
		const { status, data } = await questions.askForItems('[1, 2]');
		expect(status).toBe('error');
		expect(data).toContain('The node asks one question at a time, but there are 2 input items');
		expect(data).toContain('Loop Over Items');
		expect(await questions.open()).toEqual([]);
	});
});

describe('after the end of a question', () => {
	test('a press is answered with that, and the buttons are removed', async () => {
		const { execution, question } = await questions.ask({ afterAnswer: 'leave' });
		await questions.press('mia', question, 'Approve');
		await questions.whenAnswered(execution);
		expect((await questions.now(question)).reply_markup?.inline_keyboard).toHaveLength(1);
		expect(await questions.press('milan', question, 'Decline')).toBe('This question is closed.');
		const isGone = async () => (await questions.now(question)).reply_markup === undefined;
		await until('the buttons are gone', isGone, 60_000);
		expect((await questions.whenAnswered(execution)).json).toMatchObject({ value: 'approve' });
	});

	test(
		'the workflow continues with the first output if the time is up',
		async () => {
			const limit = { limitWaitTime: true, resumeAmount: 3, resumeUnit: 'seconds' };
			const one = await questions.ask({ ...limit, message: 'One?' });
			const asBefore = { additionalFields: { textWhenTimeIsUp: '' } };
			const more = { ...limit, ...asBefore, message: 'Two?', outputs: 'perAnswer' };
			const several = await questions.ask(more, 3);
			for (const { execution, question } of [one, several]) {
				expect(await questions.whenAnswered(execution)).toEqual({
					status: 'success',
					output: 0,
					counts: [1],
					json: {
						answer: null,
						value: null,
						text: null,
						user: null,
						chatId: chats.demoGroup,
						messageId: question.message_id,
						answerMessageId: null,
						answeredAt: null,
						respondedAt: null,
						approved: false,
					},
				});
				// The input item is unchanged.
				expect((await questions.whenAnswered(execution, BEFORE)).json).toEqual(ITEM_BEFORE);
				expect(await questions.readBehind(execution, 0)).toBe('Mia');
			}
			const { text, reply_markup: markup } = await questions.now(one.question);
			expect(text).toMatch(/\?\n\nNo answer in time, \d\d:\d\d$/);
			expect(markup?.inline_keyboard ?? []).toEqual([]);
			expect(await questions.press('mia', several.question, 'Approve')).toBe(
				'This question is closed.',
			);
		},
		TIMEOUT_WITHIN_MS + 100_000,
	);
});

test('a link button opens a page of n8n, and the button on it answers', async () => {
	const { execution, question } = await questions.ask({ responseType: 'links' });
	await questions.waits(execution);
	const [approve, decline] = question.reply_markup!.inline_keyboard.flat() as unknown as Array<{
		url: string;
	}>;
	const open = { validateStatus: () => true };
	const page = await axios.get<string>(decline.url, open);
	expect([page.status, page.data]).toEqual([200, expect.stringContaining('Confirm')]);
	expect(await questions.status(execution)).toBe('waiting');
	const forged = await axios.post(approve.url.replace('answer=0', 'answer=1'), '', open);
	expect(forged.status).toBe(401);
	expect((await axios.post<string>(approve.url, '', open)).data).toContain('has been received');
	expect((await questions.whenAnswered(execution)).json).toMatchObject({
		answer: 'Approve',
		user: null,
		approved: true,
	});
	expect((await axios.post<string>(decline.url, '', open)).data).toContain('No action required');
});
