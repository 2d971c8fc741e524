import { execFileSync } from 'node:child_process';
import path from 'node:path';

import fc from 'fast-check';

import {
	learn,
	type Learned,
	type JudgedText,
} from '../../../nodes/BotMessaging/moderation/learned';
import { LearnedRows, rowsIn } from '../../../nodes/BotMessaging/moderation/spamRows';
import { draw, atItsCut, rankedAt, scoresOf } from '../../../bench/labelled';
import { ROOT } from '../../package/sources';
import { chineseRows, madeRows } from '../../support/madeSpam';

const learned = async (rows: JudgedText[]): Promise<Learned> => {
	const all = await learn(rows);
	if (!all) throw new Error('too few rows');
	return all;
};

const ROWS = madeRows(300, 1);
const TEXTS = madeRows(20, 2).map(({ text }) => text);

const scores = (one: Learned) => TEXTS.map((text) => one.scoreOf(text));

describe('the same rows give the same scores', () => {
	test('in any order', async () => {
		const first = scores(await learned(ROWS));
		await fc.assert(
			fc.asyncProperty(fc.shuffledSubarray(ROWS, { minLength: ROWS.length }), async (rows) => {
				expect(scores(await learned(rows))).toEqual(first);
			}),
			{ numRuns: 5 },
		);
	});

	test('after a row is added and taken back', async () => {
		const first = scores(await learned(ROWS));
		const more = [...ROWS, { text: 'Meet me at the station at noon', isSpam: true }];
		expect(scores(await learned(more))).not.toEqual(first);
		expect(scores(await learned(more.slice(0, -1)))).toEqual(first);
	});

	test('in another process', async () => {
		const [text = ''] = TEXTS;
		const here = (await learned(ROWS)).scoreOf(text);
		const script = `
			const { learn } = require('./nodes/BotMessaging/moderation/learned.ts');
			const { madeRows } = require('./test/support/madeSpam.ts');
			learn(madeRows(300, 1)).then((all) => console.log(all.scoreOf(${JSON.stringify(text)})));`;
		const args = ['--import', 'tsx', '--eval', script];
		const there = execFileSync(process.execPath, args, { cwd: path.resolve(ROOT) });
		expect(Number(there).toFixed(6)).toBe(here.toFixed(6));
	});

	test('however often a text is in them', async () => {
		const doubled = [...ROWS, ...ROWS.slice(0, 50)];
		expect(scores(await learned(doubled))).toEqual(scores(await learned(ROWS)));
	});
});

describe('too few rows to learn from', () => {
	const good = ROWS.filter(({ isSpam }) => !isSpam);
	const spam = ROWS.filter(({ isSpam }) => isSpam);

	test.each<[string, JudgedText[], boolean]>([
		['none', [], false],
		['39 rows', [...spam.slice(0, 9), ...good.slice(0, 30)], false],
		['40 rows', [...spam.slice(0, 10), ...good.slice(0, 30)], true],
		['4 of spam', [...spam.slice(0, 4), ...good.slice(0, 60)], false],
		['5 of spam', [...spam.slice(0, 5), ...good.slice(0, 60)], true],
		['19 of what people wrote', [...spam.slice(0, 40), ...good.slice(0, 19)], false],
		['20 of what people wrote', [...spam.slice(0, 40), ...good.slice(0, 20)], true],
		['one kind alone', good, false],
		['the other kind alone', spam, false],
		['one text 400 times', Array.from({ length: 400 }, () => spam[0]), false],
		[
			'texts that count as both',
			spam.flatMap(({ text }) => [
				{ text, isSpam: true },
				{ text, isSpam: false },
			]),
			false,
		],
	])('%s', async (_what, rows, isEnough) => {
		expect((await learn(rows)) !== undefined).toBe(isEnough);
	});
});

test('of a text with several verdicts, most of them count', async () => {
	const [one] = TEXTS;
	const row = (isSpam: boolean) => ({ text: one, isSpam });
	const once = await learned([...ROWS, row(true)]);
	const contradicted = await learned([...ROWS, row(true), row(true), row(false)]);
	expect(scores(contradicted)).toEqual(scores(once));
});

describe.each<[string, (count: number, seed: number) => JudgedText[], number]>([
	['English', madeRows, 0.9],
	['Chinese, without spaces', chineseRows, 0.5],
])('after 200 rows in %s', (_language, rows, recall) => {
	test('most spam is found, and 1.5 % of what people write at most', async () => {
		const sums = { ranked: 0, found: 0, alarms: 0 };
		const all = rows(900, 7);
		for (let seed = 1; seed <= 10; seed++) {
			const [lessons, unseen] = draw(all, 200, seed);
			const one = await learned(lessons);
			const scored = scoresOf(unseen, (text) => one.scoreOf(text));
			sums.ranked += rankedAt(scored).recall / 10;
			sums.found += atItsCut(scored).recall / 10;
			sums.alarms += atItsCut(scored).alarms / 10;
		}
		expect(sums.ranked).toBeGreaterThanOrEqual(recall);
		expect(sums.found).toBeGreaterThanOrEqual(recall);
		expect(sums.alarms).toBeLessThanOrEqual(0.015);
	});
});

