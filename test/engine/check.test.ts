import { useBot } from '../support/bot';
import { startByHand } from '../support/byHand';
import { madeRows } from '../support/madeSpam';

const { emulator, run } = useBot();

const message = (text: string, more: object = {}) => ({
	message_id: 5,
	chat: { id: -1001, type: 'group' },
	from: { id: 1003 },
	text,
	...more,
});

/** The node's verdict on each item. */
async function checked(
	rules: object,
	items: object[],
	more: object = {},
	credential: Record<string, string> = {},
) {
	const parameters = { message: '={{ $json.message ?? $json }}', rules, ...more };
	const { outputs, error } = await run('check', parameters, {
		items: items.map((json) => ({ json: json as never })),
		credential,
	});
	expect(error).toBeUndefined();
	return outputs.map((output) => output.map(({ json }) => json));
}

test('the server is asked only if a message breaks a rule, and then once per chat', async () => {
	const additionalFields = { ignoreAdministrators: true };
	const of = (id: number) => message('casino', { from: { id } });
	await checked({ words: 'casino' }, [message('a'), of(1003)]);
	await checked({ words: 'casino' }, [message('a')], { additionalFields });
	expect(await emulator.calls()).toEqual([]);
	const [items] = await checked({ words: 'casino' }, [1003, 1001, 1003].map(of), {
		additionalFields,
	});
	expect(items.map(({ isBroken }) => isBroken)).toEqual([true, false, true]);
	expect(await emulator.calls('getChatAdministrators')).toHaveLength(1);
});

test('an entry of the list of administrators that is no object is passed over', async () => {
	const result = [null, 'text', { user: null }, { status: 'administrator', user: { id: 1001 } }];
	const server = await startByHand(({ answer }) => answer({ result }));
	const [items] = await checked(
		{ words: 'casino' },
		[1003, 1001].map((id) => message('casino', { from: { id } })),
		{ additionalFields: { ignoreAdministrators: true } },
		{ baseUrl: server.url },
	);
	await server.close();
	expect(items.map(({ isBroken }) => isBroken)).toEqual([true, false]);
});

test('a person who writes as the group counts as an administrator, and a channel does not', async () => {
	const additionalFields = { ignoreAdministrators: true };
	const items = [-1001, -1009].map((id) => message('casino', { sender_chat: { id } }));
	const [output] = await checked({ words: 'casino' }, items, { additionalFields });
	expect(output.map(({ isBroken }) => isBroken)).toEqual([false, true]);
	expect(await emulator.calls()).toEqual([]);
});

test.each<[string, unknown, object]>([
	['a text', 'casino', { isBroken: true, chatId: null, messageId: null, userId: null }],
	['a message of the API', message('casino'), { isBroken: true, chatId: -1001, messageId: 5 }],
	[
		'an update',
		{ update_id: 1, edited_message: message('casino') },
		{ isBroken: true, userId: 1003 },
	],
	[
		'an item of a trigger',
		{ update: { update_id: 1, message: message('casino') } },
		{ isBroken: true },
	],
	[
		'an album, of which a later part has the caption',
		{
			updates: ['a', 'casino'].map((text) => ({
				update_id: 1,
				message: message(text, { media_group_id: 'g' }),
			})),
		},
		{ isBroken: true },
	],
	[
		'a press of a button',
		{ update_id: 1, callback_query: { id: '1', message: message('casino') } },
		{ isBroken: false },
	],
])('%s is judged', async (_what, given, said) => {
	const [items] = await checked({ words: 'casino' }, [{ message: given }]);
	expect(items).toMatchObject([said]);
});

test('a list can be text or a real list, and can differ for each item', async () => {
	const rules = { words: '={{ $json.list }}', patterns: '={{ $json.patterns }}' };
	const items = [
		{ list: 'casino, 赌博', patterns: 'x+', text: '快来赌博吧' },
		{ list: ['казино', 'free money'], patterns: ['a{2,3}', 'b'], text: 'FREE money aa' },
		{ list: 'casino\nviagra', patterns: 'c', text: 'free money' },
	];
	const [output] = await checked(
		rules,
		items.map((item) => ({ ...item, message: item.text })),
	);
	expect(output.map(({ words, brokenRules }) => ({ words, brokenRules }))).toEqual([
		{ words: ['赌博'], brokenRules: ['words'] },
		{ words: ['free money'], brokenRules: ['pattern', 'words'] },
		{ words: [], brokenRules: [] },
	]);
});

test('an item with a part of an album does not count for the next item', async () => {
	const part = (text: string) => message(text, { media_group_id: 'g' });
	const [items] = await checked({ words: 'casino' }, [part('casino'), part('a')]);
	expect(items.map(({ isBroken }) => isBroken)).toEqual([true, false]);
});

