import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { AnswerError } from '../../../nodes/BotMessaging/api/errors';
import type { Bound } from '../../../nodes/BotMessaging/api/basics';
import { BOUNDS, GivenUp, type BoundName } from '../../../nodes/BotMessaging/api/bounds';
import { ChatNames } from '../../../nodes/BotMessaging/api/chatNames';
import type { Call } from '../../../nodes/BotMessaging/api/client';
import { Pace } from '../../../nodes/BotMessaging/api/pace';
import { Stop } from '../../../nodes/BotMessaging/api/retry';
import { dataOf } from '../../../nodes/BotMessaging/callbackData/buttonData';
import { DEFAULT_TRAFFIC } from '../../../nodes/BotMessaging/api/traffic';
import { UsageAnswers, WrongCommands } from '../../../nodes/BotMessaging/dispatch/misfits';
import { compileJudge } from '../../../nodes/BotMessaging/dispatch/routing';
import { OpenCommands } from '../../../nodes/BotMessaging/dispatch/whom';
import { Bot, Subscription } from '../../../nodes/BotMessaging/memory/registry';
import { WrittenMessages } from '../../../nodes/BotMessaging/memory/written';
import { Raids } from '../../../nodes/BotMessaging/moderation/raids';
import type { Rules } from '../../../nodes/BotMessaging/moderation/rules';
import { LearnedRows } from '../../../nodes/BotMessaging/moderation/spamRows';
import { passToQuestion } from '../../../nodes/BotMessaging/questions/deliver';
import { Pushes } from '../../../nodes/BotMessaging/sources/webhook/pushes';
import { UpdateTracker } from '../../../nodes/BotMessaging/sources/polling/tracker';
import { Context } from '../../../nodes/BotMessaging/update/context';
import { People } from '../../../nodes/BotMessaging/update/people';
import { until } from '../../../scripts/lib/until';
import { ROOT } from '../../package/sources';
import { startOddServer } from '../../support/odd';
import { RunningTrigger } from '../../support/pollingTrigger';

const NOW = 1_700_000_000;
const FEW = 20;
const AROUND = [FEW - 1, FEW, FEW + 1, 10 * FEW];

/** What is kept of one thing each time, and whether the thing of a number is still known. */
interface Probe {
	keep(n: number): unknown;
	isKnown(n: number): boolean | Promise<boolean>;
	/** What the log has said. */
	said?: string[];
	/** What Check Setup says. */
	checked?: () => string[];
}

let ids = 0;
const update = (content: IDataObject) => new Context({ update_id: ++ids, ...content });
const person = (id: number) => ({ id, is_bot: false, first_name: 'x' });
const message = (who: number, content: IDataObject, chat = -1001) =>
	update({
		message: {
			message_id: ++ids,
			date: NOW,
			chat: { id: chat, type: 'supergroup' },
			from: person(who),
			...content,
		},
	});

const joins = (who: number, chat?: number, date = NOW) =>
	message(who, { new_chat_members: [person(who)], date }, chat);

/** A trigger with these filters and rules, and what it asks the server. */
function trigger(filters: object, rules: Rules = {}) {
	const bot = new Bot('b');
	const said: string[] = [];
	const asked: string[] = [];
	const call = (async (method: string) => {
		asked.push(method);
		return await Promise.resolve(method === 'getChatAdministrators' ? [] : {});
	}) as Call;
	const subscription = new Subscription(bot, 's');
	const sources = {
		subscription,
		server: { call, warn: (words: string) => void said.push(words) },
	};
	const judge = compileJudge(filters, {}, rules);
	const happens = async (one: Context) => {
		subscription.learn(one);
		return typeof (await judge([one], sources)) !== 'string';
	};
	return { bot, happens, asked, said, checked: () => bot.part(GivenUp).lately() };
}

/** Whether something happens without a request to the server. */
async function asksNothing(asked: unknown[], act: () => Promise<unknown>): Promise<boolean> {
	const before = asked.length;
	await act();
	return asked.length === before;
}

const ADMINISTRATOR = { status: 'administrator' };

