import { runInNewContext } from 'node:vm';

import { DateTime } from 'luxon';

import { ROOT, sources } from './sources';

const NOW = DateTime.fromISO('2026-11-26T12:00:00Z');

describe.each([
	['moderation', {}],
	['moderator-warnings', { command: 'rule' }],
])('the warnings of %s:', (example, called) => {
	const [{ text }] = sources(ROOT, ['examples'], new RegExp(`/${example}\\.json$`));
	const { nodes, connections } = JSON.parse(text) as {
		nodes: Array<{ name: string; parameters: object }>;
		connections: Record<string, { main: Array<Array<{ node: string }>> }>;
	};
	const parametersOf = (name: string) =>
		JSON.stringify(nodes.find((node) => node.name === name)!.parameters);
	const settings = Object.fromEntries(
		(
			JSON.parse(parametersOf('Settings')) as {
				assignments: { assignments: Array<{ name: string; value: unknown }> };
			}
		).assignments.assignments.map(({ name, value }) => [name, value]),
	);

	/** The result of the only expression with these words in a node, after this many warnings. */
	function evaluate(node: string, words: string, count: number, more: object = {}): unknown {
		const found = [...parametersOf(node).matchAll(/\{\{ (.*?) \}\}/g)].map(([, one]) => one);
		const expression = JSON.parse(`"${found.find((one) => one.includes(words))!}"`) as string;
		const rows = Array.from({ length: count }, (_none, id) => ({ json: { id: id + 1 } }));
		const first = { json: { ...settings, ...called, ...more } };
		const $ = () => ({ all: () => rows, first: () => first });
		return runInNewContext(expression, { $, $now: NOW, DateTime, $input: { all: () => rows } });
	}

	test('no rule bans unless a moderator has chosen that', () => {
		const mutes = (count: number, more: object) => evaluate('How Many?', '=== 2', count, more);
		expect(settings).toMatchObject({ days: 30, seconds: 60, ban: false });
		expect([2, 3, 4].map((count) => mutes(count, {}))).toEqual([true, true, true]);
		expect([2, 3, 4].map((count) => mutes(count, { ban: true }))).toEqual([true, false, false]);
	});

	test('nobody gets a second warning before they could read the first', () => {
		const warns = (count: number, more: object = {}) =>
			evaluate('Time to Read?', 'seconds', count, more);
		expect([warns(0), warns(1), warns(3)]).toEqual([true, false, false]);
		expect(warns(1, { seconds: 0 })).toBe(true);
		const into = Object.entries(connections).filter(([, { main }]) =>
			main.flat().some(({ node }) => node === 'Time to Read?'),
		);
		expect(into.map(([name]) => name)).toEqual(['Get the Last Warning']);
	});

	test('a message belongs to a warning that came up to a minute before it, however late it is judged', () => {
		const since = (date: number) => {
			const found = evaluate('Get the Last Warning', 'fromSeconds', 0, { date }) as string;
			return NOW.diff(DateTime.fromISO(found)).as('seconds');
		};
		expect(since(NOW.toSeconds())).toBe(60);
		expect(since(NOW.toSeconds() - 600)).toBe(660);
		// The server's clock may be ahead.
		expect(since(NOW.toSeconds() + 3600)).toBe(60);
	});

	test('no number exceeds the limit', () => {
		const [node, ...others] =
			example === 'moderation' ? ['Second Warning'] : ['Say So', 'Show Them'];
		for (const name of [node, ...others]) {
			const numbers = [1, 3, 4, 9].map((count) => evaluate(name, 'Math.min', count));
			expect(numbers).toEqual([1, 3, 3, 3]);
		}
	});
});

test('a moderator bans with the third /warn, and /unban and /unmute forget all warnings', () => {
	const read = (example: string) => {
		const [{ text }] = sources(ROOT, ['examples'], new RegExp(`/${example}\\.json$`));
		return JSON.parse(text) as {
			nodes: Array<{ name: string; parameters: { filters?: { conditions: object[] } } }>;
			connections: Record<string, { main: Array<Array<{ node: string }>> }>;
		};
	};
	const { connections } = read('moderator-warnings');
	const [warn, rule] = connections['Which Command?'].main.map((to) => to.map(({ node }) => node));
	expect([warn, rule]).toEqual([['Store the Warning'], ['Get the Last Warning']]);
	const commands = read('moderator-commands');
	for (const name of ['Unban', 'Unmute']) {
		const [done] = commands.connections[name].main;
		expect(done.map(({ node }) => node)).toContain('Forget the Warnings');
	}
	const forget = commands.nodes.find(({ name }) => name === 'Forget the Warnings')!;
	expect(forget.parameters.filters?.conditions).toMatchObject([
		{ keyName: 'chatId', condition: 'eq', keyValue: '={{ $json.chatId }}' },
		{ keyName: 'userId', condition: 'eq', keyValue: '={{ $json.userId }}' },
	]);
});
