import fc from 'fast-check';

import { compileJudge } from '../../../nodes/BotMessaging/dispatch/routing';
import { Bot, Subscription } from '../../../nodes/BotMessaging/memory/registry';
import { compileRules, RuleMemory, type Rules } from '../../../nodes/BotMessaging/moderation/rules';
import { Context } from '../../../nodes/BotMessaging/update/context';
import { callThat } from '../../support/calls';

const LIST = 'getChatAdministrators';
const TEXTS = ['see a.com, it is worth it', 'the same words in several chats', 'hi'];

/** The server and the trigger: administrators are texts of chat and person. */
class World {
	readonly administrators = new Set<string>();
	asked = 0;
	isDown = false;
	readonly subscription = new Subscription(new Bot('bot'), 'subscription');
	readonly server = {
		warn: () => {},
		call: callThat((method, body) => {
			expect(method).toBe(LIST);
			this.asked++;
			if (this.isDown) throw new Error('not now');
			const { chat_id: chat } = body as { chat_id: number };
			const here = [...this.administrators].map((one) => one.split(' ').map(Number));
			return here
				.filter(([where]) => where === chat)
				.map(([, id]) => ({ user: { id }, status: 'administrator' }));
		}),
	};
	private readonly judgeLate;
	private updates = 0;

	constructor(
		private readonly rules: Rules,
		private readonly writtenBy: 'administrators' | 'others' = 'others',
	) {
		this.judgeLate = compileJudge({ writtenBy }, {}, rules);
	}

	update(chat: number, more: object, kind = 'message'): Context {
		const update_id = ++this.updates;
		const own = { chat: { id: chat, type: 'supergroup' }, message_id: update_id };
		return new Context({ update_id, [kind]: { ...own, ...more } });
	}

	/** What the trigger finds; undefined if nothing starts. */
	async findings(update: Context) {
		const { subscription, server } = this;
		subscription.learn(update);
		const found = await this.judgeLate([update], { subscription, server });
		if (typeof found === 'string') return undefined;
		if (found.raid) subscription.rules.raids.complete(found.raid, update.chatId);
		return found;
	}

	/** A judge that knows from the start who wrote an update, and counts nothing of others. */
	early(): (update: Context) => object | undefined {
		const memory = new RuleMemory();
		const judge = compileRules(this.rules);
		const isWanted = this.writtenBy === 'administrators';
		return (update) => {
			update.joinedAt = this.subscription.bot.members.joinedAt(update);
			const is = this.administrators.has(`${String(update.chat.id)} ${String(update.doer.id)}`);
			if (update.bringsMessage && is !== isWanted) return undefined;
			const found = judge([update], memory);
			if (found?.raid) memory.raids.complete(found.raid, update.chatId);
			return found;
		};
	}

	/** Somebody becomes an administrator, or is one no longer, and the server tells it. */
	appoint(chat: number, id: number): Context {
		const key = `${chat} ${id}`;
		const was = this.administrators.delete(key);
		if (!was) this.administrators.add(key);
		const [before, after] = was ? ['administrator', 'member'] : ['member', 'administrator'];
		const side = (status: string | undefined) => ({ user: { id }, status });
		const more = { old_chat_member: side(before), new_chat_member: side(after) };
		return this.update(chat, { from: { id: 99 }, date: 1, ...more }, 'chat_member');
	}
}

const RULES: Rules = {
	linksExcept: '',
	floodMessages: 2,
	slowSeconds: 3,
	messagesPerDay: 4,
	sameTextChats: 2,
	newcomerMessages: 1,
	raidJoins: 2,
};

const chat = fc.integer({ min: -3, max: -1 });
const person = fc.integer({ min: 1, max: 3 });
const act = fc.record({
	chat,
	person,
	text: fc.constantFrom(...TEXTS),
	what: fc.constantFrom('write', 'write', 'write', 'write', 'join', 'add', 'appoint'),
	seconds: fc.constantFrom(0, 1, 5, 20),
});
const rules = fc
	.subarray(Object.keys(RULES) as Array<keyof Rules>, { minLength: 1 })
	.map((names): Rules => Object.fromEntries(names.map((name) => [name, RULES[name]])));