const PROBES: Partial<Record<BoundName, () => Probe>> = {
	administrators() {
		const { happens, asked } = trigger({ writtenBy: 'others' });
		const writes = async (n: number) => await happens(message(1, { text: 'x' }, -1 - n));
		return {
			keep: writes,
			isKnown: async (n) => await asksNothing(asked, async () => await writes(n)),
		};
	},
	answers() {
		const bot = new Bot('b');
		const done: string[] = [];
		const presses: Context[] = [];
		const press = async (n: number) =>
			await passToQuestion(presses[n], {
				bot,
				credential: { botToken: '5:x' },
				call: (async (method: string) => await Promise.resolve(done.push(method))) as never,
				request: async () => {
					done.push('request');
					const body = '<html><h1>No action required</h1></html>';
					return await Promise.resolve({ statusCode: 200, body, headers: {} });
				},
				bases: ['http://n8n/webhook-waiting'],
				words: {} as never,
				warn: () => {},
				isOver: () => false,
			});
		return {
			keep: async (n) => {
				const signature = 'a'.repeat(64);
				const target = { executionId: `${n}`, nodeId: randomUUID(), signature };
				const buttons = dataOf(target, 'press', 2).map((callback_data) => ({ callback_data }));
				const asked = {
					message_id: 1 + n,
					chat: { id: -1001, type: 'supergroup' },
					from: { id: 5, is_bot: true },
					reply_markup: { inline_keyboard: [buttons] },
				};
				const query = {
					id: `${n}`,
					from: person(1),
					data: buttons[0].callback_data,
					message: asked,
				};
				presses[n] = update({ callback_query: query });
				await press(n);
			},
			// The same press again is passed on once.
			isKnown: async (n) => await asksNothing(done, async () => await press(n)),
		};
	},
	brokenAlbums() {
		const { happens } = trigger({}, { words: 'spam' });
		const part = async (n: number, caption?: string) =>
			await happens(message(1, { photo: [{}], media_group_id: `${n}`, caption }));
		return { keep: async (n) => await part(n, 'spam'), isKnown: async (n) => await part(n) };
	},
	chatNames() {
		const names = new ChatNames();
		return {
			keep: (n) => names.learn({ id: -1 - n, type: 'channel', username: `Name${n}` }),
			isKnown: (n) => names.chatOf(`@name${n}`) === String(-1 - n),
		};
	},
	chats() {
		const { chats } = new Bot('b');
		return {
			keep: (n) => chats.learn(message(1, { text: 'x' }, -1 - n)),
			isKnown: (n) => chats.latestFirst.some(({ id }) => id === String(-1 - n)),
		};
	},
	commandHints() {
		const answers = new UsageAnswers();
		const sent: string[] = [];
		const call = (async (method: string) =>
			await Promise.resolve(method === 'sendMessage' ? sent.push(method) : [])) as never;
		const hint = async (n: number) =>
			await answers.answer(
				message(n, { text: '/ban' }),
				{ usage: '/ban {user}' },
				{ where: 'chat', words: '', about: {} as never },
				{ server: { call, warn: () => {} }, subscription: new Subscription(new Bot('b'), 's') },
			);
		return {
			keep: async (n) => {
				for (let time = 0; time < 3; time++) await hint(n);
			},
			isKnown: async (n) => await asksNothing(sent, async () => await hint(n)),
		};
	},
	// What is forgotten is made again: nothing but the time changes.
	compiledLists: () =>
		forgottenInSilence(
			(n) => ({ words: `word${n}` }),
			(n) => `word${n}`,
		),
	patternSigns: () => forgottenInSilence(() => ({ patterns: '^.$' }), signOf),
	patternSignsFurther: () =>
		forgottenInSilence(
			() => ({ patterns: '^a.$' }),
			(n) => `a${signOf(n)}`,
		),
	patternSteps: () => forgottenInSilence(() => ({ patterns: '^[^a]$' }), signOf),
	confirmed() {
		const tracker = new UpdateTracker();
		const one = (n: number) => new Context({ update_id: n, message: { text: `${n}` } });
		return {
			keep: (n) => {
				tracker.list([one(n)], [], undefined);
				tracker.list([], [], n + 1);
			},
			isKnown: (n) => {
				tracker.list([one(n)], [], undefined);
				return tracker.dueFor('s').length === 0;
			},
		};
	},
	joins() {
		const all = trigger({ joinedWithinDays: 1 });
		const writes = async (n: number) => await all.happens(message(n, { text: 'x' }));
		return { ...all, keep: async (n) => await all.happens(joins(n)), isKnown: writes };
	},
	migrations() {
		const { migrations } = new Bot('b');
		return {
			keep: (n) => migrations.learn(message(1, { migrate_to_chat_id: -5000 - n }, -1 - n)),
			isKnown: (n) => migrations.currentIdOf(String(-1 - n)) === String(-5000 - n),
		};
	},
	newcomers() {
		const all = trigger({}, { newcomerMessages: 1 });
		const text = 'https://example.com';
		const entities = [{ type: 'url', offset: 0, length: text.length }];
		const first = new Map<number, IDataObject>();
		return {
			...all,
			keep: async (n) => {
				await all.happens(joins(n, undefined, NOW + n));
				const one = message(n, { text: 'Hello' });
				first.set(n, one.message);
				await all.happens(one);
			},
			isKnown: async (n) =>
				await all.happens(update({ edited_message: { ...first.get(n)!, text, entities } })),
		};
	},
	openCommands() {
		const commands = new OpenCommands();
		const subscription = new Subscription(new Bot('b'), 's');
		const data: unknown[] = [];
		return {
			keep: () => {
				const command = message(1, { text: '/ban' });
				const keyboard = commands.buttonsFor({
					command,
					people: [person(1), person(2)],
					subscription,
				});
				data.push(keyboard.inline_keyboard[0][0].callback_data);
			},
			isKnown: (n) =>
				commands.pressedIn(update({ callback_query: { id: '1', data: data[n] as string } }))!
					.asked !== undefined,
		};
	},
	paces() {
		const pace = new Pace();
		const names = new ChatNames();
		const request = (n: number) => ({
			...{ effect: 'once' as const, method: 'sendMessage', chat: String(n), ordered: false },
			...{ party: {}, cameAt: 0, refusals: 0, options: { ...DEFAULT_TRAFFIC, longestWaitMs: 0 } },
		});
		const refusal = new AnswerError(429, 'SLOWMODE_WAIT_60', 60);
		return {
			keep: async (n) => {
				const refuse = async () => await Promise.reject(refusal);
				await pace.run(request(n), names, new Stop(), refuse).catch(() => {});
			},
			isKnown: (n) => pace.closedMs(request(n), names) > 0,
		};
	},
	people() {
		const people = new People();
		return {
			keep: (n) => people.meet({ id: n, username: `Name${n}` }),
			isKnown: (n) => people.named(`name${n}`)?.id === n,
		};
	},
	pushes() {
		const pushes = new Pushes();
		return {
			keep: (n) => {
				const answer = Object.assign(new EventEmitter(), { writableEnded: true, statusCode: 200 });
				pushes.take(`${n}`, answer as never, false);
			},
			isKnown: (n) => pushes.stateOf(`${n}`) === 'done',
		};
	},
	raidJoins() {
		const raids = new Raids();
		const join = (n: number) => {
			const one = joins(n);
			const { raid } = raids.find(one, 1, 60) ?? {};
			if (raid) raids.complete(raid, one.chatId);
			return raid !== undefined;
		};
		return { keep: join, isKnown: (n) => !join(n) };
	},
	learned() {
		const memory = new LearnedRows();
		// As few and as short as can be learned from.
		const made = Array.from({ length: 40 }, (_none, n) => ({
			text: String.fromCharCode(0x4e00 + n),
			isSpam: n % 2 > 0,
		}));
		const first: unknown[] = [];
		const learn = async (n: number) =>
			await memory.from([...made, { text: String.fromCharCode(0x5e00 + n), isSpam: false }]);
		return {
			keep: async (n) => void (first[n] = await learn(n)),
			isKnown: async (n) => (await learn(n)) === first[n],
		};
	},
	subscriptions() {
		const bot = new Bot('b');
		const first: Subscription[] = [];
		return {
			keep: (n) => void (first[n] = bot.subscriptions.get(`${n}`)),
			isKnown: (n) => bot.subscriptions.get(`${n}`) === first[n],
		};
	},
	toldMembers() {
		const { happens, asked, bot } = trigger({ writtenBy: 'others' });
		return {
			keep: (n) =>
				bot.learn(
					update({
						chat_member: {
							chat: { id: -1 - n, type: 'supergroup' },
							from: person(1),
							old_chat_member: { status: 'member', user: person(2) },
							new_chat_member: { ...ADMINISTRATOR, user: person(2) },
						},
					}),
				),
			isKnown: async (n) =>
				await asksNothing(asked, async () => await happens(message(2, { text: 'x' }, -1 - n))),
		};
	},
	written() {
		const all = trigger({});
		const date = Math.floor(Date.now() / 1000);
		return {
			...all,
			keep: async (n) => await all.happens(message(n, { text: 'x', date })),
			isKnown: (n) => all.bot.part(WrittenMessages).since(0, -1001, n).length === 1,
		};
	},
	wrongCommands() {
		const wrong = new WrongCommands();
		const commands: Context[] = [];
		return {
			keep: () => {
				commands.push(message(1, { text: '/ban' }));
				wrong.note(commands.at(-1)!);
			},
			isKnown: (n) => {
				const edited = { ...commands[n].message, edit_date: NOW };
				return wrong.isCorrectedBy(update({ edited_message: edited }));
			},
		};
	},
};

