import { runInNewContext } from 'node:vm';

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
	outputCommands?: { command: object[] };
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

/** A stranger who adds the bot to a group could write to the moderators, or use up what the model costs. */
test.each([
	'ai-spam-judge',
	'assistant',
	'flood-guard',
	'join-requests',
	'log-and-report',
	'moderation',
	'raid-guard',
	'report',
])('the example %s listens to chosen groups only', (name) => {
	const [{ text }] = sources(ROOT, ['examples'], new RegExp(`/${name}\\.json$`));
	const { nodes } = JSON.parse(text) as { nodes: Node[] };
	const triggers = nodes.filter(
		({ type }) => type.startsWith('n8n-nodes-bot-messaging.bot') && /Trigger$/.test(type),
	);
	expect(triggers.map(({ parameters }) => parameters.filters?.chatIds?.value)).toEqual(['-1001']);
});

test('who purges needs the right to delete messages', () => {
	const [{ text }] = sources(ROOT, ['examples'], /\/cleanup\.json$/);
	const purge = { command: '/purge', where: 'administrators', right: 'can_delete_messages' };
	const { nodes } = JSON.parse(text) as { nodes: Array<Node & { parameters: Commands }> };
	const rows = nodes.flatMap(({ parameters }) => parameters.outputCommands?.command ?? []);
	expect(rows).toMatchObject([purge]);
});

/** How examples put what people have written, and what they call themselves, on one line. */
const ONE_LINE = String.raw`.replace(/[\s\p{Cc}]+/gu, ' ').replace(/\p{Bidi_Control}/gu, '')`;
const NAME = String.raw`${ONE_LINE}.replace(/^[\s\p{DI}\u2800]+$/u, '').trim()`;

/** What is no cleaning: the letters that somebody reads in a picture. */
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
	// A name of which nothing is left is shown as something else.
	const named = cleaning.flatMap(({ file, words }) =>
		words
			.split(NAME)
			.slice(1)
			.map((after) => ({ file, after })),
	);
	const isReplaced = /^(?:\]\.slice\(0, 64\)\.join\(''\))? \|\| /;
	expect(named.filter(({ after }) => !isReplaced.test(after))).toEqual([]);
});

/** The flag of England: letters that nobody sees, behind a black flag. */
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
])('a cleaned name: %s', (_what, name, cleaned) => {
	expect(runInNewContext(`name${NAME}`, { name })).toBe(cleaned);
});
