import type { IDataObject } from 'n8n-workflow';

import type { Answering } from '../../../nodes/BotMessaging/questions/question';
import { proofOf } from '../../../nodes/BotMessaging/callbackData/proof';
import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { OpenQuestion } from '../../support/openQuestion';
import { PATIENCE_MS } from '../../support/patience';
import { useTime } from '../../support/time';

const emulator = useEmulator();
const { users, chats } = emulator.defaults;
const time = useTime();

let open: OpenQuestion | undefined;

async function ask(parameters: IDataObject = {}): Promise<OpenQuestion> {
	open = await OpenQuestion.ask(emulator, parameters);
	return open;
}

afterEach(() => {
	open?.close();
	open = undefined;
});

const itemOf = (question: OpenQuestion) => question.resumed[0]?.[0]?.[0]?.json;

describe('an answer needs a proof:', () => {
	test('a good one continues the workflow', async () => {
		const question = await ask();
		const { status, data } = await question.bring(question.press());
		expect(status).toBe(200);
		expect(data).toMatchObject({ botMessagingOutcome: 'taken' });
		expect(question.resumed).toHaveLength(1);
		expect(itemOf(question)).toMatchObject({ answer: 'Approve', approved: true });
	});

	const MINUTE = 60_000;
	const other = { botToken: '123456:another' };
	test.each<[string, (question: OpenQuestion) => Promise<{ status: number }>]>([
		['none', (question) => question.bring(question.press(), { proof: undefined } as object)],
		['an empty one', (question) => question.bring(question.press(), { proof: '' } as object)],
		['a number', (question) => question.bring(question.press(), { proof: 1 } as object)],
		[
			'one with another token',
			(question) => {
				const payload = JSON.stringify(question.press());
				const proof = proofOf(other, question.callbackData.signature, payload);
				return question.bring(payload, { proof } as object);
			},
		],
		[
			'one without a token',
			(question) => {
				const payload = JSON.stringify(question.press());
				const proof = proofOf({}, question.callbackData.signature, payload);
				return question.bring(payload, { proof } as object);
			},
		],
		[
			'one of another answer',
			(question) => {
				const payload = JSON.stringify(question.press({ button: 1 }));
				return question.bring(question.press(), { payload } as object);
			},
		],
		[
			'one of another question',
			(question) => {
				const credential = { botToken: emulator.token };
				const payload = JSON.stringify(question.press());
				const proof = proofOf(credential, 'f'.repeat(64), payload);
				return question.bring(payload, { proof } as object);
			},
		],
		[
			'one that is fifteen minutes old',
			(question) => question.bring(question.press({ at: time.now - 15 * MINUTE })),
		],
		[
			'one of a quarter of an hour ahead',
			(question) => question.bring(question.press({ at: time.now + 15 * MINUTE })),
		],
		['one without a time', (question) => question.bring(question.press({ at: undefined }))],
		['one of something else', (question) => question.bring('not JSON')],
		['one of nothing', (question) => question.bring('null')],
		['a payload that is no text', (question) => question.bring(7, { payload: 7 } as object)],
		['no body', (question) => question.request('post', { signature: 'a' })],
		[
			'no signature',
			(question) => {
				const payload = JSON.stringify(question.press());
				const proof = proofOf({ botToken: emulator.token }, 'undefined', payload);
				return question.request('post', {}, { payload, proof });
			},
		],
	])('%s is refused, and nothing happens', async (_what, bring) => {
		const question = await ask();
		expect((await bring(question)).status).toBe(403);
		expect(question.resumed).toEqual([]);
		expect(await emulator.calls('editMessageText')).toEqual([]);
	});

	test('one is accepted after almost fifteen minutes', async () => {
		const question = await ask();
		await question.bring(question.press({ at: time.now - 15 * MINUTE + 1 }));
		expect(question.resumed).toHaveLength(1);
	});
});

