import { randomBytes, randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { dataOf } from '../../../nodes/BotMessaging/callbackData/buttonData';
import { passToQuestion } from '../../../nodes/BotMessaging/questions/deliver';
import { Context } from '../../../nodes/BotMessaging/update/context';
import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { answerContextOf } from '../../support/answerContext';
import { PATIENCE_MS } from '../../support/patience';
import { useTicks } from '../../support/time';
import { ANSWERS, useWaitingServer } from '../../support/waitingServer';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;
const n8n = useWaitingServer();
const ticks = useTicks();

/** Longer than n8n's verdict stays valid. */
const LATER_MS = 5000;

const MEMBERS = Array.from({ length: 10 }, (_none, index) => 7000 + index);

let updates = 0;
let messages = 0;

const soon = async (what: string, isSo: () => boolean | Promise<boolean>) =>
	await until(what, async () => await isSo(), PATIENCE_MS, { pauseMs: 5 });

/** Holds all of n8n's answers until the test releases them. */
function holdN8n(): () => void {
	let open = () => {};
	const opened = new Promise<void>((resolve) => (open = resolve));
	n8n.beforeAnswer = async () => await opened;
	return open;
}

/** A question of a bot, a new one if none is named, and its trigger. */
function ask(kind: 'press' | 'reply' | 'form' = 'press', bot: string = randomUUID()) {
	const signature = randomBytes(32).toString('hex');
	const target = { executionId: '12', nodeId: randomUUID(), signature };
	const data = dataOf(target, kind, 2, kind === 'form' ? 'aaaa' : undefined);
	const message = {
		message_id: ++messages,
		chat: { id: chats.demoGroup },
		from: { id: Number(emulator.token.split(':')[0]), is_bot: true },
		reply_markup: { inline_keyboard: [data.map((one) => ({ text: 'A', callback_data: one }))] },
	};
	const context = answerContextOf(emulator, n8n.address, bot);
	const bring = async (update: IDataObject, more: object = {}) =>
		await passToQuestion(new Context({ update_id: ++updates, ...update }), { ...context, ...more });
	const press = async (user: number, button = 0, more: object = {}, person: object = {}) => {
		const from = { id: user, first_name: 'Somebody', ...person };
		const query = { id: `q${updates + 1}`, from, data: data[button], message };
		return await bring({ callback_query: query }, more);
	};
	const reply = async (user: number, text: string, more: object = {}) => {
		const { message_id } = (await emulator.act('message', {
			user_id: users.mia,
			chat_id: chats.demoGroup,
			text,
		})) as { message_id: number };
		const from = { id: user, first_name: 'Somebody' };
		const { chat } = message;
		const sent = { message_id, chat, from, text, reply_to_message: message, ...more };
		return await bring({ message: sent });
	};
	return { press, reply };
}

/** The people whose answers reached n8n, in order. */
const askers = () => n8n.delivered.map(({ payload }) => (payload.user as IDataObject).id);

const requestsOf = (...people: number[]) =>
	askers().filter((id) => people.includes(id as number)).length;

/** Only Olga may answer. */
const onlyOlga = () => {
	n8n.answerTo = ({ user }) =>
		(user as IDataObject).id === users.olga ? ANSWERS.taken : ANSWERS.refused;
};

const notices = async () => (await emulator.calls('answerCallbackQuery')).length;

const many = async (times: number, task: (index: number) => Promise<unknown>) =>
	await Promise.all(Array.from({ length: times }, async (_none, index) => await task(index)));

describe.each([['press' as const], ['form' as const]])('a question of the kind %s', (kind) => {
	test('600 presses of a member keep one request open, and an administrator’s press is accepted meanwhile', async () => {
		const open = holdN8n();
		const { press } = ask(kind);
		const flood = many(600, async (n) => await press(users.mia, n % 2));
		await soon('the first press is with n8n', () => n8n.delivered.length > 0);
		n8n.answerTo = () => ANSWERS.taken;
		const approving = press(users.olga);
		await soon('the administrator is with n8n', () => askers().includes(users.olga));
		expect(requestsOf(users.mia)).toBe(1);
		open();
		expect(await approving).toBe(true);
		expect((await flood).every(Boolean)).toBe(true);
	});

	test('ten members who press 100 times each keep ten requests open, and an administrator’s press is accepted', async () => {
		const open = holdN8n();
		onlyOlga();
		const { press } = ask(kind);
		const flood = MEMBERS.map(async (member) => await many(100, async () => await press(member)));
		await soon('the members are with n8n', () => n8n.delivered.length >= MEMBERS.length);
		const approving = press(users.olga);
		await soon('the administrator is with n8n', () => askers().includes(users.olga));
		expect(requestsOf(...MEMBERS)).toBe(MEMBERS.length);
		open();
		await Promise.all([approving, ...flood]);
		expect(requestsOf(users.olga)).toBe(1);
	});
});

test('a refusal by n8n is remembered for some seconds, and rarely causes a notice', async () => {
	onlyOlga();
	const { press } = ask();
	await press(users.mia);
	await many(100, async () => await press(users.mia));
	expect(n8n.delivered).toHaveLength(1);
	// Of those at the same moment, the first and the last one are answered.
	expect(await notices()).toBe(3);
	ticks.advance(LATER_MS);
	await many(100, async () => await press(users.mia));
	expect(n8n.delivered).toHaveLength(2);
	// One person's answers do not affect another's.
	expect(await press(users.olga)).toBe(true);
	expect(n8n.delivered).toHaveLength(3);
});

test('a person who becomes an administrator is accepted as soon as those seconds are over', async () => {
	onlyOlga();
	const { press } = ask();
	await press(users.mia);
	n8n.answerTo = () => ANSWERS.taken;
	await press(users.mia);
	expect(n8n.delivered).toHaveLength(1);
	ticks.advance(LATER_MS);
	await press(users.mia);
	const said = (await emulator.calls('answerCallbackQuery')).map(({ params }) => params.text);
	expect(said).toEqual(['Not yours', 'Not yours', 'Thank you']);
});

test('people who were refused never take up the places of others', async () => {
	onlyOlga();
	const { press } = ask();
	await many(MEMBERS.length, async (index) => await press(MEMBERS[index]));
	ticks.advance(LATER_MS);
	n8n.delivered = [];
	const open = holdN8n();
	const flood = MEMBERS.map(async (member) => await many(100, async () => await press(member)));
	await soon('some members are with n8n', () => n8n.delivered.length > 0);
	const approving = press(users.olga);
	await soon('the administrator is with n8n', () => askers().includes(users.olga));
	expect(askers().indexOf(users.olga)).toBeLessThanOrEqual(3);
	open();
	await Promise.all([approving, ...flood]);
});

test('the node asks about a closed question once, whoever presses it, and removes its buttons once', async () => {
	n8n.answers = [ANSWERS.over];
	const { press } = ask();
	await press(users.milan);
	await many(100, async (n) => await press(MEMBERS[n % MEMBERS.length]));
	expect(n8n.delivered).toHaveLength(1);
	expect(await emulator.calls('editMessageReplyMarkup')).toHaveLength(1);
	expect(await notices()).toBe(1 + 2 * MEMBERS.length);
});

test('a press that was answered with words is answered from memory, and another button is not', async () => {
	n8n.answers = [ANSWERS.told];
	const { press } = ask('form');
	await press(users.mia, 0);
	await many(20, async () => await press(users.mia, 0));
	expect(n8n.delivered).toHaveLength(1);
	await press(users.mia, 1);
	expect(n8n.delivered).toHaveLength(2);
});

test('an administrator whom n8n calls busy because of another press is tried again and accepted', async () => {
	let tries = 0;
	n8n.answerTo = ({ user }) => {
		if ((user as IDataObject).id !== users.olga) return ANSWERS.refused;
		return ++tries < 3 ? ANSWERS.running : ANSWERS.taken;
	};
	const { press } = ask();
	const flood = many(100, async () => await press(users.mia));
	await press(users.olga);
	await flood;
	const [said] = (await emulator.calls('answerCallbackQuery')).slice(-1);
	expect([tries, said.params.text]).toEqual([3, 'Thank you']);
	expect(requestsOf(users.mia)).toBe(1);
});

test('a server that answers no notices does not hold up an approval or its words', async () => {
	onlyOlga();
	const { press } = ask();
	const call = async () => await new Promise<never>(() => {});
	for (const member of MEMBERS) void press(member, 0, { call });
	await soon('the members are with n8n', () => n8n.delivered.length === MEMBERS.length);
	expect(await press(users.olga)).toBe(true);
	const said = await emulator.calls('answerCallbackQuery');
	expect(said.map(({ params }) => params.text)).toEqual(['Thank you']);
});

describe('typed answers', () => {
	test('50 from a person who may not answer cause one request and three messages, and others are accepted', async () => {
		onlyOlga();
		const { reply } = ask('reply');
		await reply(users.mia, 'first');
		await many(50, async (n) => await reply(users.mia, `no ${n}`));
		expect(n8n.delivered).toHaveLength(1);
		const { messages } = await emulator.state();
		const said = messages.filter(({ text }) => text === 'Not yours').length;
		expect(said).toBeLessThanOrEqual(3);
		await reply(users.olga, 'yes');
		expect(requestsOf(users.olga)).toBe(1);
	});

	test('of many from one person, one is in progress, and the last one waits', async () => {
		const open = holdN8n();
		n8n.answers = [ANSWERS.told];
		const { reply } = ask('reply');
		const first = reply(users.mia, 'first');
		await soon('it is with n8n', () => n8n.delivered.length === 1);
		const others = many(20, async (n) => await reply(users.mia, `next ${n}`));
		const other = reply(users.milan, 'mine');
		await soon('the other person is with n8n', () => n8n.delivered.length === 2);
		open();
		await Promise.all([first, others, other]);
		expect(requestsOf(users.mia)).toBeLessThanOrEqual(3);
	});
});

describe('a crowd of strangers', () => {
	const STRANGERS = Array.from({ length: 40 }, (_none, index) => 8000 + index);
	const ADMINISTRATORS = { answerers: 'administrators', userIds: [], say: 'Not yours' };

	/** n8n, as the node of this version answers: it says who may answer. */
	const says = (who: unknown, may: (user: unknown) => boolean) => {
		n8n.answerTo = ({ user }) => {
			const { status, body } = may((user as IDataObject).id) ? ANSWERS.taken : ANSWERS.refused;
			return { status, body: { ...body, who } };
		};
	};
	const onlyAdministrators = () => says(ADMINISTRATORS, (id) => id === users.olga);
	const lists = async () => (await emulator.calls('getChatAdministrators')).length;

	const askTwenty = () => {
		const bot = randomUUID();
		return Array.from({ length: 20 }, () => ask('press', bot));
	};

	test('of 40 who press 2,000 times on 20 questions is known by the question: all are answered once', async () => {
		onlyAdministrators();
		const questions = askTwenty();
		for (const pressed of [questions, questions, questions.slice(0, 10)]) {
			const presses = STRANGERS.flatMap((one) =>
				pressed.map(async ({ press }) => await press(one)),
			);
			expect((await Promise.all(presses)).every(Boolean)).toBe(true);
		}
		// Who presses at the same moment as the first one may be asked about, too.
		expect(requestsOf(...STRANGERS)).toBeLessThanOrEqual(40);
		expect(await lists()).toBeLessThan(questions.length);
		const answered = (await emulator.calls('answerCallbackQuery')).map(
			({ params }) => params.callback_query_id,
		);
		expect([answered.length, new Set(answered).size]).toEqual([2000, 2000]);
		for (const { press } of questions) expect(await press(users.olga)).toBe(true);
		expect(requestsOf(users.olga)).toBe(20);
	});

	test('that n8n still has to judge does not hold up an administrator', async () => {
		onlyAdministrators();
		const [known, ...unknown] = askTwenty();
		await known.press(users.mia);
		const open = holdN8n();
		n8n.delivered = [];
		const flood = STRANGERS.flatMap((one) => unknown.map(async ({ press }) => await press(one)));
		await soon('the places of strangers are taken', () => n8n.delivered.length >= 10);
		const approving = known.press(users.olga);
		await soon('the administrator is with n8n', () => askers().includes(users.olga));
		expect(askers().indexOf(users.olga)).toBe(10);
		open();
		await Promise.all([approving, ...flood]);
	});

	test('is refused by itself only for some seconds: a new administrator is accepted', async () => {
		onlyAdministrators();
		const { press } = ask();
		await press(users.mia);
		await press(STRANGERS[0]);
		expect(n8n.delivered).toHaveLength(1);
		const promoted = { chat_id: chats.demoGroup, user_id: STRANGERS[0], can_change_info: true };
		await emulator.control('post', 'seed', {
			users: [{ id: STRANGERS[0], is_bot: false, first_name: 'New' }],
			members: [{ chat_id: chats.demoGroup, user_id: STRANGERS[0], status: 'member' }],
		});
		expect((await emulator.api('promoteChatMember', promoted)).status).toBe(200);
		says(ADMINISTRATORS, (id) => id === STRANGERS[0]);
		ticks.advance(LATER_MS);
		await press(STRANGERS[0]);
		expect(n8n.delivered).toHaveLength(2);
		const said = (await emulator.calls('answerCallbackQuery')).map(({ params }) => params.text);
		expect(said.at(-1)).toBe('Thank you');
	});

	test('never gets an approval from what is remembered: n8n decides each time', async () => {
		says(ADMINISTRATORS, () => false);
		const { press } = ask();
		await press(users.mia);
		await press(users.olga);
		expect(askers()).toEqual([users.mia, users.olga]);
		const said = (await emulator.calls('answerCallbackQuery')).map(({ params }) => params.text);
		expect(said).toEqual(['Not yours', 'Not yours']);
	});

	test.each<[what: string, who: unknown, asked: number]>([
		['certain users', { answerers: 'users', userIds: [String(users.olga)], say: 'No' }, 1],
		['anyone', { answerers: 'anyone', userIds: [], say: 'No' }, 2],
		['people of whom n8n says nothing', undefined, 2],
		['people of whom n8n says something odd', { answerers: 'users', userIds: 'x' }, 2],
		['a kind of people that is not known', { answerers: 'owners', userIds: [], say: 'No' }, 2],
	])('at a question for %s', async (_what, who, asked) => {
		says(who, (id) => id === users.olga);
		const { press } = ask();
		await press(STRANGERS[0]);
		await press(STRANGERS[1]);
		expect(n8n.delivered).toHaveLength(asked);
		await press(users.olga);
		expect(n8n.delivered).toHaveLength(asked + 1);
	});

	test('has a bot in it: the list of administrators has no bots, so n8n is asked', async () => {
		onlyAdministrators();
		const { press } = ask();
		await press(users.mia);
		await press(STRANGERS[0], 0, {}, { is_bot: true });
		expect(n8n.delivered).toHaveLength(2);
	});

	test('asks n8n about each person if the server has no list of administrators', async () => {
		onlyAdministrators();
		await emulator.fault({ kind: 'error', method: 'getChatAdministrators', status: 404, times: 9 });
		const { press } = ask();
		for (const one of STRANGERS) await press(one);
		expect(requestsOf(...STRANGERS)).toBe(STRANGERS.length);
		await press(users.olga);
		expect(requestsOf(users.olga)).toBe(1);
	});

	test('learns within a minute that the question is closed', async () => {
		onlyAdministrators();
		const { press } = ask();
		await press(users.mia);
		n8n.answerTo = () => ANSWERS.closed;
		ticks.advance(60_000);
		await press(STRANGERS[0]);
		expect(n8n.delivered).toHaveLength(2);
	});

	test('learns at once that an administrator has answered', async () => {
		onlyAdministrators();
		const { press } = ask();
		await press(users.mia);
		await press(users.olga);
		n8n.answerTo = () => ANSWERS.closed;
		await press(STRANGERS[0]);
		const said = (await emulator.calls('answerCallbackQuery')).map(({ params }) => params.text);
		expect(said).toEqual(['Not yours', 'Thank you', 'Closed']);
	});

	test('does not hold back a person who writes in the name of the group', async () => {
		onlyAdministrators();
		const { reply } = ask('reply');
		await reply(users.mia, 'mine');
		await reply(1087968824, 'ours', { sender_chat: { id: chats.demoGroup } });
		expect(n8n.delivered).toHaveLength(2);
		await reply(1087968824, 'a channel', { sender_chat: { id: -1009 } });
		expect(n8n.delivered).toHaveLength(2);
	});
});
