import type { CheckOptions } from '../../check/run';
import { checked, seen } from '../support/check';
import { useEmulator } from '../support/emulator';
import type { Json } from '../support/http';
import {
	BAD_GATEWAY,
	doingNothing,
	honest,
	ignoringOffset,
	limitingEveryThird,
	startLyingServer,
	without,
	type Lie,
	type LyingServer,
} from '../support/lyingServer';

const emulator = useEmulator();
let server: LyingServer;
/** The dialect found for an honest server. */
let honestDialect: Record<string, string>;

beforeAll(async () => {
	server = await startLyingServer(() => emulator.url, honest);
});
afterAll(async () => await server.close());

/** Runs the check against a server that lies. */
async function lied(lie: Lie, more: Partial<CheckOptions> = {}) {
	server.lie = lie;
	server.requests = 0;
	return await checked(emulator, { service: server.url, isLarge: false, ...more });
}

type Done = Awaited<ReturnType<typeof lied>>;

const differing = ({ assumptions, methods }: Done) =>
	[...assumptions, ...methods].filter(({ verdict }) => verdict === 'differs');

const numbers = (done: Done) => differing(done).map(({ number }) => number);

/** Findings that differ from an honest server's. */
const invented = ({ dialect }: Done) =>
	Object.entries(dialect).filter(([name, choice]) => honestDialect[name] !== choice);

beforeEach(async () => {
	if (honestDialect) return;
	const done = await lied(honest);
	expect(differing(done)).toEqual([]);
	honestDialect = done.dialect as Record<string, string>;
	await emulator.control('post', 'reset', {});
});

