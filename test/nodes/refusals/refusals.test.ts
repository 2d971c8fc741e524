import { hintFor, labelsOf, meaningOf } from '../../../nodes/BotMessaging/engine/hints';
import { operations } from '../../../nodes/BotMessaging/operations';
import { fits, REFUSALS } from '../../../nodes/BotMessaging/refusals';
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

test.each(UNKNOWN_REFUSALS)('%s fits no row, for any operation', (said) => {
	for (const each of operations) {
		expect(meaningOf(each, ...read(said))).toEqual({ reason: 'refused', hint: '' });
	}
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