describe('spam in another spelling is found, too', () => {
	test.each([
		['as it was', 'Earn money with crypto, write to our manager'],
		['Cyrillic letters', 'Еаrn mоnеу with сrурtо, writе tо оur mаnаgеr'],
		[
			'invisible signs',
			'Ea\u200Brn mo\u200Bney with cry\u00ADpto, wri\u2060te to our mana\u200Dger',
		],
		['spaces between letters', 'E a r n m o n e y with c r y p t o, write to our manager'],
		['drawn letters', '𝐄𝐚𝐫𝐧 𝐦𝐨𝐧𝐞𝐲 𝐰𝐢𝐭𝐡 𝐜𝐫𝐲𝐩𝐭𝐨, write to our manager'],
		['emoji for letters', '🅴🅰🆁🅽 🇲🇴🇳🇪🇾 with crypto, write to our manager'],
		['digits for letters', 'E4rn m0n3y with crypt0, wr1te to our manag3r'],
		['accents', 'Éàrn móney with crýpto, wríte to our mánager'],
	])('%s', async (_what, text) => {
		expect((await learned(ROWS)).scoreOf(text)).toBeGreaterThan(0.5);
	});
});

test('traditional Chinese signs are those that are written in simplified rows', async () => {
	const chinese = await learned(chineseRows(300, 1));
	const [simplified, traditional, odd] = [
		'朋友们在家赚三千元手机操作联系客服',
		'朋友們在家賺三千元手機操作聯繫客服',
		'朋友們在家賺三千元手機操作加薇信abc123',
	].map((text) => chinese.scoreOf(text));
	expect(simplified).toBeGreaterThan(0.5);
	expect(traditional).toBeCloseTo(simplified, 6);
	expect(odd).toBeGreaterThan(0.5);
});

test('the words that count are the words as they were written', async () => {
	const signs = (await learned(ROWS)).signsIn('Hello all, еаrn money with CRYPTO today', 3);
	expect(signs).toContain('CRYPTO');
	expect(signs).not.toContain('Hello');
	const chinese = await learned(chineseRows(300, 1));
	expect(chinese.signsIn('大家好加微信赚钱', 5)).toEqual(expect.arrayContaining(['赚钱']));
	expect(chinese.signsIn('妈妈，加微信赚钱', 5)).not.toContain('妈妈');
});

test('a text without words is not found', async () => {
	const one = await learned(ROWS);
	expect(['', '  \n', '\u200B'].map((text) => one.scoreOf(text) > 0.5)).toEqual([
		false,
		false,
		false,
	]);
});

test('n8n can do its other work while 5,000 rows are learned', async () => {
	let turns = 0;
	const timer = setInterval(() => turns++, 0);
	await learn(madeRows(5000, 3));
	clearInterval(timer);
	expect(turns).toBeGreaterThan(20);
});

describe('rows as they come', () => {
	const row = { text: 'hello', isSpam: false };

	test.each<[string, unknown, JudgedText[]]>([
		['objects', [row], [row]],
		['items', [{ json: { id: 1, ...row } }], [row]],
		['JSON', JSON.stringify([row]), [row]],
		[
			'true and false as text and numbers',
			[
				{ text: 'a', isSpam: 'true' },
				{ text: 'b', isSpam: 0 },
			],
			[
				{ text: 'a', isSpam: true },
				{ text: 'b', isSpam: false },
			],
		],
		[
			'what is no row',
			[null, 1, 'text', [], {}, { text: 'a' }, { text: 'a', isSpam: null }, { isSpam: true }],
			[],
		],
		[
			'no text',
			[
				{ text: null, isSpam: true },
				{ text: ' ', isSpam: true },
				{ text: { a: 1 }, isSpam: true },
			],
			[],
		],
		['a verdict that is none', [{ text: 'a', isSpam: 'maybe' }], []],
	])('%s', (_what, given, rows) => expect(rowsIn(given)).toEqual(rows));

	test('a text is cut after 4,096 characters', () => {
		const [one] = rowsIn([{ text: 'a'.repeat(100_000), isSpam: true }]);
		expect(one.text).toHaveLength(4096);
	});

	test.each([['text'], [{}], [5], ['{"text":"a"}']])('%j is no list', (given) => {
		expect(() => rowsIn(given)).toThrow('Looks Like Spam must be a list of rows');
	});

	test.each([
		[19_999, true],
		[20_000, true],
		[20_001, false],
	])('%d rows', (count, isFine) => {
		const read = () => rowsIn(Array.from({ length: count }, () => row));
		if (isFine) expect(read()).toHaveLength(count);
		else expect(read).toThrow('Looks Like Spam has 20001 rows, but at most 20000 are possible');
	});

	test('long and odd texts can be learned', async () => {
		const odd = ['\uD800'.repeat(500), '1 '.repeat(2000), '🇦'.repeat(1000), 'аa'.repeat(2000)];
		const rows = [...ROWS, ...odd.map((text) => ({ text, isSpam: true }))];
		const one = await learned(rowsIn(rows));
		for (const score of scores(one)) expect(Number.isFinite(score)).toBe(true);
	});
});

test('the same rows are learned once, also by executions at the same time', async () => {
	const memory = new LearnedRows();
	const [one, other] = await Promise.all([memory.from(ROWS), memory.from([...ROWS])]);
	expect(other).toBe(one);
	expect(await memory.from(ROWS.slice(1))).not.toBe(one);
});
