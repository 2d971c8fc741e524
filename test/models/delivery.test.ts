import { sleep } from 'n8n-workflow';

import { settle } from '../../nodes/BotMessaging/api/basics';
import { registry } from '../../nodes/BotMessaging/memory/registry';
import { passToQuestion, type AnswerContext } from '../../nodes/BotMessaging/questions/deliver';
import { QuestionState } from '../../nodes/BotMessaging/questions/state';
import { Context } from '../../nodes/BotMessaging/update/context';
import { useClock } from '../support/clock';
import { oneOf, playModel, stepsOf } from '../support/model';

useClock();
const words = { closed: 'Closed', tryAgain: 'Try again', answered: '', unknown: '', cut: '' };
const BUSY = { statusCode: 409, body: '' };
const FINISHED = { statusCode: 409, body: '{"message":"The execution has finished"}' };
const [CHAT, BOT, ASKED] = [1, 7, 2];
/** How often n8n is asked at most: while it is busy, and while it cannot be reached. */
const MOST_TRIES = 1 + 6 + 8;
const EVENTS = [
	'is taken',
	'is taken, and the connection breaks',
	'is taken, and a proxy says that it took too long',
	'does not arrive',
	'finds n8n busy',
	'finds a proxy',
	'comes after the answer of somebody else',
	'finds n8n busy, and the trigger stops',
] as const;

test('whose answer n8n has taken never hears the opposite, whatever n8n says to each try', async () => {
	let number = 0;
	await playModel(stepsOf(...EVENTS), async (events) => {
		const bot = registry.bots.get(`${++number}`);
		const state = bot.part(QuestionState);
		const callbackData = {
			executionId: '12',
			nodeId: 'n',
			signature: 'ab',
			kind: 'reply',
		} as const;
		const question = { callbackData, messageId: String(ASKED) };
		state.expect(String(CHAT), { ...question, userIds: ['3'], until: Infinity });
		state.noteQuestion(String(CHAT), question, '9');
		let taker: 'me' | 'somebody else' | undefined;
		let [isInDoubt, isHeard, isStopped, tries] = [false, false, false, 0];
		const said: unknown[] = [];
		const request = async () => {
			const { what = 'is taken' } = events[tries++] ?? {};
			isStopped = what === 'finds n8n busy, and the trigger stops';
			if (isStopped || what === 'finds n8n busy') return BUSY;
			if (what === 'finds a proxy') return { statusCode: 404, body: '' };
			if (what === 'does not arrive') throw Object.assign(new Error(), { code: 'ECONNREFUSED' });
			if (what === 'comes after the answer of somebody else') taker ??= 'somebody else';
			const isFirst = taker === undefined;
			taker ??= 'me';
			const isBroken = what === 'is taken, and the connection breaks';
			const isLate = what === 'is taken, and a proxy says that it took too long';
			isInDoubt ||= isBroken || isLate;
			if (isBroken) throw Object.assign(new Error(), { code: 'ECONNRESET' });
			if (isLate) return { statusCode: 504, body: '' };
			isHeard = true;
			return isFirst ? { statusCode: 200, body: '{"botMessagingOutcome":"taken"}' } : FINISHED;
		};
		const call = async (_method: string, { text }: { text?: string }) => (said.push(text), {});
		const rest = { credential: { botToken: `${BOT}:x` }, warn: () => {}, isOver: () => isStopped };
		const context = { ...rest, bot, words, request, call, bases: ['http://n8n'] };
		const isReply = oneOf(events, 0)!.which % 2 === 0;
		const replied = { message_id: 9, from: { id: BOT }, chat: { id: CHAT } };
		const messageOf = (id: number) => ({
			...{ message_id: id, chat: { id: CHAT }, from: { id: 3 }, text: 'Yes' },
			...(isReply && { reply_to_message: replied }),
		});
		const write = async (id: number): Promise<boolean> => {
			const update = new Context({ update_id: id, message: messageOf(id) });
			const before = tries;
			const passing = passToQuestion(update, context as unknown as AnswerContext);
			const { value, error } = await settle(passing);
			expect(tries - before).toBeLessThanOrEqual(MOST_TRIES);
			await sleep(0);
			expect(state.writers.isBusy(`${CHAT}:3`)).toBe(false);
			isStopped = false;
			// The server sends it again.
			return error === undefined ? value! : await write(id);
		};
		let isAnswer = await write(10);
		if (said.includes(words.tryAgain)) isAnswer = await write(11);
		const heard = said.filter((text) => text !== undefined && text !== words.tryAgain);
		if (taker === 'me') expect([isAnswer, heard.includes(words.closed)]).toEqual([true, false]);
		else if (taker === undefined)
			expect([isAnswer, heard, said.includes(words.tryAgain)]).toEqual([true, [], true]);
		// It is closed: a message that is no reply may start the workflow.
		else if (!isInDoubt && isHeard)
			expect([isAnswer, heard]).toEqual(isReply ? [true, [words.closed]] : [false, []]);
	});
});
