import { runInNewContext } from 'node:vm';

import { ROOT, sources } from './sources';

interface Parameters {
	outputCommands?: { command: Array<Record<string, string>> };
	assignments?: { assignments: Array<{ name: string; value: string }> };
	rules?: {
		values: Array<{ outputKey: string; conditions: { conditions: [{ leftValue: string }] } }>;
	};
	text: string;
	message: string;
}

function nodesOf(example: string): Array<{ name: string; parameters: Parameters }> {
	const [{ text }] = sources(ROOT, ['examples'], new RegExp(`/${example}\\.json$`));
	return (JSON.parse(text) as { nodes: ReturnType<typeof nodesOf> }).nodes;
}

const nodeOf = (example: string, name: string) =>
	nodesOf(example).find((node) => node.name === name)!.parameters;

/** Evaluates a text's expressions like n8n, with these outputs of one run. */
const filled = (text: string, outputs: Record<string, object>, $json: object = {}): string => {
	const $ = (name: string) => {
		const item = { json: outputs[name] };
		return { item, first: () => item };
	};
	return text
		.replace(/^=/, '')
		.replace(/\{\{(.*?)\}\}/gs, (_all, code: string) =>
			String(runInNewContext(code, { $json, $ })),
		);
};

const commandsOf = (example: string) =>
	nodesOf(example).flatMap(({ parameters }) => parameters.outputCommands?.command ?? []);

/** The trigger's output for a command about Noah. */
const commanded = (command: string, given: object = {}) => ({
	'When a Moderator Writes': {
		command,
		given: { user: { id: 2, firstName: 'Noah' }, ...given },
		update: { message: { reply_to_message: { text: 'Buy my watches' } } },
	},
});

const assigned = (node: string, name: string, outputs: Record<string, object>) => {
	const { assignments } = nodeOf('moderator-commands', node).assignments!;
	return filled(assignments.find((one) => one.name === name)!.value, outputs);
};

test.each([
	[{ duration: '2h', seconds: 7200 }, 'Noah (2) for 2h'],
	[{ duration: '永久', seconds: null }, 'Noah (2) for good'],
	[{}, 'Noah (2)'],
])('the text about a ban, with the time %j, is correct', (given, whom) => {
	expect(assigned('What Was Done', 'whom', commanded('/ban', given))).toBe(whom);
});

test.each([
	['What Was Reported', '/report', { reason: 'insults' }, 'insults'],
	['What Was Reported', '/report', {}, ''],
	['What Was Deleted', '/del', {}, ''],
])('%s: the reason is the text after %s %j', (node, command, given, why) => {
	expect(commandsOf('moderator-commands')).toContainEqual(
		expect.objectContaining({ command: '/report', arguments: '{reason…?}' }),
	);
	const outputs = commanded(command, given);
	expect(assigned(node, 'reason', outputs)).toBe(why);
	expect(assigned(node, 'about', outputs)).toBe('Message: Buy my watches');
});

test.each([
	[
		{ reason: 'insults', about: 'Message: Buy\nmy watches' },
		'Why: insults\nMessage: Buy my watches',
	],
	[{ reason: '', about: 'Message: Hi' }, 'Message: Hi'],
	[{ reason: 'spam', about: '' }, 'Why: spam'],
])('the log writes each of %j on its own line', (more, lines) => {
	const act = { who: 'Mia (1)', act: 'reported a message of', whom: 'Noah (2)', chat: 'Demo' };
	const outputs = { 'When Something Was Done': { ...act, ...more } };
	for (const [node, field] of [
		['Log It', 'text'],
		['Log It With Undo', 'message'],
	] as const) {
		const template = nodeOf('moderator-log', node)[field];
		expect(filled(template, outputs)).toBe(
			`Mia (1) reported a message of Noah (2) in Demo.\n${lines}`,
		);
	}
});

test.each<[string, object, string]>([
	['/unban', { status: 'kicked' }, '/unban'],
	['/unban', { status: 'left' }, 'Noah was not banned.'],
	['/unban', { status: 'member' }, 'Noah was not banned.'],
	['/unmute', { status: 'restricted' }, '/unmute'],
	['/unmute', { status: 'member' }, 'Noah was not muted.'],
	['/unmute', { status: 'administrator' }, 'Noah was not muted.'],
	['/kick', { status: 'member' }, '/kick'],
	['/kick', { status: 'restricted', is_member: true }, '/kick'],
	// The server explains its refusal.
	['/kick', { status: 'administrator' }, '/kick'],
	['/kick', { status: 'restricted', is_member: false }, 'Noah is not in the group.'],
	['/kick', { status: 'left' }, 'Noah is not in the group.'],
	['/kick', { status: 'kicked' }, 'Noah is not in the group.'],
])('%s for %j: %s', (command, member, outcome) => {
	const { rules } = nodeOf('moderator-commands', 'Anything to Do?');
	const fitting = rules!.values.find(
		({ conditions: { conditions } }) =>
			filled(conditions[0].leftValue, commanded(command), member) === 'true',
	);
	const { text } = nodeOf('moderator-commands', 'Say It Is So Already');
	expect(fitting?.outputKey ?? filled(text, commanded(command))).toBe(outcome);
});

