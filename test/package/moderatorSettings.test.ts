import { runInNewContext } from 'node:vm';

import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { botOf, registry } from '../../nodes/BotMessaging/memory/registry';
import { Context } from '../../nodes/BotMessaging/update/context';
import { useEmulator } from '../support/emulator';
import { LittleN8n } from '../support/littleN8n';
import { ROOT, sources } from './sources';

const emulator = useEmulator();
const { demoGroup, quietGroup, moderators, privateMia } = emulator.defaults.chats;
const { milan, mia } = emulator.defaults.users;

const RIGHTS = { can_delete_messages: true, can_restrict_members: true };

const member = async (chat: number, user: number, more: object) =>
	await emulator.control('post', 'seed', {
		members: [{ chat_id: chat, user_id: user, ...more }],
	});

let n8n: LittleN8n;
let credential: { baseUrl: string; botToken: string; service: string };
beforeEach(async () => {
	credential = { service: 'other', baseUrl: emulator.url, botToken: emulator.token };
	registry.hasRunTriggers = true;
	for (const [id, title] of [
		[demoGroup, 'Demo Group'],
		[quietGroup, 'Quiet Group'],
	]) {
		const chat = { id, type: 'supergroup', title };
		botOf(credential).learn(new Context({ update_id: 1, message: { chat } }));
	}
	n8n = new LittleN8n(credential, ['moderator-settings', 'moderator-log']);
	await member(demoGroup, milan, { status: 'administrator', rights: RIGHTS });
	for (const chat of [quietGroup, moderators]) await member(chat, milan, { status: 'member' });
});

const KEYS = { command: '/settings', chatId: privateMia, firstName: 'Milan' };
const begin = async (userId: number = milan) => {
	void n8n.start('moderator-settings', 'When a Moderator Asks', { ...KEYS, userId });
	await n8n.settled();
};
const send = async (answers?: IDataObject) => {
	n8n.forms.at(-1)!.send(answers);
	await n8n.settled();
};
const fieldOf = (name: string) =>
	n8n.forms.at(-1)!.fields.find(({ fieldName }) => fieldName === name);
const rules = () =>
	(n8n.tables.get('Bot Rules') ?? []).map(({ chatId, key, value }) => [chatId, key, value]);
const said = async () =>
	(await emulator.calls('sendMessage'))
		.filter(({ params }) => params.chat_id === privateMia)
		.map(({ params }) => params.text as string);

test('a member of groups is asked nothing', async () => {
	await begin(mia);
	expect(n8n.forms).toEqual([]);
	expect(await said()).toEqual([expect.stringMatching(/^I know no group where you may/)]);
});

test('an administrator without one of the rights is asked nothing', async () => {
	await member(demoGroup, milan, {
		status: 'administrator',
		rights: { can_delete_messages: true },
	});
	await begin();
	expect(n8n.forms).toEqual([]);
});

test('an administrator sees only the own groups, each of one name with its number', async () => {
	await begin();
	expect(fieldOf('group')).toBeUndefined();
	await send();
	expect(rules()).toEqual([]);
	await member(quietGroup, milan, { status: 'creator' });
	await begin();
	expect(fieldOf('group')?.fieldOptions).toEqual(['Quiet Group', 'Demo Group']);
	const chat = { id: quietGroup, type: 'supergroup', title: 'Demo Group' };
	botOf(credential).learn(new Context({ update_id: 2, message: { chat } }));
	await begin();
	expect(fieldOf('group')?.fieldOptions).toEqual([
		`Demo Group (${quietGroup})`,
		`Demo Group (${demoGroup})`,
	]);
	await send({ group: `Demo Group (${quietGroup})`, what: 'Slow mode' });
	await send({ seconds: 10 });
	expect(rules()).toEqual([[quietGroup, 'slow', '10']]);
});

test('who is no administrator any more when the form is sent changes nothing', async () => {
	await begin();
	await send({ what: 'Words' });
	await member(demoGroup, milan, { status: 'member' });
	await send({ add: 'casino' });
	expect(rules()).toEqual([]);
	expect(await said()).toEqual([expect.stringMatching(/^Nothing is changed: you may no longer/)]);
});