describe('only an answer to this question counts:', () => {
	test.each<[string, Partial<Answering>]>([
		['another message', { messageId: '999' }],
		['another chat', { chatId: String(chats.quietGroup) }],
		['a reply to a question with buttons', { kind: 'reply', text: 'Approve' }],
		['a kind that does not exist', { kind: 'reaction' as never }],
	])('%s', async (_what, changes) => {
		const question = await ask();
		const { data } = await question.bring(question.press(changes));
		expect(data).toMatchObject({ botMessagingOutcome: 'closed' });
		expect(question.resumed).toEqual([]);
	});

	test.each([[-1], [2], [0.5], ['0'], [undefined]])('no button %p', async (button) => {
		const question = await ask();
		const { data } = await question.bring(question.press({ button: button as number }));
		expect(data).toMatchObject({ botMessagingOutcome: 'told' });
		expect(question.resumed).toEqual([]);
	});

	test.each<[string, Partial<Answering>]>([
		['the number of the message', {}],
		['any number', { messageId: undefined }],
	])('a question that is not kept, by %s', async (_what, changes) => {
		const question = await ask();
		question.forget();
		const { status, data } = await question.bring(question.press(changes));
		expect(status).toBe(200);
		expect(data).toEqual({ botMessagingOutcome: 'closed' });
		expect(question.resumed).toEqual([]);
	});

	test('the second button is the second answer', async () => {
		const question = await ask();
		await question.bring(question.press({ button: 1 }));
		expect(itemOf(question)).toMatchObject({
			answer: 'Decline',
			approved: false,
			answerMessageId: null,
		});
	});

	test('a question for text is answered by a typed reply, not by a press', async () => {
		const question = await ask({ responseType: 'freeText' });
		const { data } = await question.bring(question.press());
		expect(data).toMatchObject({ botMessagingOutcome: 'told' });
		expect(question.resumed).toEqual([]);
		const typed = {
			kind: 'reply',
			button: undefined,
			text: ' Blue ',
			replyMessageId: '41',
		} as const;
		await question.bring(question.press(typed));
		const answer = { answer: 'Blue', approved: null, answerMessageId: 41 };
		expect(itemOf(question)).toMatchObject(answer);
	});
});

describe('the person is told', () => {
	const typed = { kind: 'reply', button: undefined, text: 'Blue' } as const;
	const notice = { additionalFields: { notice: 'Thanks' } };

	test.each<[string, IDataObject, Partial<Answering>, string | undefined]>([
		['who has pressed: what', {}, {}, 'Approve'],
		['who has pressed: the words of the form', notice, {}, 'Thanks'],
		['who has typed: nothing', { responseType: 'freeText' }, typed, undefined],
		[
			'who has typed: the words of the form',
			{ ...notice, responseType: 'freeText' },
			typed,
			'Thanks',
		],
	])('%s', async (_who, parameters, changes, say) => {
		const question = await ask(parameters);
		const { data } = await question.bring(question.press(changes));
		const who = expect.objectContaining({ answerers: 'anyone' });
		expect(data).toEqual({ botMessagingOutcome: 'taken', ...(say && { say }), who });
	});

	test('how to answer, if they press a button of a question for text', async () => {
		const helpText = 'Write a colour';
		const question = await ask({ responseType: 'freeText', additionalFields: { helpText } });
		expect((await question.bring(question.press())).data).toMatchObject({ say: helpText });
		const picture = question.press({ kind: 'reply', button: undefined });
		const { data } = await question.bring(picture);
		expect(data).toMatchObject({ botMessagingOutcome: 'told' });
		expect(data).not.toMatchObject({ say: helpText });
	});

	test('only that the press is invalid, if the button is not of the question, and their next message does not count', async () => {
		const userIds = String(users.mia);
		const question = await ask({ whoMayAnswer: 'users', userIds });
		const { data } = await question.bring(question.press({ button: 7 }));
		const [say, who] = [expect.any(String), expect.anything()];
		expect(data).toEqual({ botMessagingOutcome: 'told', say, who });
	});
});

