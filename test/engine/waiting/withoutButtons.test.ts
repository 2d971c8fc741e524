import { randomBytes, randomUUID } from 'node:crypto';

import { callbackDataIn, dataOf } from '../../../nodes/BotMessaging/callbackData/buttonData';
import { passToQuestion, type AnswerContext } from '../../../nodes/BotMessaging/questions/deliver';
import { QuestionState } from '../../../nodes/BotMessaging/questions/state';
import { Context } from '../../../nodes/BotMessaging/update/context';
import type { Update } from '../../../nodes/BotMessaging/update/update';
import { useEmulator } from '../../support/emulator';
import { answerContextOf } from '../../support/answerContext';
import { ANSWERS, useWaitingServer } from '../../support/waitingServer';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;
const n8n = useWaitingServer();

const data = dataOf(
	{ executionId: '12', nodeId: randomUUID(), signature: randomBytes(32).toString('hex') },
	'press',
	2,
);

/** The server's data about a press; without buttons if they were removed meanwhile. */
const pass = async (update: Update, context: AnswerContext) =>
	await passToQuestion(new Context(update), context);

const pressOf = (id: string, callbackData: string, buttons: string[]) => ({
	update_id: Number(id),
	callback_query: {
		id,
		from: { id: users.mia, first_name: 'Mia' },
		data: callbackData,
		message: {
			message_id: 7,
			chat: { id: chats.demoGroup },
			from: { id: Number(emulator.token.split(':')[0]), is_bot: true },
			...(buttons.length > 0 && {
				reply_markup: { inline_keyboard: [buttons.map((one) => ({ callback_data: one }))] },
			}),
		},
	},
});

test('data that begins like that of a question does not make a press an answer', async () => {
	const context = answerContextOf(emulator, n8n.address, 'another');
	for (const one of ['~!undo', '^!undo', data[0]]) {
		expect(await pass(pressOf('1', one, []), context)).toBe(false);
	}
	expect(await emulator.calls()).toEqual([]);
	expect(n8n.delivered).toEqual([]);
});

const told = async () =>
	(await emulator.calls('answerCallbackQuery')).map(({ params }) => params.text);

test('a late press on a known question says that the person has already answered', async () => {
	n8n.answers = [ANSWERS.taken, ANSWERS.over];
	const context = answerContextOf(emulator, n8n.address, 'known');
	expect(await pass(pressOf('1', data[0], data), context)).toBe(true);
	expect(await pass(pressOf('2', data[1], []), context)).toBe(true);
	expect(await told()).toEqual(['Thank you', 'You have already answered']);
});

describe('a press whose message comes without its content', () => {
	/** As the Bot API has it: an inaccessible message has the date 0, and neither writer nor buttons. */
	const withoutContent = (id: string, callbackData: string) => {
		const press = pressOf(id, callbackData, []);
		const message = { message_id: 7, chat: { id: chats.demoGroup, type: 'group' }, date: 0 };
		return { ...press, callback_query: { ...press.callback_query, message } };
	};

	test.each([
		['asked', 'asked' as const],
		['seen with its buttons', 'seen' as const],
	])('answers the question if this process has %s', async (_how, how) => {
		n8n.answers = [...(how === 'seen' ? [ANSWERS.told] : []), ANSWERS.taken];
		const context = answerContextOf(emulator, n8n.address, how);
		if (how === 'asked') {
			const callbackData = callbackDataIn(pressOf('1', '', data).callback_query.message)!;
			const { demoGroup } = chats;
			context.bot
				.part(QuestionState)
				.noteQuestion(String(demoGroup), { messageId: '7', callbackData });
		} else {
			await pass(pressOf('1', data[0], data), context);
		}
		expect(await pass(withoutContent('2', data[1]), context)).toBe(true);
		expect(n8n.delivered.at(-1)!.payload).toMatchObject({ messageId: '7', button: 1 });
		expect((await told()).at(-1)).toBe('Thank you');
	});

	test('is refused if nobody here knows the question, and closes nothing', async () => {
		const context = answerContextOf(emulator, n8n.address, 'restarted');
		expect(await pass(withoutContent('1', data[0]), context)).toBe(true);
		expect(await told()).toEqual(['Unknown']);
		expect((await emulator.calls()).map(({ method }) => method)).toEqual(['answerCallbackQuery']);
		n8n.answers = [ANSWERS.taken];
		expect(await pass(pressOf('2', data[0], data), context)).toBe(true);
		expect((await told()).at(-1)).toBe('Thank you');
	});
});
