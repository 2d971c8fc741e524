import type { INodeProperties } from 'n8n-workflow';

import { integer } from '../../../nodes/BotMessaging/fields/encode';
import { date } from '../../../nodes/BotMessaging/fields/until';
import {
	inWords,
	isBlank,
	number,
	numberWithin,
	readBoolean,
	readChoice,
	readField,
	readGiven,
	single,
} from '../../../nodes/BotMessaging/engine/reading';

/** The encoded value, or the error message if it is refused. */
function outcome(read: () => unknown): unknown {
	try {
		return read();
	} catch (error) {
		return (error as Error).message;
	}
}

test.each([undefined, null, '', ' \n'])('%j is blank', (value) => {
	expect(isBlank(value)).toBe(true);
});

test.each([0, false, 'x', [], {}])('%j is not blank', (value) => {
	expect(isBlank(value)).toBe(false);
});

test.each<[value: unknown, words: string]>([
	['weeks', '"weeks"'],
	[5, '5'],
	[false, 'false'],
	[undefined, 'undefined'],
	[null, 'null'],
	[[], 'a list'],
	[{}, 'an object'],
])('in a message, %j is written as %s', (value, words) => {
	expect(inWords(value)).toBe(words);
});

test('a list of one counts as its element, and no other list does', () => {
	expect([single([1]), single([1, 2]), single([]), single('x')]).toEqual([1, [1, 2], [], 'x']);
});

test.each<[given: unknown, value: unknown]>([
	[true, true],
	['true', true],
	[1, true],
	['1', true],
	[false, false],
	['false', false],
	[0, false],
	['0', false],
	[[true], true],
	['', 'Silent is empty'],
	[null, 'Silent is empty'],
	['yes', 'Silent must be true or false, but is "yes"'],
	[2, 'Silent must be true or false, but is 2'],
	[[true, false], 'Silent must be true or false, but is a list'],
])('%j means %j in a switch', (given, value) => {
	expect(outcome(() => readBoolean(given, 'Silent'))).toBe(value);
});

const wrong = (words: string) => `Seconds must be a number, but is ${words}`;

test.each<[given: unknown, value: unknown]>([
	[7, 7],
	[0, 0],
	[-0.5, -0.5],
	[' 12 ', 12],
	['+1.5', 1.5],
	['-2', -2],
	['3.', 3],
	['.25', 0.25],
	[['8'], 8],
	['', 'Seconds is empty'],
	[undefined, 'Seconds is empty'],
	['1,5', wrong('"1,5"')],
	['1e3', wrong('"1e3"')],
	['.', wrong('"."')],
	['5 s', wrong('"5 s"')],
	['0x10', wrong('"0x10"')],
	[NaN, wrong('NaN')],
	[Infinity, wrong('Infinity')],
	[true, wrong('true')],
	[[1, 2], wrong('a list')],
	[{}, wrong('an object')],
])('%j means %j as a number', (given, value) => {
	expect(outcome(() => number(given, 'Seconds'))).toBe(value);
});

const field = (more: Partial<INodeProperties>): INodeProperties => ({
	displayName: 'Field',
	name: 'field',
	type: 'string',
	default: '',
	...more,
});

test.each<[typeOptions: object | undefined, given: unknown, value: unknown]>([
	[undefined, 0, 0],
	[undefined, -1, 'Field is -1, which is not possible'],
	[undefined, 1.5, 1.5],
	[{ minValue: 1, maxValue: 5 }, 1, 1],
	[{ minValue: 1, maxValue: 5 }, '5', 5],
	[{ minValue: 1, maxValue: 5 }, 0, 'Field is 0, which is not possible'],
	[{ minValue: 1, maxValue: 5 }, 6, 'Field is 6, which is not possible'],
	[{ numberPrecision: 0 }, 2, 2],
	[{ numberPrecision: 0 }, 2.5, 'Field is 2.5, which is not possible'],
	[{ numberPrecision: 1 }, 2.5, 2.5],
])('with the limits %j, %j gives %j', (typeOptions, given, value) => {
	expect(outcome(() => numberWithin(field({ typeOptions }), given))).toBe(value);
});

test.each<[typeOptions: object | undefined, section: string | undefined, advice: string]>([
	[undefined, undefined, 'Give Field a number from 0 upwards.'],
	[{ minValue: 1, maxValue: 5 }, undefined, 'Give Field a number from 1 to 5.'],
	[
		{ numberPrecision: 0 },
		'Options',
		'Under Options, set Field to a whole number from 0 upwards, or remove it.',
	],
])('the advice names the limits: %j %s', (typeOptions, section, advice) => {
	expect(() => numberWithin(field({ typeOptions }), -1, section)).toThrow(
		expect.objectContaining({ hint: advice }),
	);
});