const acts = fc.array(act, { maxLength: 40 });
const known = fc.uniqueArray(fc.tuple(chat, person), { maxLength: 4 });

/** Plays acts to a trigger and to the judge that knows everything. Calls back after each. */
async function play(
	world: World,
	given: Array<{ chat: number; person: number; text: string; what: string; seconds: number }>,
	mayAppoint: boolean,
	compare: (late: object | undefined, early: object | undefined, update: Context) => void,
) {
	const judge = world.early();
	let date = 1000;
	let stranger = 100;
	let broken = 0;
	for (const { chat: where, person: id, text, what, seconds } of given) {
		date += seconds;
		if (what === 'appoint' && !mayAppoint) continue;
		if (what === 'appoint') {
			const update = world.appoint(where, id);
			await world.findings(update);
			judge(update);
			continue;
		}
		const joined = { new_chat_members: [{ id: ++stranger }], from: { id: stranger } };
		const of = {
			write: { text, from: { id } },
			join: joined,
			add: { ...joined, from: { id } },
		}[what]!;
		const update = world.update(where, { date, ...of });
		const [late, early] = [await world.findings(update), judge(update)];
		if (early || what === 'add') broken++;
		compare(late, early, update);
	}
	return { broken };
}

const SEED = { seed: 20, numRuns: 400 };

test.each(['others', 'administrators'] as const)(
	'who wrote a message is asked late, and the same starts as if it were known before: %s',
	async (writtenBy) => {
		await fc.assert(
			fc.asyncProperty(rules, acts, known, async (given, all, appointed) => {
				const world = new World(given, writtenBy);
				for (const [where, id] of appointed) world.administrators.add(`${where} ${id}`);
				await play(world, all, false, (late, early) => expect(late).toEqual(early));
			}),
			SEED,
		);
	},
);

test('if rights change meanwhile, nobody is found who would not be if it were known before', async () => {
	await fc.assert(
		fc.asyncProperty(rules, acts, known, async (given, all, appointed) => {
			const world = new World(given);
			for (const [where, id] of appointed) world.administrators.add(`${where} ${id}`);
			await play(world, all, true, (late, early, update) => {
				if (late) expect(early).toBeDefined();
				const isBy = `${String(update.chat.id)} ${String(update.doer.id)}`;
				if (late) expect([...world.administrators]).not.toContain(isBy);
			});
		}),
		SEED,
	);
});

test('what an administrator wrote does not count when they are one no longer', async () => {
	const world = new World({ floodMessages: 2 });
	world.administrators.add('-1 7');
	const write = () => world.update(-1, { text: 'hi', from: { id: 7 }, date: 1 });
	for (const update of [write(), write()]) expect(await world.findings(update)).toBeUndefined();
	await world.findings(world.appoint(-1, 7));
	for (const update of [write(), write()]) expect(await world.findings(update)).toBeUndefined();
	expect(await world.findings(write())).toMatchObject({ flood: { count: 3 } });
});

describe('the server is asked who the administrators are', () => {
	/** How many requests 100 messages cost in this many chats. */
	async function costOf(chats: number, messages: number, isBroken: (index: number) => boolean) {
		const world = new World({ words: 'casino' });
		for (let index = 0; index < messages; index++) {
			const text = isBroken(index) ? 'casino' : 'hello';
			// The chats take turns.
			const update = world.update(-1 - (index % chats), { text, from: { id: 7 }, date: index });
			const found = await world.findings(update);
			expect(found !== undefined).toBe(isBroken(index));
		}
		return (world.asked / messages) * 100;
	}

	test.each([100, 1001, 100_000])(
		'at most once for 100 messages, if one of them breaks a rule: %i chats',
		async (chats) => {
			const cost = await costOf(chats, 2500, (index) => index % 100 === 50);
			expect(cost).toBeLessThanOrEqual(1);
		},
	);

	test('not at all if no message breaks a rule', async () => {
		expect(await costOf(100, 200, () => false)).toBe(0);
	});

	test('about each message if there is no rule, because each would start the workflow', async () => {
		const world = new World({});
		const of = (where: number) => world.update(where, { text: 'hi', from: { id: 7 }, date: 1 });
		for (const where of [-1, -2, -1]) expect(await world.findings(of(where))).toEqual({});
		expect(world.asked).toBe(2);
	});
});

