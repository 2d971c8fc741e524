import { BOUNDS, GivenUp } from '../../../nodes/BotMessaging/api/bounds';
import { compileJudge } from '../../../nodes/BotMessaging/dispatch/routing';
import { Bot, Subscription } from '../../../nodes/BotMessaging/memory/registry';
import type { Rules } from '../../../nodes/BotMessaging/moderation/rules';
import { Context } from '../../../nodes/BotMessaging/update/context';

const NOW = 1_700_000_000;

interface Event {
	who: number;
	chat?: number;
	date?: number;
	isJoin?: boolean;
}

/** A trigger with these rules, or with a daily limit for what starts it. */
function trigger(rules: Rules, messagesPerDay?: number, allMessagesPerDay?: number) {
	const bot = new Bot('b');
	const said: string[] = [];
	const call = async () => await Promise.reject(new Error('not asked'));
	const sources = {
		subscription: new Subscription(bot, 's'),
		server: { call, warn: (words: string) => void said.push(words) },
	};
	const judge = compileJudge({ messagesPerDay, allMessagesPerDay }, {}, rules);
	let id = 0;
	/** Whether the event starts the workflow. */
	async function happens({ who, chat = -1001, date = NOW, isJoin = false }: Event) {
		const person = { id: who, is_bot: false, first_name: 'x' };
		const content = isJoin ? { new_chat_members: [person] } : { text: 'The same twenty letters' };
		const message = { message_id: ++id, date, chat: { id: chat, type: 'supergroup' } };
		const update = { update_id: id, message: { ...message, from: person, ...content } };
		return typeof (await judge([new Context(update)], sources)) !== 'string';
	}
	return { happens, said, checked: () => bot.part(GivenUp).lately() };
}

/** The numbers at which each bound is tried. */
const around = (most: number) => [most - 1, most, most + 1, 10 * most];

describe.each<
	[name: keyof typeof BOUNDS, rules: Rules, seconds: number, event: (n: number) => Event]
>([
	['flood', { floodMessages: 1 }, 10, (who) => ({ who })],
	['sameText', { sameTextChats: 2 }, 3600, (who) => ({ who, chat: -1 })],
	['raidChats', { raidJoins: 1 }, 60, (n) => ({ who: n, chat: -1 - n, isJoin: true })],
])('%s', (name, rules, seconds, event) => {
	const row = BOUNDS[name];
	const most = row.most;
	beforeAll(() => void (row.most = 100));
	afterAll(() => void (row.most = most));
	const again = (n: number): Event =>
		name === 'raidChats'
			? { who: -n - 1, chat: -1 - n, isJoin: true }
			: { who: n, chat: name === 'sameText' ? -2 : undefined };

	test.each(around(100))('keeps the latest of %d, and says once what it gave up', async (count) => {
		const { happens, said, checked } = trigger(rules);
		for (let n = 0; n < count; n++) expect(await happens(event(n))).toBe(false);
		const isTooMany = count > 100;
		expect(said).toEqual(isTooMany ? [expect.stringContaining('100 ')] : []);
		expect(checked()).toEqual(said);
		expect(await happens(again(count - 1))).toBe(true);
		expect(await happens(again(0))).toBe(!isTooMany);
	});

	test('gives up nothing of what is over', async () => {
		const { happens, said } = trigger(rules);
		for (let n = 0; n < 1000; n++) await happens({ ...event(n), date: NOW + n * seconds });
		expect(said).toEqual([]);
	});
});

describe.each<[name: 'daily' | 'dailyStarts' | 'slowMode', rules: Rules, isStopped: boolean]>([
	['dailyStarts', {}, true],
	['daily', { messagesPerDay: 1 }, false],
	['slowMode', { slowSeconds: 60 }, false],
])('%s', (name, rules, isStopped) => {
	const row = BOUNDS[name];
	const most = row.most;
	beforeAll(() => void (row.most = 100));
	afterAll(() => void (row.most = most));
	const isFilter = name === 'dailyStarts';

	test.each(around(100))(
		'is exact for those of %d who fit, and fails safe beyond',
		async (count) => {
			const { happens, said, checked } = trigger(rules, isFilter ? 1 : undefined);
			const fits = Math.min(count, 100);
			let started = 0;
			for (let who = 0; who < count; who++) started += Number(await happens({ who }));
			// A rule that cannot count accuses nobody; a filter that cannot count starts nothing.
			expect(started).toBe(isFilter ? fits : 0);
			expect(said).toHaveLength(count > 100 ? 1 : 0);
			expect(checked()).toEqual(said);
			let second = 0;
			for (let who = 0; who < count; who++) second += Number(await happens({ who }));
			expect(second).toBe(isStopped ? 0 : fits);
			expect(said).toHaveLength(count > 100 ? 1 : 0);
		},
	);
});

test.each([12_000, 30_000])('the daily limit is exact for %d people', async (people) => {
	const { happens, said } = trigger({}, 3);
	let started = 0;
	for (let round = 0; round < 4; round++)
		for (let who = 0; who < people; who++) started += Number(await happens({ who }));
	expect(started).toBe(3 * people);
	expect(said).toEqual([]);
});

test.each<[what: string, ofPerson?: number, ofAll?: number]>([
	['of one person', 3],
	['of all people', undefined, 3],
])('a message that comes a minute late makes no room in the day %s', async (_what, ...limits) => {
	const { happens } = trigger({}, ...limits);
	const started = async (date: number) => Number(await happens({ who: 1, date }));
	let count = 0;
	for (const date of [NOW, NOW + 1, NOW + 2, NOW - 60, NOW + 3, NOW + 4])
		count += await started(date);
	expect(count).toBe(3);
});

describe('startsOfAll', () => {
	const most = BOUNDS.startsOfAll.most;

	test.each([0, 1, 100, most, 2 * most])(
		'%d messages of all people start the workflow, or as many as are counted',
		async (limit) => {
			const { happens } = trigger({}, undefined, limit);
			const fits = Math.min(limit, most);
			const day = async (date: number) => {
				let started = 0;
				for (let who = 0; who < fits + 50; who++)
					started += Number(await happens({ who: who % 7, chat: -1 - (who % 3), date }));
				return started;
			};
			expect(await day(NOW)).toBe(fits);
			expect(await day(NOW + 86_399)).toBe(0);
			expect(await day(NOW + 86_400)).toBe(fits);
		},
	);
});