/** The answers to a form, one after another, and the rules afterwards. */
const STEPS: Record<string, Array<[answers: IDataObject, rules: string[][]]>> = {
	Locks: [
		[
			{ values: ['links', 'photos'] },
			[
				['lock:links', 'links'],
				['lock:photos', 'photos'],
			],
		],
		[
			{ values: null },
			[
				['lock:links', 'links'],
				['lock:photos', 'photos'],
			],
		],
		[{ values: ['photos'] }, [['lock:photos', 'photos']]],
		[{ values: [] }, []],
	],
	Words: [
		[
			{ add: 'Free  money, casino' },
			[
				['word:free money', 'Free money'],
				['word:casino', 'casino'],
			],
		],
		[{ add: null, remove: ['Free money'] }, [['word:casino', 'casino']]],
		[{ add: ' , ', remove: null }, [['word:casino', 'casino']]],
	],
	'Allowed sites': [
		[{ add: 'https://Example.com/ com' }, [['site:example.com', 'example.com']]],
		[{ add: null, remove: ['example.com'] }, []],
	],
	'Slow mode': [
		[{ seconds: 30 }, [['slow', '30']]],
		[{ seconds: 0 }, []],
	],
	Warnings: [
		[
			{ days: 7, seconds: 0, ban: true },
			[
				['warnings:days', '7'],
				['warnings:seconds', '0'],
				['warnings:ban', 'true'],
			],
		],
	],
	'Night hours': [
		[
			{ days: ['Friday', 'Sunday'], hours: '9:00 – 22:30' },
			[
				['night:5', '09:00-22:30'],
				['night:7', '09:00-22:30'],
			],
		],
		[{ days: ['Friday'], hours: null }, [['night:7', '09:00-22:30']]],
	],
	Language: [
		[{ language: '中文' }, [['language', '中文']]],
		[{ language: 'English' }, [['language', 'English']]],
	],
};

/** What the form has when the last of these steps is stored. */
const BEGINNINGS: Record<string, object[]> = {
	Locks: [{ fieldOptions: expect.arrayContaining(['links', 'paid']), defaultValue: [] }],
	Words: [
		{ fieldName: 'add', placeholder: 'With commas between them. Now: casino' },
		{ fieldName: 'remove', fieldOptions: ['casino'] },
	],
	'Allowed sites': [{ fieldName: 'add', placeholder: 'With commas between them.' }],
	'Slow mode': [{ defaultValue: '0' }],
	Warnings: [{ defaultValue: '7' }, { defaultValue: '0' }, { defaultValue: 'true' }],
	'Night hours': [
		{ minimum: 1 },
		{ placeholder: expect.stringContaining(' Now: Sunday 09:00-22:30.') },
	],
	Language: [{ defaultValue: 'English' }],
};

test.each(Object.entries(STEPS))(
	'%s are stored as the commands store them',
	async (what, steps) => {
		for (const [answers, wanted] of steps) {
			await begin();
			await send({ what });
			await send(answers);
			expect(rules()).toEqual(wanted.map((row) => [demoGroup, ...row]));
		}
		expect(n8n.failed).toEqual([]);
		const last = what === 'Words' ? 'Nothing is changed.' : 'Saved for Demo Group. ';
		expect((await said()).at(-1)).toContain(last);
		// What is stored is the beginning of the next change.
		await begin();
		await send({ what });
		expect(n8n.forms.at(-1)!.fields).toMatchObject(BEGINNINGS[what]);
	},
);

test('two moderators who change the same setting at once change what each of them meant', async () => {
	const both = async (what: string, first: IDataObject, second: IDataObject) => {
		await begin();
		await send({ what });
		const earlier = n8n.forms.at(-1)!;
		await begin();
		await send({ what });
		await send(second);
		earlier.send(first);
		await n8n.settled();
		return rules().map(([, key, value]) => `${String(key)} ${String(value)}`);
	};
	const WARNINGS = { days: 30, seconds: 60, ban: false };
	await begin();
	await send({ what: 'Warnings' });
	await send(WARNINGS);
	const warnings = ['warnings:days 7', 'warnings:seconds 60', 'warnings:ban true'];
	expect(await both('Warnings', { ...WARNINGS, days: 7 }, { ...WARNINGS, ban: true })).toEqual(
		warnings,
	);
	await begin();
	await send({ what: 'Locks' });
	await send({ values: ['links', 'photos'] });
	expect(
		await both('Locks', { values: ['links', 'photos', 'dice'] }, { values: ['photos', 'games'] }),
	).toEqual([...warnings, 'lock:photos photos', 'lock:games games', 'lock:dice dice']);
	expect(n8n.failed).toEqual([]);
});

test('of 300 words, the first and the last can be allowed again', async () => {
	const words = Array.from({ length: 300 }, (_none, index) => `Word ${index}`);
	const row = (value: string, id: number) => ({
		...{ id: -id, chatId: demoGroup, kind: 'word', key: `word:${value.toLowerCase()}`, value },
	});
	n8n.tables.set('Bot Rules', words.map(row));
	await begin();
	await send({ what: 'Words' });
	await send({ add: null, remove: 'word 0, Word 299, word' });
	expect(n8n.failed).toEqual([]);
	expect(rules().map(([, , value]) => value)).toEqual(words.slice(1, -1));
});