describe('while the server does not say who the administrators are', () => {
	const write = (world: World, date: number, text = 'hi') =>
		world.update(-1, { text, from: { id: 7 }, date });
	const clock = () => jest.spyOn(performance, 'now').mockReturnValue(1e6);
	afterEach(() => jest.restoreAllMocks());

	test('nobody is found, and afterwards a flood lists all its messages', async () => {
		const now = clock();
		const world = new World({ floodMessages: 2, floodSeconds: 60 });
		world.isDown = true;
		const of = [1, 2, 3, 4].map((date) => write(world, date));
		for (const update of of) expect(await world.findings(update)).toBe(undefined);
		world.isDown = false;
		now.mockReturnValue(1e6 + 30_000);
		const last = write(world, 5);
		expect(await world.findings(last)).toEqual({
			brokenRules: ['flood'],
			// The third and the fourth do not count: it was not known whose they are.
			flood: { count: 3, messageIds: [1, 2, 5], isFirst: true },
		});
	});

	test('a part of an album marks no other part', async () => {
		const now = clock();
		const world = new World({ words: 'casino' });
		const part = (more: object) =>
			world.update(-1, { media_group_id: 'a', from: { id: 7 }, date: 1, ...more });
		world.isDown = true;
		expect(await world.findings(part({ caption: 'casino' }))).toBe(undefined);
		world.isDown = false;
		now.mockReturnValue(1e6 + 30_000);
		expect(await world.findings(part({}))).toBe(undefined);
	});

	test('a raid is found by the next join', async () => {
		const now = clock();
		const world = new World({ raidJoins: 1, raidSeconds: 60 });
		const join = (id: number) =>
			world.update(-1, { new_chat_members: [{ id }], from: { id }, date: id });
		world.isDown = true;
		for (const id of [1, 2]) expect(await world.findings(join(id))).toBe(undefined);
		world.isDown = false;
		now.mockReturnValue(1e6 + 30_000);
		expect(await world.findings(join(3))).toMatchObject({
			raid: { count: 2, userIds: [1, 3], isFirst: true },
		});
	});
});

test('copies that an administrator wrote in their own chat do not count', async () => {
	const world = new World({ sameTextChats: 2 });
	world.administrators.add('-1 7');
	const write = async (where: number) =>
		await world.findings(world.update(where, { text: TEXTS[1], from: { id: 7 }, date: 1 }));
	expect(await write(-1)).toBe(undefined);
	expect(await write(-2)).toBe(undefined);
	expect(await write(-3)).toMatchObject({
		sameText: { chats: 2, messages: [{ chatId: -2 }, { chatId: -3 }] },
	});
});

test('reactions of administrators are no flood of others', async () => {
	const world = new World({ floodMessages: 1, floodReactions: true });
	world.administrators.add('-1 7');
	const react = async (id: number) => {
		const added = { user: { id }, date: 1, old_reaction: [], new_reaction: [{ emoji: '👍' }] };
		return await world.findings(world.update(-1, added, 'message_reaction'));
	};
	expect([await react(7), await react(7)]).toEqual([undefined, undefined]);
	expect([await react(8), await react(8)]).toEqual([
		undefined,
		expect.objectContaining({ flood: { count: 2, messageIds: [], isFirst: true } }),
	]);
});
