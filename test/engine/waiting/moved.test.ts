import type { IDataObject } from 'n8n-workflow';

import { passToQuestion } from '../../../nodes/BotMessaging/questions/deliver';
import { Context } from '../../../nodes/BotMessaging/update/context';
import { until } from '../../../scripts/lib/until';
import { useEmulator, type Json } from '../../support/emulator';
import { answerContextOf } from '../../support/answerContext';
import { PATIENCE_MS } from '../../support/patience';
import { OpenQuestion } from '../../support/openQuestion';

const emulator = useEmulator();
const { users, chats } = emulator.defaults;

const TYPED = { responseType: 'freeText' };

let open: OpenQuestion | undefined;
let updates = 0;

afterEach(() => {
	open?.close();
	open = undefined;
});

/** Turns the demo group into a supergroup; returns its new id. */
async function move(): Promise<number> {
	const act = { user_id: users.olga, chat_id: chats.demoGroup };
	return (await emulator.act('migrate', act)).message.chat.id;
}

/** Asks in a group, which then becomes a supergroup; returns its new id. */
async function askAndMove(parameters: IDataObject = {}) {
	open = await OpenQuestion.ask(emulator, parameters);
	return { question: open, now: await move() };
}

const itemOf = (question: OpenQuestion) => question.resumed[0]?.[0]?.[0]?.json;

/** Passes an update to the trigger's code, with this n8n as the target of answers. */
const seen = async (question: OpenQuestion, update: IDataObject) =>
	await passToQuestion(
		new Context({ update_id: ++updates, ...update }),
		answerContextOf(emulator, question.address, 'moved'),
	);

const firstButton = ({ message }: OpenQuestion): string =>
	(message.reply_markup as Json).inline_keyboard[0][0].callback_data;

const mia = { id: users.mia, first_name: 'Mia', is_bot: false };
const inChat = (id: number) => ({ id, type: 'supergroup' });

const replyTo = (reply_to_message: IDataObject, text: string) => ({
	// Any existing message.
	message_id: reply_to_message.message_id,
	from: mia,
	text,
	reply_to_message,
});

const textsIn = async (chat: number) =>
	(await emulator.state()).messages.filter(({ chat_id: id, text }) => id === chat && text);

/** The bot's words about the outcome in the supergroup. */
async function outcomeIn(chat: number): Promise<Json> {
	let said: Json;
	const isSaid = async () => {
		[said] = await textsIn(chat);
		return said !== undefined;
	};
	await until('the outcome is said', isSaid, PATIENCE_MS, { pauseMs: 5 });
	return said!;
}

describe('a question that was asked before its group became a supergroup', () => {
	test.each([
		['with its old number', true],
		['with its new number', false],
	])('is answered by a press on the message, which the server shows %s', async (_how, isOld) => {
		const { question, now } = await askAndMove();
		const chat = inChat(isOld ? chats.demoGroup : now);
		const data = firstButton(question);
		const message = { ...question.message, chat };
		const callback_query = { id: '1', from: mia, message, data };
		expect(await seen(question, { callback_query })).toBe(true);
		expect(itemOf(question)).toMatchObject({ answer: 'Approve', approved: true });
		expect((await outcomeIn(now)).text).toContain('Mia: Approved');
	});

	test.each([
		['its old number', true],
		['its new number', false],
	])('is answered by a reply to it, which the server shows with %s', async (_how, isOld) => {
		const { question, now } = await askAndMove(TYPED);
		const chat = inChat(isOld ? chats.demoGroup : now);
		const reply = replyTo({ ...question.message, chat }, 'Blue');
		const message = { ...reply, chat: inChat(now) };
		expect(await seen(question, { message })).toBe(true);
		expect(itemOf(question)).toMatchObject({ answer: 'Blue', chatId: now });
		const said = await outcomeIn(now);
		expect(said.text).toMatch(/^May it stay\?\n\n.*Blue/);
		expect(said.reply_markup).toBeUndefined();
	});

	test('is answered by a reply to the bot’s message about a wrong answer', async () => {
		open = await OpenQuestion.ask(emulator, { ...TYPED, replyType: 'number' });
		const wrong = { ...replyTo(open.message, 'twelve'), chat: inChat(chats.demoGroup) };
		await seen(open, { message: wrong });
		const correction = (await emulator.calls('sendMessage')).at(-1)!.response!
			.result as IDataObject;
		const now = await move();
		await seen(open, { message: { ...replyTo(correction, '12'), chat: inChat(now) } });
		expect(itemOf(open)).toMatchObject({ answer: '12', value: 12 });
		await outcomeIn(now);
	});

	test('shows the outcome in the chat of the press', async () => {
		const { question, now } = await askAndMove();
		await question.bring(question.press({ chatId: String(now) }));
		const [edit] = await emulator.calls('editMessageText');
		expect(edit.params.chat_id).toBe(now);
		await outcomeIn(now);
	});

	test.each([
		['an administrator may', users.olga, 1],
		['a member may not', users.mia, 0],
	])('with Administrators, %s answer it by its old number', async (_who, id, times) => {
		const { question, now } = await askAndMove({ whoMayAnswer: 'administrators' });
		await question.bring(question.press({ user: { id, first_name: 'Somebody' } }));
		expect(question.resumed).toHaveLength(times);
		if (times > 0) await outcomeIn(now);
	});

	test('takes no answer from another chat', async () => {
		const { question } = await askAndMove();
		const { data } = await question.bring(question.press({ chatId: String(chats.quietGroup) }));
		expect(data).toMatchObject({ botMessagingOutcome: 'closed' });
		expect(question.resumed).toEqual([]);
	});

	test('stays open while the server does not say which number the group has', async () => {
		const { question, now } = await askAndMove();
		await emulator.fault({ kind: 'error', method: 'getChat', status: 500, times: 9 });
		const { data } = await question.bring(question.press({ chatId: String(now) }));
		expect(data).toMatchObject({ botMessagingOutcome: 'told' });
		expect(question.resumed).toEqual([]);
	});
});