describe('a field of Message is missing:', () => {
	test.each<[field: string, methods: string[]]>([
		['date', ['sendMessage', 'sendPhoto', 'editMessageText', 'sendDice', 'sendMediaGroup']],
		['chat', ['sendMessage', 'sendVoice', 'editMessageReplyMarkup']],
		['from', ['sendMessage', 'sendDocument']],
		['text', ['sendMessage', 'editMessageText']],
		['photo', ['sendPhoto', 'sendMediaGroup']],
		['document', ['sendDocument']],
		['audio', ['sendAudio']],
		['voice', ['sendVoice']],
		['video', ['sendVideo']],
		['dice', ['sendDice']],
		['caption', ['sendPhoto']],
		['media_group_id', ['sendMediaGroup']],
		['entities', ['sendMessage']],
		['reply_markup', ['sendMessage', 'editMessageReplyMarkup']],
		['reply_to_message', ['sendMessage', 'sendPhoto', 'sendDice']],
		['edit_date', ['editMessageText']],
	])('%s: the report names it, and nothing else', async (field, methods) => {
		const done = await lied(without(field));
		for (const method of methods) {
			expect(done.row(method)).toMatchObject({ number: method, verdict: 'differs' });
			expect(done.row(method).how).toContain(`\`${field}\` is missing`);
		}
		expect(done.assumptions.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
		expect(invented(done)).toEqual([]);
		expect(done.stopped).toBeUndefined();
	});

	test('message_id: the check stops after the first message, and says that this one remains', async () => {
		const done = await lied(without('message_id'));
		expect(done.row('sendMessage').how).toContain('`message_id` is missing');
		expect(done.stopped).toContain('could not be deleted');
		expect((await emulator.calls('sendMessage')).length).toBe(1);
		expect(done.left.join()).toContain('messages that begin with "Check"');
		expect(invented(done)).toEqual([]);
	});
});

/** Reports success without doing anything. */
const IDLE: Array<[methods: string[], left: RegExp | undefined, withheld: string[]]> = [
	[
		['deleteMessage', 'deleteMessages'],
		/^\d+ messages/,
		['deleteUsername', 'returnFailed', 'unknownInDeletion'],
	],
	[['deleteMessages'], undefined, ['returnFailed', 'unknownInDeletion']],
	[['deleteMessage'], undefined, ['deleteUsername']],
	[['restrictChatMember'], undefined, []],
	[['promoteChatMember'], undefined, ['missingRights']],
	[['setChatAdministratorCustomTitle'], undefined, []],
	[['setChatPermissions'], undefined, ['missingPermissions', 'newPermissions']],
	[['setChatTitle'], undefined, ['longestTitle']],
	[['setMyCommands'], undefined, ['emptyCommands']],
	[['setWebhook'], undefined, ['webhookDrop', 'emptyUrl']],
];

test.each(IDLE)('%j have no effect: each is reported', async (methods, left, withheld) => {
	const before = await seen(emulator);
	const done = await lied(doingNothing(methods));
	for (const method of methods) {
		expect(done.row(method)).toMatchObject({ number: method, verdict: 'differs' });
		expect(done.row(method).how).toMatch(/says that .* is done|says that .* deleted/);
	}
	expect(numbers(done).sort()).toEqual([...methods].sort());
	expect(Object.keys(done.dialect)).not.toEqual(expect.arrayContaining([withheld[0] ?? 'none']));
	for (const name of withheld) expect(done.dialect).not.toHaveProperty(name);
	expect(invented(done)).toEqual([]);
	if (left === undefined) {
		expect(done.left).toEqual([]);
		expect(await seen(emulator)).toEqual(before);
	} else {
		expect(done.left[0]).toMatch(left);
	}
});

test('offset is ignored: the report says so', async () => {
	const done = await lied(ignoringOffset);
	expect(numbers(done)).toEqual(['getUpdates']);
	expect(done.row('getUpdates').how).toContain('offset has no effect');
	expect(invented(done)).toEqual([]);
});

test('an update from a person stays, and nothing comes after it', async () => {
	const { chats, users } = emulator.defaults;
	const done = await checked(emulator, {
		isLarge: false,
		agrees: async (does) => {
			if (does.includes('--member')) {
				const act = { user_id: users.noah, chat_id: chats.demoGroup, text: 'Mine' };
				await emulator.act('message', act);
			}
			return true;
		},
	});
	expect(done.row('getUpdates').how).toContain('not looked at');
	const { result } = (await emulator.api('getUpdates')).body;
	expect(result).toMatchObject([{ message: { text: 'Mine' } }]);
	expect(done.left).toEqual([]);
});

test('429 for every third call: the check waits for it, and reports it', async () => {
	const before = await seen(emulator);
	const done = await lied(limitingEveryThird);
	expect(numbers(done)).toEqual(['4']);
	expect(done.row('4').how).toBe('429');
	expect(done.text).toMatch(/refused \d\d+ requests for a limit \(429\)/);
	expect(done.stopped).toBeUndefined();
	expect(done.left).toEqual([]);
	expect(invented(done)).toEqual([['limit', '429']]);
	expect(await seen(emulator)).toEqual(before);
	expect(new Set(done.waited)).toEqual(new Set([1000]));
});

test.each([
	['not carried out', false],
	['carried out', true],
])(
	'502 now and then, %s: the call is repeated, and nothing false is reported',
	async (_what, isDone) => {
		const before = await seen(emulator);
		const done = await lied(async ({ number, method }, pass) => {
			// A link that got lost in an answer cannot be revoked: that is another test.
			if (number % 7 !== 3 || method === 'createChatInviteLink') return await pass();
			if (isDone) await pass();
			return BAD_GATEWAY;
		});
		expect(numbers(done)).toEqual([]);
		expect(done.text).toMatch(/gave no clear answer to \d\d+ requests \(502/);
		expect(done.stopped).toBeUndefined();
		expect(done.left).toEqual([]);
		expect(done.dialect).toEqual(honestDialect);
		expect(await seen(emulator)).toEqual(before);
	},
);

test('connections that break now and then are not reported', async () => {
	const before = await seen(emulator);
	const done = await lied(async ({ number, method }, pass) => {
		const passed = await pass();
		return number % 9 === 4 && method !== 'createChatInviteLink' ? 'cut' : passed;
	});
	expect(numbers(done)).toEqual([]);
	expect(done.left).toEqual([]);
	expect(done.dialect).toEqual(honestDialect);
	expect(await seen(emulator)).toEqual(before);
});

test('a slow server: the check shows its progress and the remaining time', async () => {
	server.requests = 0;
	server.lie = honest;
	const told: string[] = [];
	// Each answer takes ten seconds on this clock.
	const done = await checked(emulator, {
		service: server.url,
		isLarge: false,
		now: () => server.requests * 10_000,
		tell: (line) => {
			told.push(line);
		},
	});
	const all = server.requests;
	expect(done.stopped).toBeUndefined();
	expect(told.length).toBeGreaterThan(20);
	const times = told.map((line) => Number(/about (\d+) minutes? left/.exec(line)?.[1]));
	expect(times.every((minutes) => minutes >= 1)).toBe(true);
	const whole = (all * 10) / 60;
	expect(times[0]).toBeGreaterThan(whole * 0.7);
	expect(times[0]).toBeLessThan(whole * 1.3);
	expect(times.at(-1)).toBeLessThan(3);
	expect(told[0]).toMatch(/^Reading what is there/);
	expect(told.find((line) => line.startsWith('Step'))).toMatch(/^Step 1 of 10/);
	expect(told.at(-1)).toMatch(/^Clearing up/);
});

test('a fast server: the check shows nothing meanwhile', async () => {
	const told: string[] = [];
	await checked(emulator, {
		isLarge: false,
		tell: (line) => {
			told.push(line);
		},
		now: () => 0,
	});
	expect(told).toEqual([]);
});

/** A lie about the result of a method, each time or for some requests. */
const telling =
	(wanted: string, change: (result: Json, params: Json) => unknown): Lie =>
	async ({ method, params }, pass) => {
		const { status, body } = await pass();
		const isMeant = method === wanted && body.ok === true;
		return { status, body: isMeant ? { ...body, result: change(body.result, params) } : body };
	};

const HOUR = 3600;

const withButtons = (
	{ reply_markup: markup, ...message }: Json,
	change: (rows: Json[][]) => Json,
) =>
	markup
		? { ...message, reply_markup: { inline_keyboard: change(markup.inline_keyboard) } }
		: message;

const raw = (message: Json, name: string) =>
	message[name] === 'Check' ? { ...message, [name]: '<b>Check</b>' } : message;

describe('an answer that says something else than it was asked for', () => {
	test.each<[lie: string, method: string, change: (result: Json, params: Json) => unknown]>([
		[
			'another chat',
			'sendMessage',
			(message) => ({ ...message, chat: { ...message.chat, id: -7 } }),
		],
		['another text', 'sendMessage', (message) => ({ ...message, text: `${message.text} ` })],
		['another writer', 'sendDice', (message) => ({ ...message, from: { ...message.from, id: 7 } })],
		['milliseconds', 'sendMessage', (message) => ({ ...message, date: message.date * 1000 })],
		[
			'a throw of 99',
			'sendDice',
			(message) => ({ ...message, dice: { ...message.dice, value: 99 } }),
		],
		[
			'marks one place off',
			'sendMessage',
			(message) => ({
				...message,
				...(message.entities && {
					entities: message.entities.map((one: Json) => ({ ...one, offset: one.offset + 1 })),
				}),
			}),
		],
		[
			'marks counted in characters',
			'sendMessage',
			({ entities, ...message }) => ({
				...message,
				...(entities && {
					entities: entities.map((one: Json) => ({
						...one,
						offset: [...message.text.slice(0, one.offset)].length,
					})),
				}),
			}),
		],
		[
			'another style',
			'sendMessage',
			({ entities, ...message }) => ({
				...message,
				...(entities && { entities: entities.map((one: Json) => ({ ...one, type: 'italic' })) }),
			}),
		],
		[
			'escaped signs',
			'sendMessage',
			(message) => ({ ...message, text: message.text.replaceAll('<', '&lt;') }),
		],
		[
			'a clock two hours ahead',
			'sendMessage',
			(message) => ({ ...message, date: message.date + 2 * HOUR }),
		],
		[
			'captions turned round',
			'sendMediaGroup',
			(all) => all.map((one: Json, at: number) => ({ ...one, caption: all.at(-1 - at).caption })),
		],
		[
			'another style of a caption',
			'sendPhoto',
			({ caption_entities: marks, ...message }) => ({
				...message,
				...(marks && { caption_entities: marks.map((one: Json) => ({ ...one, type: 'italic' })) }),
			}),
		],
		['no marks in a caption', 'sendVideo', ({ caption_entities: _marks, ...message }) => message],
		['another size of a file', 'getFile', (file) => ({ ...file, file_size: 3 })],
		[
			'another size',
			'sendDocument',
			(message) => ({ ...message, document: { ...message.document, file_size: 1 } }),
		],
		[
			'another name',
			'sendDocument',
			(message) => ({ ...message, document: { ...message.document, file_name: 'file' } }),
		],
		[
			'albums of one',
			'sendMediaGroup',
			(all) => all.map((one: Json, at: number) => ({ ...one, media_group_id: String(at) })),
		],
		['one part less', 'sendMediaGroup', (all) => (all.length > 1 ? all.slice(1) : all)],
		['another message', 'editMessageText', (message) => ({ ...message, message_id: 1 })],
		[
			'other buttons',
			'editMessageReplyMarkup',
			(m) => ({ ...m, reply_markup: { inline_keyboard: [] } }),
		],
		['the copied message', 'copyMessage', (_copy, { message_id }) => ({ message_id })],
		['no end of a link', 'createChatInviteLink', ({ expire_date: _end, ...link }) => link],
		[
			'a later end of a link',
			'editChatInviteLink',
			(l) => ({ ...l, expire_date: l.expire_date + HOUR }),
		],
		['a link for many', 'createChatInviteLink', (link) => ({ ...link, member_limit: 99 })],
		['another name of a link', 'editChatInviteLink', (link) => ({ ...link, name: 'Old' })],
		[
			'another person',
			'getChatMember',
			(member) => ({ ...member, user: { ...member.user, id: 7 } }),
		],
		['a plain member', 'getChatAdministrators', (all) => [...all, { ...all[0], status: 'member' }]],
		['no bot', 'getMe', (me) => ({ ...me, is_bot: false })],
		[
			'a throw of 0',
			'sendDice',
			(message) => ({ ...message, dice: { ...message.dice, value: 0 } }),
		],
		[
			'another die',
			'sendDice',
			(message) => ({ ...message, dice: { ...message.dice, emoji: '🎲', value: 1 } }),
		],
		[
			'the first row of buttons',
			'sendMessage',
			(message) => withButtons(message, ([row]) => [row]),
		],
		[
			'no address of a button',
			'editMessageReplyMarkup',
			(message) =>
				withButtons(message, (rows) => rows.map((row) => row.map(({ url: _url, ...one }) => one))),
		],
		[
			'a part of a long text',
			'sendMessage',
			(message) => ({ ...message, text: message.text.slice(0, 1000) }),
		],
		['marks as text', 'sendPhoto', (message) => raw(message, 'caption')],
		['marks as text', 'editMessageText', (message) => raw(message, 'text')],
		['marks as text', 'sendMediaGroup', (all) => all.map((one: Json) => raw(one, 'caption'))],
		[
			'a link that lets nobody in at once',
			'createChatInviteLink',
			(link) => ({ ...link, creates_join_request: true }),
		],
		[
			'a link of somebody else',
			'revokeChatInviteLink',
			(link) => ({ ...link, creator: { ...link.creator, id: 7 } }),
		],
	])('%s: %s is named', async (_lie, method, change) => {
		const before = await seen(emulator);
		const agrees = async (does: string) => /short texts|small files|invite link/.test(does);
		const done = await lied(telling(method, change), { agrees });
		expect(done.row(method)).toMatchObject({ verdict: 'differs' });
		expect(done.row(method).how).toContain('not what was asked for');
		expect(numbers(done).filter((number) => Number.isNaN(Number(number)))).toEqual([method]);
		expect(done.left).toEqual([]);
		expect(await seen(emulator)).toEqual(before);
	});

	test('an edit that shows the new text in its answer only', async () => {
		const done = await lied(async ({ method, params }, pass) => {
			if (method !== 'editMessageText' || !params.text?.endsWith('edited')) return await pass();
			const message_id = params.message_id as number;
			const { messages } = await emulator.state();
			const kept = messages.find((one) => one.message_id === message_id)!;
			const passed = await pass({ ...params, text: kept.text });
			const { date } = kept;
			const from = { id: emulator.defaults.botId };
			const chat = { id: emulator.defaults.chats.demoGroup };
			const result = { message_id, date, from, chat, text: params.text, edit_date: date };
			return { ...passed, body: { ok: true, result } };
		});
		expect(numbers(done)).toEqual(['editMessageText']);
		expect(done.row('editMessageText').how).toContain('a reply shows another text');
	});

	test('a restriction without the end that was asked for', async () => {
		const done = await lied(async ({ method, params }, pass) => {
			const { until_date: _end, ...kept } = params;
			return method === 'restrictChatMember' ? await pass(kept) : await pass();
		});
		expect(numbers(done)).toEqual(['restrictChatMember']);
		expect(done.row('restrictChatMember').how).toContain('`until_date`');
	});

	test('commands in another order', async () => {
		const done = await lied(
			telling('getMyCommands', (all) => [...all].reverse()),
			{ agrees: async (does) => does.includes('commands') },
		);
		expect(numbers(done)).toEqual(['setMyCommands']);
		expect(done.left).toEqual([]);
	});

	test('a message that is not there', async () => {
		const done = await lied(async ({ method }, pass) => {
			const passed = await pass();
			if (method !== 'sendDice' || passed.body.ok !== true) return passed;
			const { message_id } = passed.body.result;
			await emulator.api('deleteMessage', {
				chat_id: emulator.defaults.chats.demoGroup,
				message_id,
			});
			return passed;
		});
		expect(numbers(done)).toEqual(['sendDice']);
		expect(done.row('sendDice').how).toContain('not there');
	});

	test('the number of a message of a person: that message stays', async () => {
		const before = await seen(emulator);
		let count = 0;
		const done = await lied(
			telling('sendMessage', (message) =>
				count++ === 3 ? { ...message, message_id: 1 } : message,
			),
			{ agrees: async (does) => does.includes('short texts') },
		);
		expect(done.left).toEqual([]);
		expect(await seen(emulator)).toEqual(before);
	});

	test('the number of members is given to compare: no method shows each of them', async () => {
		const done = await lied(telling('getChatMemberCount', (count) => Number(count) + 1));
		expect(done.row('getChatMemberCount').how).toMatch(/^\d+: compare it with the app$/);
	});
});

describe('a field of another type, or one that is missing', () => {
	test.each<[says: string, method: string, change: (result: Json) => unknown]>([
		[
			'`id` is not a number',
			'sendMessage',
			(m) => ({ ...m, chat: { ...m.chat, id: `${m.chat.id}` } }),
		],
		['`id` is not a number', 'getChatMember', (m) => ({ ...m, user: { ...m.user, id: '7' } })],
		[
			'`can_pin_messages` is not a boolean',
			'getChatAdministrators',
			(all) => all.map((one: Json) => ({ ...one, can_pin_messages: 1 })),
		],
		[
			'`file_size` is not a number',
			'getFile',
			(file) => ({ ...file, file_size: `${file.file_size}` }),
		],
		['`value` is missing', 'sendDice', (m) => ({ ...m, dice: { emoji: m.dice.emoji } })],
		[
			'`duration` is missing',
			'sendVideo',
			(m) => ({ ...m, video: { ...m.video, duration: undefined } }),
		],
		['`creator` is missing', 'createChatInviteLink', ({ creator: _creator, ...link }) => link],
		[
			'`pending_update_count` is missing',
			'getWebhookInfo',
			({ pending_update_count: _count, ...info }) => info,
		],
	])('%s: %s is named', async (says, method, change) => {
		const agrees = async (does: string) => /short texts|small files|invite link/.test(does);
		const done = await lied(telling(method, change), { agrees });
		expect(numbers(done)).toEqual([method]);
		expect(done.row(method).how).toContain(says);
		expect(done.left).toEqual([]);
	});
});

/** Another request than the one that was made. */
const asking =
	(wanted: string, change: (params: Json) => Json): Lie =>
	async ({ method, params }, pass) =>
		method === wanted && Object.keys(params).length > 0 ? await pass(change(params)) : await pass();

const mia = { chat_id: emulator.defaults.chats.demoGroup, user_id: emulator.defaults.users.mia };

describe('an effect that is not the one that was asked for', () => {
	test.each<[what: string, method: string, says: string, lie: Lie]>([
		[
			'takes another permission, too',
			'restrictChatMember',
			'`can_send_other_messages` is not',
			asking('restrictChatMember', ({ permissions, ...more }) => ({
				...more,
				permissions: { ...permissions, can_send_other_messages: permissions.can_send_polls },
			})),
		],
		[
			'takes another permission, too',
			'setChatPermissions',
			'`can_invite_users` is not',
			asking('setChatPermissions', ({ permissions, ...more }) => ({
				...more,
				permissions: { ...permissions, can_invite_users: permissions.can_pin_messages },
			})),
		],
		[
			'leaves out a right',
			'promoteChatMember',
			'`can_pin_messages` is not',
			asking('promoteChatMember', ({ can_pin_messages: _right, ...more }) => more),
		],
		[
			'gives a right more',
			'promoteChatMember',
			'`can_restrict_members` is not',
			asking('promoteChatMember', (params) => ({
				...params,
				can_restrict_members: params.can_delete_messages,
			})),
		],
		[
			'does not show who has just become one',
			'getChatAdministrators',
			'does not list',
			telling('getChatAdministrators', (all) =>
				all.filter(({ user }: Json) => user.id !== mia.user_id),
			),
		],
		[
			'ignores limit',
			'getUpdates',
			'`limit` is not',
			asking('getUpdates', ({ limit: _limit, ...more }) => more),
		],
		[
			'confirms what it lists',
			'getUpdates',
			'confirms what it lists',
			async ({ method, params }, pass) => {
				const passed = await pass();
				const last = method === 'getUpdates' && params.limit && passed.body.result.at(-1);
				if (last) await pass({ offset: last.update_id + 1 });
				return passed;
			},
		],
		[
			'tells of a message with a much higher number',
			'copyMessage',
			'not there',
			telling('copyMessage', () => [{ message_id: 1000 }]),
		],
		[
			'copies the message before',
			'copyMessage',
			'another message',
			asking('copyMessage', (params) => ({ ...params, message_id: params.message_id - 1 })),
		],
		[
			'shows buttons in its answer only',
			'editMessageReplyMarkup',
			'no buttons',
			async ({ method, params }, pass) => {
				const passed = await pass();
				const { reply_markup: markup, ...bare } = params;
				if (method === 'editMessageReplyMarkup' && markup) await pass(bare);
				return passed;
			},
		],
		[
			'deletes the message before, too',
			'deleteMessages',
			'deletes another',
			async ({ method, params }, pass) => {
				const ids = method === 'deleteMessages' ? (params.message_ids ?? []) : [];
				if (ids.length > 0) await pass({ ...params, message_ids: [ids.at(-1) - 1] });
				return await pass();
			},
		],
		[
			'says that it deleted a message that is not there',
			'deleteMessages',
			'not there',
			telling('deleteMessages', (told, { message_ids }) =>
				told === true ? told : { deleted_message_ids: message_ids, failed_message_ids: [] },
			),
		],
		[
			'does nothing',
			'unpinChatMessage',
			'not there',
			async ({ method, params }, pass) =>
				method === 'unpinChatMessage' && params.message_id
					? { status: 200, body: { ok: true, result: true } }
					: await pass(),
		],
		[
			'gives a right that few look at',
			'promoteChatMember',
			'`can_invite_users` is not',
			asking('promoteChatMember', (params) => ({
				...params,
				can_invite_users: params.can_delete_messages,
			})),
		],
		[
			'answers no message',
			'sendAudio',
			'`reply_to_message`',
			telling('sendAudio', ({ reply_to_message: _target, ...message }) => message),
		],
		[
			'sends another file',
			'sendDocument',
			'another file',
			telling('sendDocument', (message, { document }) => ({
				...message,
				...(document && { document: { ...message.document, file_unique_id: 'other' } }),
			})),
		],
		[
			'ignores marks by their places',
			'sendMessage',
			'`entities` is missing',
			asking('sendMessage', ({ entities: _marks, ...more }) => more),
		],
		[
			'keeps other bytes',
			'sendDocument',
			'other bytes',
			async (_asked, pass) => {
				const { status, body } = await pass();
				return { status, body: Buffer.isBuffer(body) ? Buffer.from(body).fill(0) : body };
			},
		],
	])('%s: %s is named, and nothing else', async (_what, method, says, lie) => {
		const before = await seen(emulator);
		const done = await lied(lie);
		expect(numbers(done)).toEqual([method]);
		expect(done.row(method).how).toContain(says);
		expect(done.left).toEqual([]);
		expect(await seen(emulator)).toEqual(before);
	});

	test('the scope of commands is ignored: those of all chats are put back', async () => {
		await emulator.api('setMyCommands', { commands: [{ command: 'start', description: 'Mine' }] });
		const before = await seen(emulator);
		const done = await lied(asking('setMyCommands', ({ scope: _scope, ...more }) => more));
		expect(numbers(done)).toEqual(['setMyCommands']);
		expect(done.left).toEqual([]);
		expect(await seen(emulator)).toEqual(before);
	});

	test('no method reads the scope of commands: the report says that the server may ignore it', async () => {
		await emulator.api('setMyCommands', { commands: [{ command: 'start', description: 'Mine' }] });
		const done = await lied(async ({ method, params }, pass) => {
			const { scope: _scope, ...more } = params;
			return await pass(/MyCommands$/.test(method) ? more : undefined);
		});
		expect(done.text).toContain('the same commands for this group as for all chats');
		expect(done.left).toEqual([]);
	});

	test('replies are to the message before: nothing is left, and the title is not tried', async () => {
		const before = await seen(emulator);
		const done = await lied(async ({ params }, pass) => {
			const { reply_parameters: reply, reply_to_message_id: id, ...more } = params;
			const isHigh = (id ?? reply?.message_id) > 2 ** 30;
			if (isHigh || (id === undefined && !reply)) return await pass();
			const changed = id === undefined ? reply.message_id - 1 : id - 1;
			return await pass({ ...more, reply_to_message_id: changed });
		});
		expect(numbers(done)).toContain('sendMessage');
		expect(done.row('11b').how).toContain('a reply does not show its message');
		expect(done.left).toEqual([]);
		expect(await seen(emulator)).toEqual(before);
	});

	test('a title takes the description away: the report says that it is another', async () => {
		const chat = { id: emulator.defaults.chats.demoGroup, type: 'group', username: 'demo_group' };
		await emulator.control('post', 'seed', {
			chats: [{ ...chat, title: 'Demo Group', description: 'A' }],
		});
		const done = await lied(async ({ method, params }, pass) => {
			const chats = [{ ...chat, title: 'Demo Group', description: 'B' }];
			if (method === 'setChatTitle' && params.title)
				await emulator.control('post', 'seed', { chats });
			return await pass();
		});
		expect(done.left).toEqual([expect.stringContaining('`description`')]);
	});

	test.each(['sendMessage', 'sendDocument'])(
		'%s posts twice: the check ends, and says that a message may be left',
		async (wanted) => {
			const done = await lied(async ({ method }, pass) => {
				if (method === wanted) await pass();
				return await pass();
			});
			expect(done.stopped).toContain('more messages');
			expect(done.stopped).toContain(wanted);
			expect(done.left.join()).toContain('Perhaps');
			const visible = (await seen(emulator)).messages.filter(({ text }) => text?.includes('Check'));
			expect(visible.length).toBeLessThan(5);
		},
	);

	test.each<[what: string, method: string, left: RegExp, lie: Lie]>([
		[
			'does nothing by @username',
			'pinChatMessage',
			/another message is pinned/,
			async ({ method, params }, pass) =>
				method === 'pinChatMessage' && String(params.chat_id).startsWith('@')
					? { status: 200, body: { ok: true, result: true } }
					: await pass(),
		],
		[
			'pins another message',
			'pinChatMessage',
			/another message is pinned/,
			asking('pinChatMessage', (params) => ({ ...params, message_id: 1 })),
		],
		[
			'keeps other kinds of updates',
			'getUpdates',
			/other kinds of updates/,
			asking('getUpdates', ({ allowed_updates: kinds, ...more }) => ({
				...more,
				...(kinds && { allowed_updates: ['message'] }),
			})),
		],
		[
			'revokes nothing',
			'revokeChatInviteLink',
			/There is an invite link/,
			async ({ method, params }, pass) => {
				if (method !== 'revokeChatInviteLink' || !params.invite_link) return await pass();
				const creator = { id: 7, is_bot: true, first_name: 'Bot' };
				const result = { ...params, creator, creates_join_request: false, is_primary: false };
				return { status: 200, body: { ok: true, result: { ...result, is_revoked: true } } };
			},
		],
		[
			'takes the person out',
			'promoteChatMember',
			/not in the group any more/,
			async ({ method, params }, pass) => {
				const passed = await pass();
				if (method === 'promoteChatMember' && params.can_delete_messages === false) {
					await emulator.act('leave', mia);
				}
				return passed;
			},
		],
		[
			'bans the person',
			'unbanChatMember',
			/not in the group any more.*ban/,
			async ({ method, params }, pass) => {
				if (method !== 'unbanChatMember' || !params.user_id) return await pass();
				await emulator.api('banChatMember', mia);
				return { status: 200, body: { ok: true, result: true } };
			},
		],
	])('%s: %s is named, and what stays is in the report', async (_what, method, left, lie) => {
		const done = await lied(lie);
		expect(numbers(done)).toEqual([method]);
		expect(done.left.join()).toMatch(left);
	});
});
