import { runInNewContext } from 'node:vm';

import { DateTime } from 'luxon';

import { ROOT, sources } from './sources';

interface Reference {
	value: string;
	cachedResultName?: string;
}

interface Node {
	name: string;
	type: string;
	parameters: { workflowId?: Reference; filters?: { chatIds?: Reference } };
}

interface Commands {
	outputCommands?: { command: Array<{ command?: string }> };
}

const calls = sources(ROOT, ['examples'], /\.json$/).flatMap(({ file, text }) =>
	(JSON.parse(text) as { nodes: Node[] }).nodes.flatMap(({ name, parameters }) =>
		parameters.workflowId ? [{ where: `${file}: ${name}`, ...parameters.workflowId }] : [],
	),
);

/** With the name, n8n lists the workflow twice after an import: with its new ID, and with one that is not there. */
test('no example names a workflow that it calls', () => {
	expect(calls).not.toEqual([]);
	expect(calls.filter(({ cachedResultName }) => cachedResultName)).toEqual([]);
});

/** Strangers who add the bot to a group could write to the moderators, or use up the model's budget. */
test.each([
	'ai-spam-judge',
	'assistant',
	'filter-learns',
	'flood-guard',
	'join-requests',
	'log-and-report',
	'moderation',
	'raid-guard',
	'report',
	'statistics',
	'voice-to-text',
])('the example %s listens to chosen groups only', (name) => {
	const [{ text }] = sources(ROOT, ['examples'], new RegExp(`/${name}\\.json$`));
	const { nodes } = JSON.parse(text) as { nodes: Node[] };
	const triggers = nodes.filter(
		({ type }) => type.startsWith('n8n-nodes-bot-messaging.bot') && /Trigger$/.test(type),
	);
	expect(triggers.map(({ parameters }) => parameters.filters?.chatIds?.value)).toEqual(['-1001']);
});

test('a person who purges needs the right to delete messages', () => {
	const [{ text }] = sources(ROOT, ['examples'], /\/cleanup\.json$/);
	const purge = { command: '/purge', where: 'administrators', right: 'can_delete_messages' };
	const { nodes } = JSON.parse(text) as { nodes: Array<Node & { parameters: Commands }> };
	const rows = nodes.flatMap(({ parameters }) => parameters.outputCommands?.command ?? []);
	expect(rows).toMatchObject([purge]);
});

describe('moderator commands', () => {
	interface Set {
		assignments: { assignments: Array<{ name: string; value: string }> };
	}

	const nodeOf = (example: string, name: string) => {
		const [{ text }] = sources(ROOT, ['examples'], new RegExp(`/${example}\\.json$`));
		const { nodes } = JSON.parse(text) as { nodes: Array<Node & { parameters: Set & Commands }> };
		return nodes.find((node) => node.name === name)!.parameters;
	};

	/** A Set node's value for a field, from its input and the output of other nodes. */
	const valueOf = (
		[example, node, field]: string[],
		$json: object,
		outputs: Record<string, object[]> = {},
	): unknown => {
		const { assignments } = nodeOf(example, node).assignments;
		const { value } = assignments.find(({ name }) => name === field)!;
		const itemsOf = (name: string) => outputs[name].map((json) => ({ json }));
		const $ = (name: string) => ({ first: () => itemsOf(name)[0], all: () => itemsOf(name) });
		const result = runInNewContext(value.replace(/^=\{\{|\}\}$/g, ''), { $json, $ }) as unknown;
		return JSON.parse(JSON.stringify(result));
	};

	test.each<[object, string[]]>([
		[{ word: 'casino, poker' }, ['casino', 'poker']],
		[{ word: ' Free \n  money' }, ['Free', 'money']],
		[{ word: '“Free  money”， 赌场、赌场' }, ['Free money', '赌场']],
		[{ word: ', ;' }, []],
		[{ kind: 'Links, photos' }, ['links', 'photos']],
		[{ site: 'https://Example.com/ two.example' }, ['example.com', 'two.example']],
		[{ seconds: 10 }, ['10']],
	])('the entries of %j are separated', (given, values) => {
		const field = ['moderator-rules', 'What It Means', 'values'];
		expect(valueOf(field, { command: '/addword', given })).toEqual(values);
	});

	test('/ban accepts a time as /mute does', () => {
		for (const [example, name] of [
			['moderator-commands', '/ban'],
			['moderator-commands', '/mute'],
			['ban-everywhere', '/banall'],
		]) {
			const rows = nodeOf(example, 'When a Moderator Writes').outputCommands!.command;
			const row = rows.find(({ command }) => command === name);
			expect(row).toMatchObject({ arguments: '{user} {duration?} {reason…?}' });
			const { until, untilAmount } = nodeOf(example, 'Ban') as unknown as Record<string, string>;
			expect([until, untilAmount]).toEqual([
				'duration',
				expect.stringContaining(".given.duration ?? 'forever' }}"),
			]);
		}
	});

	const BAN = { id: 6, act: 'banned', line: 'Olga (1) banned Noah (2)' };
	const DELETED = {
		id: 7,
		act: 'deleted a message of',
		line: 'Olga (1) deleted a message of Noah (2)',
	};
	const WARNED = { id: 8, act: 'warned', line: 'Olga (1) warned Noah (2)' };
	const MUTED = { id: 9, act: 'warned', line: 'Olga (1) warned Noah (2), now muted for a day,' };

	test.each<[string, string, object[], object, string]>([
		['nothing came after', 'unban', [{}], { status: 'kicked' }, ''],
		['another ban', 'unban', [BAN], { status: 'kicked' }, BAN.line],
		['what changes nothing', 'unban', [DELETED, WARNED], { status: 'kicked' }, ''],
		['a warning that mutes', 'unmute', [MUTED], { status: 'restricted' }, MUTED.line],
		['a ban by hand', 'unmute', [{}], { status: 'kicked' }, 'They are banned now.'],
		['the server does not say', 'unmute', [{}], { error: 'no' }, ''],
		['a ban that is undone', 'unban', [BAN, { id: 7, act: 'undid', line: '6 {}' }], {}, ''],
	])(
		'Undo asks again if something came after the action: %s',
		(_what, undo, rows, member, after) => {
			const outputs = {
				'When Something Was Done': [{ undo }],
				'Store the Act': [{ id: 5 }],
				'Get Their Acts': [{ ...BAN, id: 4 }, ...rows],
			};
			const field = ['moderator-log', 'What Came After', 'after'];
			expect(valueOf(field, member, outputs)).toBe(after);
		},
	);
});