test.each([1, 199, 201, 2000])('a moderator of %i groups can choose one', async (count) => {
	const groups = Array.from({ length: count }, (_none, index) => -3000 - index);
	await emulator.control('post', 'seed', {
		chats: groups.map((id) => ({ id, type: 'supergroup', title: `Group ${id} 👩‍🚀\u202E` })),
		members: groups.flatMap((chat_id) => [
			{ chat_id, user_id: milan, status: 'creator' },
			{ chat_id, user_id: emulator.defaults.botId, status: 'administrator' },
		]),
	});
	for (const id of groups) {
		const chat = { id, type: 'supergroup', title: `Group ${id} 👩‍🚀\u202E` };
		botOf(credential).learn(new Context({ update_id: 1, message: { chat } }));
	}
	await begin();
	const field = fieldOf('group')!;
	const latest = `Group ${groups.at(-1)!} 👩‍🚀`;
	expect(field.fieldOptions).toHaveLength(Math.min(80, count + 1));
	expect(field.fieldOptions).toContain(latest);
	expect(field.placeholder).toBe(
		'Is yours not here? Write something in it, and then /settings again.',
	);
	await send({ group: latest, what: 'Slow mode' });
	await send({ seconds: 10 });
	expect(rules()).toEqual([[groups.at(-1), 'slow', '10']]);
	expect(n8n.failed).toEqual([]);
});

const expressionOf = (example: string, node: string, name: string): string => {
	const [{ text }] = sources(ROOT, ['examples'], new RegExp(`/${example}\\.json$`));
	const { nodes } = JSON.parse(text) as {
		nodes: Array<{
			name: string;
			parameters: { assignments: { assignments: Array<{ name: string; value: string }> } };
		}>;
	};
	const { assignments } = nodes.find((one) => one.name === node)!.parameters.assignments;
	return assignments.find((one) => one.name === name)!.value.replace(/^=\{\{|\}\}$/g, '');
};

test('each kind that can be locked by a command can be locked by /settings', () => {
	const [[commands], [settings]] = ['moderator-rules', 'moderator-settings'].map((example) =>
		sources(ROOT, ['examples'], new RegExp(`/${example}\\.json$`)),
	);
	const [, list] = /(\['audio', .*?\])/.exec(commands.text)!;
	expect(settings.text).toContain(`fieldOptions: ${list}`);
});

const NIGHT = { chatId: -1, kind: 'night', key: 'night:5', value: '22:00-07:00' };
const LUNCH = { ...NIGHT, value: '12:00-13:00' };
const DAY = { ...NIGHT, value: '00:00-00:00' };
/** Clocks change in Berlin on Sunday, at 02:00 to 03:00 in March and at 03:00 back to 02:00 in October. */
const LONG = { ...NIGHT, key: 'night:6', value: '22:00-02:30' };
const SHORT = { ...NIGHT, key: 'night:7', value: '02:15-06:00' };

test.each<[string, object, now: string, isHeld: boolean, due: unknown[][]]>([
	['before', NIGHT, '2026-11-27T21:59', false, []],
	['in the evening', NIGHT, '2026-11-27T22:00', false, [[true, '07:00']]],
	['when it is closed', NIGHT, '2026-11-27T22:05', true, []],
	['after midnight', NIGHT, '2026-11-28T06:59', false, [[true, '07:00']]],
	['in the morning', NIGHT, '2026-11-28T07:00', true, [[false, undefined]]],
	['on another evening', NIGHT, '2026-11-28T22:00', false, []],
	['in the morning before', NIGHT, '2026-11-27T06:00', false, []],
	['within a day', LUNCH, '2026-11-27T12:59', false, [[true, '13:00']]],
	['within a day, when it is over', LUNCH, '2026-11-27T13:00', true, [[false, undefined]]],
	['on the next day', LUNCH, '2026-11-28T12:00', false, []],
	['a whole day', DAY, '2026-11-27T23:59', false, [[true, '00:00']]],
	['a whole day, when it is over', DAY, '2026-11-28T00:00', true, [[false, undefined]]],
	['when the hours are removed', {}, '2026-11-27T23:00', true, [[false, undefined]]],
	['of a new year', NIGHT, '2027-01-02T01:00', false, [[true, '07:00']]],
	['when the clock is set forward', LONG, '2027-03-28T01:59+01:00', true, []],
	['an hour after it was set forward', LONG, '2027-03-28T04:00+02:00', true, [[false, undefined]]],
	['before the clock is set back', LONG, '2026-10-25T02:29+02:00', true, []],
	['that is over, when it was set back', LONG, '2026-10-25T02:00+01:00', false, []],
	['that has begun, when it was set back', SHORT, '2026-10-25T02:00+01:00', true, []],
])('a night, %s', (_what, rule, now, isHeld, due) => {
	const outputs: Record<string, object[]> = {
		'Get the Hours': [rule, { chatId: -1, kind: 'language', key: 'language', value: '中文' }],
		'Get the Nights': isHeld ? [{ chatId: -1 }] : [{}],
	};
	const $ = (name: string) => ({ all: () => outputs[name].map((json) => ({ json })) });
	const $now = DateTime.fromISO(now, { zone: 'Europe/Berlin' });
	const found = runInNewContext(expressionOf('moderator-night', 'What Is Due', 'due'), {
		$,
		$now,
	}) as Array<{ isNight: boolean; until?: string; language: string; chatId: number }>;
	expect([...found].map(({ isNight, until }) => [isNight, until])).toEqual(due);
	expect(found.every(({ language, chatId }) => language === '中文' && chatId === -1)).toBe(true);
});
