import type { Field, ItemContext, Operation } from '../../../nodes/BotMessaging/engine/define';
import { bodyNow, bodyOf, readValues } from '../../../nodes/BotMessaging/engine/body';
import { snakeCase } from '../../../nodes/BotMessaging/api/basics';

const field = (name: string, more: object = {}): Field =>
	({
		name,
		displayName: name,
		type: 'string',
		default: '',
		wire: 'asRead',
		...more,
	}) as unknown as Field;

const operation = (fields: Field[], additionalFields?: Field[]) =>
	({ fields, additionalFields }) as unknown as Operation;

const context = (values: object) => ({ values }) as unknown as ItemContext;

test.each([
	['chatId', 'chat_id'],
	['replyToMessageId', 'reply_to_message_id'],
	['text', 'text'],
])('%s is %s on the wire', (name, wire) => {
	expect(snakeCase(name)).toBe(wire);
});

describe('the values of a form', () => {
	const given: Record<string, unknown> = { kind: 'a', text: 'x', old: 'y', both: 'z' };

	test('are those of the fields that are shown', () => {
		const fields = [
			field('kind'),
			field('text', { shownFor: { kind: ['a', 'b'] } }),
			field('old', { shownFor: { kind: ['b'] } }),
			field('both', { shownFor: { kind: ['a'], text: ['y'] } }),
		];
		const read: string[] = [];
		const values = readValues(operation(fields), (name) => {
			read.push(name);
			return given[name];
		});
		expect(values).toEqual({ kind: 'a', text: 'x' });
		expect(read).toEqual(['kind', 'text']);
	});

	test('include those of the fields that were added', () => {
		const one = operation([], [field('silent', { type: 'boolean' })]);
		expect(readValues(one, () => ({ silent: 'true', other: 1 }))).toEqual({
			additionalFields: { silent: true },
		});
		expect(readValues(one, () => undefined)).toEqual({ additionalFields: {} });
	});
});

describe('the body of a request', () => {
	const coded = (encode: (value: unknown) => unknown, more: object = {}) => ({
		wire: { encode, ...more },
	});

	test('has the values under their wire names, as their fields encode them', () => {
		const one = operation(
			[
				field('chatId'),
				field('formAlone', { wire: 'formOnly' }),
				field(
					'text',
					coded((value) => `${value as string}!`),
				),
				field('until', coded(Number, { key: 'until_date' })),
				field(
					'nothing',
					coded(() => undefined),
				),
				field('notRead'),
			],
			[field('silent')],
		);
		const values = { chatId: 7, formAlone: 1, text: 'Hi', until: '5', nothing: 1 };
		const additionalFields = { silent: false };
		expect(bodyOf(one, context({ ...values, additionalFields }))).toEqual({
			chat_id: 7,
			text: 'Hi!',
			until_date: 5,
			silent: false,
		});
		expect(bodyOf(one, context(values))).not.toHaveProperty('silent');
	});

	test('cannot have a value twice', () => {
		const one = operation([field('text')], [field('text')]);
		expect(() => bodyOf(one, context({ text: 'a', additionalFields: { text: 'b' } }))).toThrow(
			'text is set twice',
		);
	});

	test('gets its times from the moment of the send, and nothing else', () => {
		let now = 1;
		const timed = coded(() => now, { isTimed: true });
		const one = operation(
			[
				field(
					'text',
					coded(() => now),
				),
				field('until', timed),
			],
			[field('since', timed)],
		);
		const values = context({ text: 'a', until: 'x', additionalFields: { since: 'y' } });
		const body = bodyOf(one, values);
		now = 2;
		expect(bodyNow(one, values, body)).toEqual({ text: 1, until: 2, since: 2 });
	});
});
