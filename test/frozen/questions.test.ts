import type { IDataObject } from 'n8n-workflow';

import { useBot } from '../support/bot';
import { byId } from '../support/locators';
import { WaitingExecution } from '../support/waitingExecution';

/*
 * What version 0.2.0 stores of an open question with its execution. Its layout has no number: it is the first
 * one. A later one has a number in `layout`, and rows of its own here.
 */
const { emulator } = useBot();
const { chats, users } = emulator.defaults;
const MIA = { id: users.mia, first_name: 'Mia' };
const OLGA = { id: users.olga, first_name: 'Olga' };

const STORED = { until: '3000-01-01T00:00:00.000Z', waitsIn: '1', isResumed: false };
const PLACE = { chatId: String(chats.demoGroup), messageId: '6' };
const WORDS = { outcome: '{name}: {answer}, {time}', timeUp: 'No answer in time, {time}' };
const REF = '25f672b4c8f78f418924be58a3e31b43';
const CHOICES = [
	{ label: 'Approve', value: 'approve', approved: true },
	{ label: 'Decline', value: 'decline', approved: false },
];
const OF_TWO = {
	...STORED,
	question: {
		...{ by: 'buttons', choices: CHOICES, answerers: 'users', afterwards: 'show', ref: REF },
		userIds: [String(users.mia), String(users.olga)],
		several: { needed: 2, endsAtNo: false, answers: [] },
		words: WORDS,
		reminder: { at: 32_000_000_000_000, seconds: 7200, to: String(users.mia), words: '' },
		keyboard: { inline_keyboard: [[{ text: 'Approve', callback_data: '~!(o:^jk)_KPq2+_a' }]] },
		...PLACE,
		sent: { text: 'May <it> stay?' },
	},
};
const TYPED = {
	...STORED,
	question: {
		...{ by: 'reply', choices: [], reply: { type: 'number', list: [] }, afterwards: 'show' },
		...{ answerers: 'anyone', userIds: [], words: WORDS, ref: REF, ...PLACE },
		sent: { text: 'How many?' },
	},
};
const FORM = {
	...STORED,
	form: {
		...{ step: '"S"f', ...PLACE, userIds: [String(users.mia)], title: '', picks: [], reading: {} },
		fields: [
			{ name: 'name', label: 'Name?', type: 'text', hint: '', isRequired: true, options: [] },
			{ name: 'size', label: 'Size?', type: 'choice', hint: '', isRequired: true, options: ['S'] },
		],
		answers: [null, null],
		...{ screen: 'question', at: 0 },
		words: {
			...{ backButton: 'Back', cancelButton: 'Cancel', changeButton: 'Change', doneButton: 'Done' },
			...{ helpButton: 'How to Answer', noButton: 'No', sendButton: 'Send', skipButton: 'Skip' },
			...{ yesButton: 'Yes', noticeForOthers: 'Not for you.', noticeForOldSteps: 'Over.' },
			...{ textWhenSent: 'Sent.', textWhenCancelled: 'Cancelled.', textWhenTimeIsUp: 'Over.' },
		},
	},
};

const open: WaitingExecution[] = [];
afterEach(() => open.splice(0).forEach((execution) => execution.close()));

/** An execution that waits, with this stored in it. */
async function waiting(stored: object, operation = 'sendAndWait') {
	const credential = { baseUrl: emulator.url, botToken: emulator.token };
	const place = { chatId: byId(PLACE.chatId), message: 'Now', personId: String(users.mia) };
	const values = [{ fieldLabel: 'Now?', fieldName: 'now' }];
	const limit = { limitWaitTime: true, resumeAmount: 2, resumeUnit: 'days' };
	const parameters = { operation, ...place, ...limit, formFields: { values } };
	const execution = new WaitingExecution(credential, parameters, [{ json: {} }], '');
	open.push(execution);
	await execution.ask();
	const { kept } = execution;
	for (const name of ['question', 'form']) delete kept[name];
	Object.assign(kept, structuredClone(stored));
	const { messages } = await emulator.state();
	const { chat_id, message_id } = messages.at(-1)!;
	Object.assign((kept.question ?? kept.form) as IDataObject, { messageId: String(message_id) });
	const answer = async (user: object, more: object) =>
		(await execution.press({ chat_id, message_id }, 0, user as IDataObject, more)).data;
	return { execution, answer };
}

test('a question to two people takes their answers', async () => {
	const { execution, answer } = await waiting(OF_TWO);
	expect(await answer(MIA, {})).toMatchObject({ botMessagingOutcome: 'taken', isOpen: true });
	expect(await answer(OLGA, {})).toMatchObject({ botMessagingOutcome: 'taken' });
	expect(execution.ending?.json).toMatchObject({ approved: true, answers: [{}, {}] });
});

test('a typed reply is taken', async () => {
	const { execution, answer } = await waiting(TYPED);
	const reply = { kind: 'reply', text: '12', button: undefined, replyMessageId: '99' };
	expect(await answer(MIA, reply)).toMatchObject({ botMessagingOutcome: 'taken' });
	expect(execution.ending?.json).toMatchObject({ value: 12, user: MIA });
});

test('a form continues with its next question', async () => {
	const { execution, answer } = await waiting(FORM, 'askForm');
	const reply = { kind: 'reply', text: 'Mia', step: '"S"f', button: undefined };
	expect(await answer(MIA, reply)).toMatchObject({ botMessagingOutcome: 'taken' });
	const { form } = execution.kept as { form: { at: number; answers: unknown[] } };
	expect([form.at, form.answers[0]]).toEqual([1, { value: 'Mia', shown: 'Mia' }]);
});

describe('what a later version stored in another layout', () => {
	test.each([OF_TWO, FORM])('takes no answer, and the person is told', async (stored) => {
		const operation = 'form' in stored ? 'askForm' : 'sendAndWait';
		const { execution, answer } = await waiting({ ...stored, layout: 2 }, operation);
		const before = execution.stored;
		expect(await answer(MIA, {})).toMatchObject({
			botMessagingOutcome: 'told',
			say: expect.stringContaining('A newer version of this package asked this question'),
		});
		expect(execution.stored).toBe(before);
	});

	test('is said at its time limit', async () => {
		const { execution } = await waiting({ ...OF_TWO, layout: 2 });
		await execution.timeOut();
		expect(execution.stored).toContain('A newer version of this package asked this question');
	});
});