test('/help lists the commands of members for members, and all commands for moderators', () => {
	const all = ['moderator-commands', 'moderator-rules'].flatMap(commandsOf);
	const listedBy = (node: string) => {
		const { text } = nodeOf('moderator-commands', node);
		return [...text.replace(/^=/, '').matchAll(/^\/\w+/gm)].map(([command]) => command).sort();
	};
	const namesOf = (rows: typeof all) => [...new Set(rows.map(({ command }) => command))].sort();
	const forAll = all.filter(({ where }) => where === 'groups');
	expect(listedBy('Help for Members')).toEqual(namesOf(forAll));
	expect(listedBy('Help for Moderators')).toEqual(namesOf(all));
	// The first row that fits counts.
	const helps = all.filter(({ command }) => command === '/help').map(({ where }) => where);
	// With one of two rights: the list is for those who can use it, and whom the bot sees.
	expect(helps).toEqual(['administrators', 'administrators', 'groups']);
});

const ADMINISTRATOR = 'This is an administrator, and I cannot do this to administrators.';
const NO_RIGHT =
	'I lack a right. Make me an administrator who may delete messages and restrict members.';
const NOT_FOUND =
	'I do not find this person here. Reply to a message of this person, or use their number.';

describe.each([
	['moderator-commands', ''],
	['moderator-warnings', ''],
	['moderator-log', 'This could not be undone. '],
])('%s says in words of people what a server refuses', (example, before) => {
	test.each([
		['Forbidden: user is an administrator of the chat', ADMINISTRATOR],
		["Bad Request: can't remove chat owner", ADMINISTRATOR],
		['Bad Request: not enough rights to restrict/unrestrict chat member', NO_RIGHT],
		['Bad Request: need administrator rights in the channel chat', NO_RIGHT],
		[
			'Duration is less than 30 seconds away, so the server would make it permanent',
			'A time must be between 30 seconds and 366 days.',
		],
		['Bad Request: user not found', NOT_FOUND],
		['Bad Request: PARTICIPANT_ID_INVALID', NOT_FOUND],
		['Bad Gateway', 'This did not work. Try again in a minute.'],
	])('%s', (error, said) => {
		const { text } = nodeOf(example, 'Say What Failed');
		expect(filled(text, {}, { error })).toBe(`${before}${said}`);
	});
});

/** The fields of a Set node, from its input. */
const fieldsOf = (example: string, node: string, $json: object) => {
	const { assignments } = nodeOf(example, node).assignments!;
	const values = assignments.map(({ name, value }) => [name, filled(value, {}, $json)] as const);
	return Object.fromEntries(values);
};

test.each<[string, object, string, boolean]>([
	['/slow', { seconds: 10, duration: '10s' }, 'add', true],
	['/slow', {}, 'remove', true],
	['/slow', { seconds: 0, duration: '0s' }, 'remove', true],
	['/slow', { word: 'off' }, 'remove', true],
	['/slow', { word: 'tắt' }, 'remove', true],
	['/slow', { word: 'soon' }, 'remove', false],
	['/slow', { seconds: null, duration: 'forever' }, 'remove', false],
	['/allow', { site: 'example.com' }, 'add', true],
	['/allow', { site: 'com' }, 'add', false],
	['/allow', {}, 'show', true],
	['/locks', {}, 'show', true],
])('%s %j means %s, and is understood: %p', (command, given, does, isKnown) => {
	const update = { message: { chat: { title: 'Demo' } } };
	const input = { command, given, firstName: 'Olga', userId: 1, update };
	const fields = fieldsOf('moderator-rules', 'What It Means', input);
	expect(fields.does).toBe(does);
	const [{ leftValue }] = Object(nodeOf('moderator-rules', 'Is It Known?')).conditions
		.conditions as [{ leftValue: string }];
	const values = fields.values ? fields.values.split(',') : [];
	const meant = { ...fields, values, isOff: fields.isOff === 'true' };
	expect(filled(leftValue, {}, meant)).toBe(String(isKnown));
});