test.each([
	['unwarn', 'A Warning?'],
	['unmute', 'Get Their Acts'],
	['unban', 'Get Their Acts'],
	['unbanChannel', 'Get Their Acts'],
])('Undo of %s goes on with %s: a warning alone has no act that came after', (undo, next) => {
	const [{ text }] = sources(ROOT, ['examples'], /\/moderator-log\.json$/);
	const { nodes, connections } = JSON.parse(text) as {
		nodes: Array<Node & { parameters: { conditions?: { conditions: [{ leftValue: string }] } } }>;
		connections: Record<string, { main: Array<Array<{ node: string }>> }>;
	};
	const { parameters } = nodes.find(({ name }) => name === 'Is It an Act?')!;
	const [{ leftValue }] = parameters.conditions!.conditions;
	const $ = () => ({ first: () => ({ json: { undo } }) });
	const isAlone = runInNewContext(leftValue.replace(/^=\{\{|\}\}$/g, ''), { $ }) as boolean;
	const [alone, act] = connections['Is It an Act?'].main;
	expect((isAlone ? alone : act).map(({ node }) => node)).toEqual([next]);
});

/** How examples put people's texts and names on one line. */
const ONE_LINE = String.raw`.replace(/[\s\p{Cc}]+/gu, ' ').replace(/\p{Bidi_Control}/gu, '')`;
const NAME = String.raw`${ONE_LINE}.replace(/^[\s\p{DI}\u2800]+$/u, '').trim()`;

/** Not a cleaning step: the letters that somebody reads in a picture. */
const READING = String.raw`/[^\p{L}\p{N}]/gu`;

const expressionsIn = (value: unknown): string[] => {
	if (typeof value === 'string') return [value];
	return value && typeof value === 'object' ? Object.values(value).flatMap(expressionsIn) : [];
};

test('all examples clean names and texts in the same way', () => {
	const cleaning = sources(ROOT, ['examples'], /\.json$/).flatMap(({ file, text }) =>
		expressionsIn(JSON.parse(text))
			.filter((words) => words.includes(String.raw`\p{`))
			.map((words) => ({ file, words })),
	);
	expect(cleaning.length).toBeGreaterThan(30);
	const rest = cleaning.map(({ file, words }) => ({
		file,
		words: [NAME, ONE_LINE, READING].reduce((left, known) => left.replaceAll(known, ''), words),
	}));
	expect(rest.filter(({ words }) => words.includes(String.raw`\p{`))).toEqual([]);
	// If nothing is left of a name, something else is shown.
	const named = cleaning.flatMap(({ file, words }) =>
		words
			.split(NAME)
			.slice(1)
			.map((after) => ({ file, after })),
	);
	const isReplaced = /^(?:\]\.slice\(0, 64\)\.join\(''\))? \|\| /;
	expect(named.filter(({ after }) => !isReplaced.test(after))).toEqual([]);
});