const signOf = (n: number) => String.fromCodePoint(0x4e00 + n);

/** A rule finds what it found before, also if what it made for that is forgotten. */
function forgottenInSilence(rules: (n: number) => Rules, text: (n: number) => string): Probe {
	const { bot } = trigger({});
	const subscription = new Subscription(bot, 's');
	const sources = { subscription, server: { call: undefined as never, warn: () => {} } };
	const isFound = async (n: number) => {
		const judge = compileJudge({}, {}, rules(n));
		return typeof (await judge([message(1, { text: text(n) })], sources)) !== 'string';
	};
	return { keep: isFound, isKnown: isFound };
}

/** Those that the trigger keeps for as long as they are needed; forgotten, they are made again. */
const REMADE: BoundName[] = [
	'compiledLists',
	'patternSigns',
	'patternSignsFurther',
	'patternSteps',
];

/** Makes a bound small for the tests of a `describe`. */
function lowered(name: BoundName): Bound {
	const row: Bound = BOUNDS[name];
	const { most } = row;
	beforeAll(() => void (row.most = FEW));
	afterAll(() => void (row.most = most));
	return row;
}

describe.each(Object.entries(PROBES))('%s', (name, start) => {
	const row = lowered(name as BoundName);

	test.each(AROUND)('of %d, the latest are known', async (count) => {
		const { keep, isKnown, said = [], checked = () => [] } = start();
		const isAsked = name === 'joins';
		if (isAsked) await isKnown(-1);
		for (let n = 0; n < count; n++) await keep(n);
		expect(await isKnown(count - 1)).toBe(true);
		const isForgotten = count > FEW && !REMADE.includes(name as BoundName);
		expect(await isKnown(0)).toBe(!isForgotten);
		const guards = isForgotten && row.givesUp !== undefined;
		expect(said).toEqual(guards ? [expect.stringContaining(`${FEW} `)] : []);
		expect(checked()).toEqual(said);
	});
});