test('a message that breaks rules in Log Only mode leaves by its own output', async () => {
	const rules = { words: 'casino', logOnly: true };
	const outputs = await checked(
		rules,
		['a', 'casino', 'b'].map((text) => message(text)),
	);
	expect(outputs.map((items) => items.map(({ isBroken }) => isBroken))).toEqual([
		[false, false],
		[true],
	]);
});

test.each<[object, unknown, string]>([
	[{}, 'a', 'Rules is empty'],
	[{ logOnly: true }, 'a', 'Log Only is on, but there is no rule'],
	[{ words: ' ' }, 'a', 'Forbidden Words is empty'],
	[{ words: { a: 1 } }, 'a', 'Forbidden Words must be text, but is an object'],
	[{ words: 'a' }, { a: 1 }, 'Message must be a message, but is an object'],
	[{ words: 'a' }, '', 'Message is empty'],
	[{ words: 'a' }, { updates: [] }, 'Message is empty'],
	[{ moreEmojiThan: 'many' }, 'a', 'Maximum Emoji must be a number'],
])('%j and %j are refused', async (rules, given, words) => {
	const parameters = { message: '={{ $json.given }}', rules };
	const { error } = await run('check', parameters, { items: [{ json: { given } as never }] });
	expect(error).toMatchObject({ message: expect.stringContaining(words) });
});

describe('Looks Like Spam', () => {
	const ROWS = madeRows(120, 1);
	const rules = { spamRows: '={{ $json.rows }}' };
	const SPAM = 'Earn 500$ a day with crypto, write to our manager';

	const judged = async (texts: string[], rows: unknown, more: object = {}) => {
		const items = texts.map((text) => ({ message: text, rows }));
		return await checked({ ...rules, ...more }, items);
	};

	test.each<[string, unknown]>([
		['a list', ROWS],
		['items of a node', ROWS.map((json) => ({ json }))],
		['JSON', JSON.stringify(ROWS)],
	])('learns from rows: %s', async (_what, rows) => {
		const [[spam, good] = []] = await judged([SPAM, 'Yesterday the train was late again'], rows);
		expect(spam).toMatchObject({ isBroken: true, brokenRules: ['spam'] });
		expect(spam.spamScore).toBeGreaterThan(0.5);
		expect(spam.spamScore).toBeLessThanOrEqual(1);
		const words = (spam.found as Array<{ rule: string; text: string }>).map(({ text }) => text);
		expect(words.length).toBeGreaterThan(0);
		for (const word of words) expect(SPAM).toContain(word);
		expect(good).toMatchObject({ isBroken: false, brokenRules: [], found: [] });
		expect(good.spamScore).toBeLessThan(0.5);
	});

	test('goes with the other rules, and with Log Only', async () => {
		const [[both] = []] = await judged([SPAM], ROWS, { words: 'crypto' });
		expect(both.brokenRules).toEqual(['spam', 'words']);
		const outputs = await judged([SPAM, 'The train was late'], ROWS, { logOnly: true });
		expect(outputs.map((items) => items.length)).toEqual([1, 1]);
	});

	test('says once that there are too few rows, and finds nothing', async () => {
		const given = [SPAM, SPAM].map((text) => ({
			json: { message: text, rows: ROWS.slice(0, 39) },
		}));
		const {
			outputs,
			run: saved,
			error,
		} = await run('check', { message: '={{ $json.message }}', rules }, { items: given });
		expect(error).toBeUndefined();
		const [items = []] = outputs;
		expect(items.map(({ json }) => [json.isBroken, json.spamScore])).toEqual([
			[false, null],
			[false, null],
		]);
		const [{ hints = [] } = {}] = saved.data.resultData.runData['Bot Messaging'] ?? [];
		expect(hints).toMatchObject([
			{ message: expect.stringContaining('Looks Like Spam has too few rows') },
		]);
	});

	test('with Log Only and too few rows, nothing is found and nothing is refused', async () => {
		const outputs = await judged([SPAM], ROWS.slice(0, 39), { logOnly: true });
		expect(outputs.map((items) => items.length)).toEqual([1, 0]);
	});

	test('an album counts as one text, and a message without a text is not spam', async () => {
		const part = (caption: string) => ({
			update_id: 1,
			message: message('', { text: undefined, caption, media_group_id: 'g' }),
		});
		const items = [
			{ message: { updates: [part('Hello'), part(SPAM)] }, rows: ROWS },
			{ message: message('', { text: undefined, sticker: { file_id: 's' } }), rows: ROWS },
		];
		const [output] = await checked(rules, items);
		expect(output.map(({ isBroken }) => isBroken)).toEqual([true, false]);
	});
});