/** The flag of England: invisible characters after a black flag. */
const ENGLAND = '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}';

test.each([
	['a family is one sign', '👨\u200D👩\u200D👧', '👨\u200D👩\u200D👧'],
	['a flag is one sign', ENGLAND, ENGLAND],
	['a joiner within a word stays', 'می\u200Cنا', 'می\u200Cنا'],
	['lines are one line', ' Noah\r\n\u2028\u2029\u0085\u000B1 ', 'Noah 1'],
	['control signs are a space', 'No\u0000\u0007ah', 'No ah'],
	['nothing turns the line', '\u202Eeoz\u200F\u2066\u061C', 'eoz'],
	['nothing is seen', ' \u200B\u200D\u3164\u2800\u2060\uFE0F\u00AD', ''],
	['nothing is there', '', ''],
])('a name is cleaned: %s', (_what, name, cleaned) => {
	expect(runInNewContext(`name${NAME}`, { name })).toBe(cleaned);
});

test.each([
	[{ value: 'accept', approved: true }, 'Your order is accepted. See you on Friday, 27 November!'],
	[{ value: 'refuse', approved: false }, 'We are sorry: we cannot take your order this time.'],
	[{ approved: false }, 'Nobody could look at your order in time. Please write /order again.'],
])('who ordered reads what became of it, also behind a table: %j', (decided, told) => {
	const [{ text }] = sources(ROOT, ['examples'], /\/order\.json$/);
	const { nodes } = JSON.parse(text) as { nodes: Array<Node & { parameters: { text: string } }> };
	const { parameters } = nodes.find(({ name }) => name === 'Tell the Customer')!;
	const ordered = { answers: { day: '2026-11-27' } };
	const $ = (name: string) => ({
		first: () => ({ json: name === 'Ask the Staff' ? decided : ordered }),
	});
	const expression = parameters.text.replace(/^=\{\{|\}\}$/g, '');
	const $json = { what: 'a row of the table' };
	expect(runInNewContext(expression, { $json, $, DateTime })).toBe(told);
});

/** Rules that only count: what is edited was counted before. */
const COUNTING = /^(?:flood|raid|slow|sameText)/;

test('every example that judges messages also judges edits', () => {
	interface Judging {
		parameters: { updates?: string[]; rules?: object; operation?: string };
		type: string;
	}
	const judging = sources(ROOT, ['examples'], /\.json$/).flatMap(({ file, text }) => {
		const { nodes } = JSON.parse(text) as { nodes: Judging[] };
		const rules = nodes.flatMap(({ parameters }) => Object.keys(parameters.rules ?? {}));
		const isCheck = nodes.some(({ parameters }) => parameters.operation === 'check');
		const judges = isCheck || rules.some((rule) => !COUNTING.test(rule) && rule !== 'values');
		const triggers = nodes.filter(({ type }) => /bot-messaging\..*Trigger$/.test(type));
		return judges
			? [{ file, kinds: triggers.flatMap(({ parameters }) => parameters.updates) }]
			: [];
	});
	expect(judging.map(({ file }) => file)).toEqual([
		'examples/ai-spam-judge.json',
		'examples/filter-learns.json',
		'examples/moderation.json',
		'examples/moderator-judge.json',
	]);
	for (const { kinds } of judging) expect(kinds).toEqual(['message', 'edited_message']);
});

test('the judge knows everything that can be locked in the chat', () => {
	const [[rules], [judge]] = ['moderator-rules', 'moderator-judge'].map((example) =>
		sources(ROOT, ['examples'], new RegExp(`/${example}\\.json$`)),
	);
	const [, list] = /\['audio', (.*?)\]/.exec(rules.text)!;
	const [, map] = /\(\{ audio: 'audio', (.*?) \}\)\[lock\]/.exec(judge.text)!;
	const known = map.split(', ').map((entry) => entry.split(': ')[0]);
	const offered = list.split(', ').map((entry) => entry.replaceAll("'", ''));
	expect(offered).toEqual([...known, 'forwards', 'invites', 'links'].sort());
	expect(known).toEqual(expect.arrayContaining(['checklists', 'paid', 'stories']));
});
