import { findingsOf, Judge, type Change } from '../../bench/crowd/judge';
import { growthOf } from '../../bench/crowd/meter';
import { isRaider, isSpam, raidOf, RULES, stepsOf } from '../../bench/crowd/plan';
import { moderated } from '../../bench/crowd/play';
import { compileRules, RuleMemory } from '../../nodes/BotMessaging/moderation/rules';
import { Context } from '../../nodes/BotMessaging/update/context';
import { useEmulator, type Json, type Member, type Message } from '../support/emulator';

const emulator = useEmulator();

const MEGABYTE = 1024 ** 2;
const CROWD = { groups: 200, perSecond: 200, seconds: 2, joins: 30, turn: 1 };

const missedBy = (judge: Judge, joins = 0) =>
	findingsOf(judge, joins)
		.filter(({ isMet }) => !isMet)
		.map(({ what }) => what.split(' ')[0]);

describe('in half a minute of 20,000 groups', () => {
	const steps = [...stepsOf({ ...CROWD, groups: 20_000, seconds: 30 })];
	const written = steps.filter(({ act }) => act === 'message');

	test('the rules find the spam, the links of administrators, and nothing else', () => {
		const judge = compileRules(RULES);
		const memory = new RuleMemory();
		const wrong = written.filter(({ chat_id, user_id, text }, index) => {
			const message = {
				message_id: index + 1,
				date: 1_800_000_000 + Math.floor(index / CROWD.perSecond),
				chat: { id: chat_id, type: 'supergroup' },
				from: { id: user_id },
				text,
			};
			const findings = judge([new Context({ update_id: index, message })], memory);
			return Boolean(findings) !== (isSpam(text) || text?.startsWith('Our rules'));
		});
		expect(wrong).toEqual([]);
	});

	test('one message of a hundred is spam', () => {
		const spam = written.filter(({ text }) => isSpam(text));
		expect(spam.length / written.length).toBeCloseTo(0.01, 3);
		expect(steps.reduce((sum, { updates }) => sum + updates, 0)).toBeCloseTo(6000, -2);
	});
});

/** A bot that does what the workflow of the crowd does. */
async function moderate(isOver: () => boolean): Promise<void> {
	const kinds = ['message', 'chat_member'];
	for (let offset = 0; !isOver();) {
		const asked = { offset, timeout: 1, allowed_updates: kinds };
		const { body } = await emulator.api('getUpdates', asked);
		for (const { update_id, message, chat_member: change } of body.result as Json[]) {
			offset = update_id + 1;
			const chat_id = (message ?? change).chat.id;
			const { message_id, text } = Object(message);
			if (isSpam(text)) await emulator.api('deleteMessage', { chat_id, message_id });
			const { user, status } = Object(change?.new_chat_member);
			if (status !== 'member' || !isRaider(user.id)) continue;
			const mute = { chat_id, user_id: user.id, permissions: { can_send_messages: false } };
			await emulator.api('restrictChatMember', mute);
		}
	}
}

test('a bot that moderates a crowd passes', async () => {
	const judge = new Judge();
	let isOver = false;
	const moderating = moderate(() => isOver);
	await moderated(emulator.url, CROWD, judge).finally(() => (isOver = true));
	await moderating;
	expect(findingsOf(judge, CROWD.joins)).toMatchObject([
		{ found: '0' },
		{ found: '4 of 4 (100.00 %)' },
		// How long it took depends on what else this machine does.
		{ what: expect.stringMatching(/^From a message/) },
		{ found: '30 of 30' },
		{ found: '0.00' },
	]);
	expect(judge).toMatchObject({ refused: 0, waiting: 0 });
});

describe('a judge sees', () => {
	const message = { chat_id: -1, message_id: 1, from_id: 2, text: 'Psst: x' } as Message;
	const of = (text: string) => ({ ...message, text });
	const member = (user_id: number, status: Member['status']) => ({ chat_id: -1, user_id, status });
	const call = (method: string, status = 200) => ({ type: 'call', call: { method, status } });
	const write = (given = message, at = 0) => ({ type: 'message', message: given, at });
	const remove = (given = message, at = 0) => ({ type: 'delete', message: given, at });
	const [{ user_id: raider } = { user_id: 0 }] = raidOf({ ...CROWD, joins: 1 });

	test.each<[string, string[], object[]]>([
		['nothing', [], [write(), remove(), call('deleteMessage'), call('getUpdates')]],
		['a deleted message of an innocent', ['Acts'], [write(of('Hi')), remove(of('Hi'))]],
		[
			'a muted innocent',
			['Acts'],
			[write(), remove(), { type: 'member', member: member(2, 'restricted') }],
		],
		[
			'a banned innocent',
			['Acts'],
			[write(), remove(), { type: 'member', member: member(2, 'kicked') }],
		],
		[
			'nobody harmed who leaves',
			[],
			[write(), remove(), { type: 'member', member: member(2, 'left') }],
		],
		['spam that is left', ['Spam'], [write()]],
		['spam that stays for long', ['From'], [write(), remove(message, 2001)]],
		[
			'questions about each message',
			['Requests'],
			[write(), remove(), call('getChatAdministrators')],
		],
		['a raider who writes', ['People'], [{ type: 'member', member: member(raider, 'restricted') }]],
	])('%s', (_what, missed, changes) => {
		const judge = new Judge();
		for (const change of changes) judge.note({ at: 0, ...change } as Change);
		expect(missedBy(judge)).toEqual(missed);
	});
});

test.each([
	['flat', 100, 100, 0],
	['growing at first', 300, 300, 0],
	['growing', 100, 200, 100],
])('memory that is %s', (_how, middle, end, inSecondHalf) => {
	const samples = [...Array(10).fill(100), ...Array(10).fill(middle), ...Array(2).fill(end)];
	const bytes = samples.map((megabytes) => megabytes * MEGABYTE);
	expect(growthOf(bytes)).toEqual({ before: 100, most: end, inSecondHalf });
});