/** A polling trigger whose server lists this, one list at a time; resolves when nothing is left. */
async function poll(lists: unknown[][], updates = ['message', 'chat_member']) {
	const left = [...lists];
	const server = await startOddServer((request, response) => {
		const result = request.url!.endsWith('/getUpdates') ? (left.shift() ?? []) : {};
		response.end(JSON.stringify({ ok: true, result }));
	});
	const bot = { baseUrl: server.url, botToken: `${++ids}:x` };
	const running = await new RunningTrigger(bot, { updates }).start();
	const polls = () => server.asked.filter((path) => path.endsWith('/getUpdates')).length;
	await until(
		'all is listed',
		async () => await Promise.resolve(polls() > lists.length + 1),
		60_000,
	);
	await running.stop();
	await server.close();
	return running;
}

describe('startedJoins', () => {
	lowered('startedJoins');
	const event = (who: number, kind: 'message' | 'chat_member') => {
		const [date, chat] = [NOW, { id: -1001, type: 'supergroup' }];
		const change = {
			old_chat_member: { status: 'left', user: person(who) },
			new_chat_member: { status: 'member', user: person(who) },
		};
		const content =
			kind === 'message' ? { message_id: who, new_chat_members: [person(who)] } : change;
		return { update_id: ++ids, [kind]: { date, chat, from: person(who), ...content } };
	};

	test.each(AROUND)('of %d, the latest start the workflow once', async (count) => {
		const first = Array.from({ length: count }, (_none, n) => event(n + 1, 'message'));
		const again = [event(count, 'chat_member'), event(1, 'chat_member')];
		const { started } = await poll([first, again]);
		expect(started).toHaveLength(count + Number(count > FEW));
	});
});

describe('notices', () => {
	lowered('notices');
	const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as unknown;
	const unreadable = (update_id: number) => ({ update_id, message: deep });

	test.each(AROUND)('of %d, the latest are not said again', async (count) => {
		const all = Array.from({ length: count }, (_none, n) => unreadable(n + 1));
		const { logged } = await poll([all, [unreadable(count)], [unreadable(1)]]);
		const times = (n: number) => logged.filter((line) => line.includes(`update ${n} `)).length;
		expect([times(count), times(1)]).toEqual([1, count > FEW ? 2 : 1]);
	});
});

test('each bound has a test at its limit', () => {
	const elsewhere = {
		'nodes/dispatch/bounds': [
			'daily',
			'dailyStarts',
			'flood',
			'raidChats',
			'sameText',
			'slowMode',
			'startsOfAll',
		],
		'nodes/sources/polling/subscriptionUpdates': ['waiting'],
	};
	const tested = [...Object.keys(PROBES), 'notices', 'startedJoins'];
	expect([...tested, ...Object.values(elsewhere).flat()].sort()).toEqual(
		Object.keys(BOUNDS).sort(),
	);
	for (const [file, names] of Object.entries(elsewhere)) {
		const text = readFileSync(path.join(ROOT, `test/${file}.test.ts`), 'utf8');
		for (const name of names) expect(text).toContain(name);
	}
});
