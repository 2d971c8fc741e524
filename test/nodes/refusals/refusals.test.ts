import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { hintFor, labelsOf, meaningOf } from '../../../nodes/BotMessaging/engine/hints';
import { operations } from '../../../nodes/BotMessaging/operations';
import { fits, REFUSALS } from '../../../nodes/BotMessaging/refusals';
import { ROOT } from '../../../scripts/lib/paths';
import { REFUSAL_CASES, UNKNOWN_REFUSALS } from '../../cases/refusals';

const operation = (name: string) => operations.find(({ value }) => value === name)!;

/** `400 Bad Request: chat not found` in its two parts. */
function read(said: string): [code: number, words: string] {
	const [code, ...words] = said.split(' ');
	return [Number(code), words.join(' ')];
}

const table = REFUSAL_CASES.flatMap(({ says, ...rest }) => says.map((said) => ({ said, ...rest })));

test('the list has 150 different refusals', () => {
	expect(new Set(table.map(({ said }) => said)).size).toBeGreaterThanOrEqual(150);
});

test.each(table)('$said: $reason', ({ said, reason, hint, of }) => {
	for (const name of of) {
		const meaning = meaningOf(operation(name), ...read(said));
		expect({ name, ...meaning }).toEqual({ name, reason, hint: expect.stringMatching(hint) });
	}
	const [code, words] = read(said);
	expect(meaningOf(operation(of[0]), code, words.toUpperCase()).reason).toBe(reason);
});

const MEANT: Record<number, RegExp> = {
	400: /^badValue$/,
	403: /^noRight$/,
	404: /^(?:chatNot|messageGone)/,
};

test.each(UNKNOWN_REFUSALS)('%s fits only the row of its code, for any operation', (said) => {
	const [code, words] = read(said);
	for (const each of operations) {
		const { reason, hint } = meaningOf(each, code, words);
		expect(reason).toMatch(MEANT[code] ?? /^refused$/);
		expect(hint).toMatch(code in MEANT ? new RegExp(`^The code ${code} means that `) : /^$/);
	}
});

test('a 403 about a private chat means that the person blocked the bot', () => {
	const asked = { ...operation('sendMessage'), chat: 1003 };
	expect(meaningOf(asked, 403, 'Forbidden: no more')).toEqual({
		reason: 'blocked',
		hint: 'The code 403 means that this person blocked the bot, or never wrote to it.',
	});
});

test('each row fits a refusal of the list, or of the emulator', () => {
	const hidden = REFUSALS.filter((row) => {
		const own = (row.says ?? ['']).map((one) => one.replaceAll('…', 'x').replaceAll('#', '9'));
		return !own.every((words) =>
			operations.some((operation) => {
				const each = { ...operation, ...(row.toPerson && { chat: 1 }) };
				const code = row.code ?? 400;
				const shown = REFUSALS.find(
					(other) => fits(other, code, words) && hintFor(other, each) !== undefined,
				);
				return shown === row;
			}),
		);
	});
	expect(hidden).toEqual([]);
});

/** The rows of an operation's page: what the server says, and what to do. */
function rowsOf({ resource, value }: (typeof operations)[number]): Array<[string, string]> {
	const page = readFileSync(join(ROOT, 'docs', 'operations', `${resource}-${value}.md`), 'utf8');
	const [, refused = ''] = page.split('## If the server refuses');
	return [...refused.matchAll(/^\| (.*`.*?) +\| `\w+` +\| (.*?) +\|$/gm)].map(([, says, hint]) => [
		says,
		hint,
	]);
}

test('the pages have rows', () => {
	expect(rowsOf(operation('sendMessage')).length).toBeGreaterThan(9);
});

test.each(operations)('the page of $resource/$value has only hints that it can give', (each) => {
	const silent = rowsOf(each).filter(([says, hint]) => {
		const words = [...says.matchAll(/`(.+?)`/g)].map(([, one]) => one.replaceAll('…', 'x'));
		const [code = '400'] = /^\d+/.exec(says) ?? [];
		return !words.some((one) => meaningOf(each, Number(code), one).hint === hint);
	});
	expect(silent).toEqual([]);
});

test('the page of a method has no hint for another method', () => {
	const saysOn = (name: string) => rowsOf(operation(name)).map(([says]) => says);
	expect(saysOn('sendAudio')).not.toContainEqual(expect.stringContaining('title'));
	expect(saysOn('editMessageReplyMarkup')).not.toContainEqual(
		expect.stringMatching(/no (?:text|caption)/),
	);
	expect(saysOn('answerCallbackQuery')).not.toContainEqual(expect.stringContaining('empty'));
});

test('a hint says what to do, and puts the blame on nobody', () => {
	for (const { hint } of REFUSALS) {
		expect(hint).toMatch(/\.$/);
		expect(hint).not.toMatch(/\b(error|problem|failure|mistake)s?\b/i);
	}
});

test('each field of a row exists in an operation', () => {
	const known = new Set(operations.flatMap((each) => [...labelsOf(each).keys()]));
	const named = REFUSALS.flatMap(({ only = [], check = [] }) => [...check, only].flat());
	const names = named.flatMap((parameters) => parameters.split('|'));
	expect(names.filter((name) => !known.has(name))).toEqual([]);
});