test.each<[given: unknown, value: unknown]>([
	['⚽', '⚽'],
	['⚽\uFE0F', '⚽'],
	[['⚽'], '⚽'],
	['', ''],
	[7, 7],
	['7', 'Emoji has no choice "7"'],
	[undefined, 'Emoji is empty'],
	['x', 'Emoji has no choice "x"'],
	[['⚽', 7], 'Emoji has no choice a list'],
])('from a list of choices, %j gives %j', (given, value) => {
	expect(outcome(() => readChoice(['⚽', '', 7], given, 'Emoji'))).toBe(value);
});

test('an error about an unknown choice lists the choices', () => {
	expect(() => readChoice(['a', '', 'b'], 'c', 'Emoji')).toThrow(
		expect.objectContaining({ hint: expect.stringMatching(/one of: a, b\.$/) }),
	);
});

const choices = [
	{ name: 'A', value: 'a' },
	{ name: 'B', value: 'b' },
];
const rows = field({
	displayName: 'Buttons',
	type: 'fixedCollection',
	options: [
		{
			displayName: 'Row',
			name: 'row',
			values: [field({ displayName: 'Kind', name: 'kind', type: 'options', options: choices })],
		},
	],
});

test.each<[field: INodeProperties, given: unknown, value: unknown]>([
	[field({ type: 'boolean' }), 'true', true],
	[field({ type: 'options', options: choices }), 'b', 'b'],
	[field({ type: 'options', options: choices }), 'c', 'Field has no choice "c"'],
	[field({ type: 'multiOptions', options: choices }), ['a', 'b'], ['a', 'b']],
	[field({ type: 'multiOptions', options: choices }), 'a, b,', ['a', 'b']],
	[field({ type: 'multiOptions', options: choices }), 'a', ['a']],
	[field({ type: 'multiOptions', options: choices }), [], []],
	[field({ type: 'multiOptions', options: choices }), null, []],
	[field({ type: 'multiOptions', options: choices }), [' a '], ['a']],
	[field({ type: 'multiOptions', options: choices }), ['a', 7], 'Field has no choice 7'],
	[field({ type: 'multiOptions' }), ['a'], 'Field has no choice "a"'],
	[field({ type: 'string' }), 7, 7],
	[rows, { row: [{ kind: 'a' }, {}] }, { row: [{ kind: 'a' }, {}] }],
	[rows, {}, { row: [] }],
	[rows, undefined, { row: [] }],
	[rows, { row: [{ kind: 'a' }, { kind: 'c' }] }, 'Buttons 2: Kind has no choice "c"'],
])('%j with %j is read as %j', (one, given, value) => {
	expect(outcome(() => readField(one, given, one.displayName))).toEqual(value);
});

test.each<[type: INodeProperties['type'], given: unknown, read: object]>([
	['string', '', { field: '' }],
	['number', 0, { field: 0 }],
	['boolean', false, { field: false }],
	['string', undefined, {}],
	['string', null, {}],
	['string', ['x'], { field: 'x' }],
	['string', [null], {}],
	['json', ['x'], { field: ['x'] }],
	['options', '', {}],
	['multiOptions', '', {}],
])('among the optional fields, a %s with %j is read as %j', (type, given, read) => {
	expect(readGiven([field({ type })], { field: given, other: 1 })).toEqual(read);
});

test('an empty choice is valid if the list has it', () => {
	const one = field({ type: 'options', options: [...choices, { name: 'None', value: '' }] });
	expect(readGiven([one], { field: '' })).toEqual({ field: '' });
});

test('the error of a field in a row names the row', () => {
	expect(() => readGiven([field({ type: 'boolean' })], { field: 'x' }, 'Row 3: ')).toThrow(
		'Row 3: Field must be true or false',
	);
});

test.each([
	['an object without toString', Object.create(null)],
	['an object whose toString is no function', { toString: 1 }],
	['such an object in a list', [Object.create(null)]],
])('%s is refused in words of the form, as a number and as a date', (_what, value) => {
	const read = readGiven([field({})], { field: value }).field;
	expect(() => integer(read, 'Reply To')).toThrow(
		/^Reply To must be a whole number, but is (?:an object|a list)$/,
	);
	expect(() => date(read, 'End', 'utc')).toThrow(/^End is not a date: (?:an object|a list)$/);
});