describe('who may answer', () => {
	const { demoGroup, privateMia } = chats;
	const person = (id: number | string) => ({ user: { id, first_name: 'Somebody' } });
	const anonymous = { id: 1087968824, is_bot: true, first_name: 'Group' };

	const ADMINISTRATORS = { whoMayAnswer: 'administrators' };
	const USERS = { whoMayAnswer: 'users', userIds: `${users.noah}, ${users.zoe}` };

	test.each<[string, IDataObject, Partial<Answering>]>([
		['anyone', {}, person(users.mia)],
		['the owner', ADMINISTRATORS, person(users.olga)],
		['an administrator', ADMINISTRATORS, person(users.milan)],
		[
			'an administrator who writes as the group',
			ADMINISTRATORS,
			{ user: anonymous, senderChatId: String(demoGroup) },
		],
		['one of certain people', USERS, person(users.zoe)],
		['one of certain people, whose number is a text', USERS, person(String(users.noah))],
	])('%s may', async (_who, parameters, changes) => {
		const question = await ask(parameters);
		await question.bring(question.press(changes));
		expect(question.resumed).toHaveLength(1);
	});

	test('in a private chat, its only person may', async () => {
		const chatId = { __rl: true, mode: 'id', value: String(privateMia) };
		const question = await ask({ ...ADMINISTRATORS, chatId });
		await question.bring(question.press(person(users.mia)));
		expect(question.resumed).toHaveLength(1);
		expect(await emulator.calls('getChatMember')).toEqual([]);
	});

	test.each<[string, IDataObject, Partial<Answering>]>([
		['a member who is no administrator', ADMINISTRATORS, person(users.mia)],
		[
			'a channel that writes in the group',
			ADMINISTRATORS,
			{ ...person(users.mia), senderChatId: '-1009' },
		],
		['an administrator who is not among certain people', USERS, person(users.olga)],
		['part of a number of certain people', USERS, person(100)],
	])('%s may not, and is told that', async (_who, parameters, changes) => {
		const question = await ask(parameters);
		const { data } = await question.bring(question.press(changes));
		const say = 'This question is not for you.';
		const { whoMayAnswer: answerers, userIds: ids } = parameters;
		const userIds = answerers === 'users' ? String(ids).split(', ') : [];
		const who = { answerers, userIds, say };
		// So the trigger can refuse the next one by itself.
		expect(data).toEqual({ botMessagingOutcome: 'refused', say, who });
		expect(question.resumed).toEqual([]);
		expect(await emulator.calls('editMessageText')).toEqual([]);
	});

	test.each([
		['is restricted', 'mute'],
		['is banned', 'ban'],
		['has left', 'leave'],
	])('an administrator who %s may not', async (_what, act) => {
		const given = { user_id: users.olga, chat_id: demoGroup, member_id: users.noah };
		await emulator.act(act, act === 'leave' ? { ...given, user_id: users.noah } : given);
		const question = await ask(ADMINISTRATORS);
		const { data } = await question.bring(question.press(person(users.noah)));
		expect(data).toMatchObject({ botMessagingOutcome: 'refused' });
		expect(question.resumed).toEqual([]);
	});

	test('other people see the words of the form', async () => {
		const additionalFields = { noticeForOthers: 'Only for owners' };
		const question = await ask({ ...USERS, additionalFields });
		const { data } = await question.bring(question.press());
		expect(data).toMatchObject({ botMessagingOutcome: 'refused', say: 'Only for owners' });
	});

	test('nobody may while the server does not say who is an administrator', async () => {
		const question = await ask(ADMINISTRATORS);
		await emulator.fault({ kind: 'error', method: 'getChatMember', status: 400, times: 9 });
		const { data } = await question.bring(question.press(person(users.olga)));
		const who = { answerers: 'administrators', userIds: [], say: expect.any(String) };
		expect(data).toEqual({ botMessagingOutcome: 'told', who });
		expect(question.resumed).toEqual([]);
	});
});

test('an outcome that the server refuses because of the rate is shown a little later', async () => {
	const question = await ask();
	await emulator.fault({ method: 'editMessageText', kind: 'error', status: 429 });
	await question.bring(question.press());
	const isShown = async () => {
		const { messages } = await emulator.state();
		return messages.some(({ text }) => String(text).includes('Mia: Approved'));
	};
	await until('the outcome is shown', isShown, PATIENCE_MS);
	expect(await emulator.calls('editMessageReplyMarkup')).toEqual([]);
});
