import { runInNewContext } from 'node:vm';

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

const FRIDAY = 5;
const NIGHT = { chatId: -1, kind: 'night', key: 'night:5', value: '22:00-07:00' };
const LUNCH = { chatId: -1, kind: 'night', key: 'night:5', value: '12:00-13:00' };
const DAY = { chatId: -1, kind: 'night', key: 'night:5', value: '00:00-00:00' };

test.each<[string, object, weekday: number, time: string, isHeld: boolean, due: unknown[][]]>([
	['before', NIGHT, FRIDAY, '21:59', false, []],
	['in the evening', NIGHT, FRIDAY, '22:00', false, [[true, '07:00']]],
	['when it is closed', NIGHT, FRIDAY, '22:05', true, []],
	['after midnight', NIGHT, FRIDAY + 1, '06:59', false, [[true, '07:00']]],
	['in the morning', NIGHT, FRIDAY + 1, '07:00', true, [[false, '07:00']]],
	['on another evening', NIGHT, FRIDAY + 1, '22:00', false, []],
	['in the morning before', NIGHT, FRIDAY, '06:00', false, []],
	['within a day', LUNCH, FRIDAY, '12:59', false, [[true, '13:00']]],
	['within a day, when it is over', LUNCH, FRIDAY, '13:00', true, [[false, '13:00']]],
	['on the next day', LUNCH, FRIDAY + 1, '12:00', false, []],
	['a whole day', DAY, FRIDAY, '23:59', false, [[true, '00:00']]],
	['a whole day, when it is over', DAY, FRIDAY + 1, '00:00', true, [[false, '00:00']]],
	['when the hours are removed', {}, FRIDAY, '23:00', true, [[false, undefined]]],
])('a night, %s', (_what, rule, weekday, time, isHeld, due) => {
	const outputs: Record<string, object[]> = {
		'Get the Hours': [rule, { chatId: -1, kind: 'language', key: 'language', value: '中文' }],
		'Get the Nights': isHeld ? [{ chatId: -1 }] : [{}],
	};
	const $ = (name: string) => ({ all: () => outputs[name].map((json) => ({ json })) });
	const $now = { weekday, minus: () => ({ weekday: weekday - 1 }), toFormat: () => time };
	const found = runInNewContext(expressionOf('moderator-night', 'What Is Due', 'due'), {
		$,
		$now,
	}) as Array<{ isNight: boolean; until?: string; language: string; chatId: number }>;
	expect([...found].map(({ isNight, until }) => [isNight, until])).toEqual(due);
	expect(found.every(({ language, chatId }) => language === '中文' && chatId === -1)).toBe(true);
});
