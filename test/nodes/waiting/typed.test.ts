import { readable } from '../../../nodes/BotMessaging/waiting/readable';
import { checkTyped, howToAnswer } from '../../../nodes/BotMessaging/waiting/typed';
import type { ReplyType } from '../../../nodes/BotMessaging/waiting/question';

const SIZES = ['Small', 'Large'];

describe('what somebody writes is taken for what it is', () => {
	test.each<[ReplyType, string, string | number]>([
		['text', ' Tomorrow ', 'Tomorrow'],
		['number', '12', 12],
		['number', '-0,5', -0.5],
		['number', '0', 0],
		['date', '2026-12-31', '2026-12-31'],
		['date', '31.12.2026', '2026-12-31'],
		['date', '1/2/2026', '2026-02-01'],
		['date', '5 May 2026', '2026-05-05'],
		['email', 'mia@example.com', 'mia@example.com'],
		['choice', 'large ', 'Large'],
	])('%s: %j', (type, text, value) => {
		expect(checkTyped(text, type, SIZES)).toEqual({ value });
	});
});

describe('what does not fit is said', () => {
	test.each<[ReplyType, string | undefined]>([
		['text', undefined],
		['text', '  '],
		['number', 'twelve'],
		['number', '1e3'],
		['number', '1.000.000'],
		['date', '31.2.2026'],
		['date', 'tomorrow'],
		['email', 'mia@example'],
		['email', 'mia @example.com'],
		['choice', 'medium'],
	])('%s: %j', (type, text) => {
		expect(checkTyped(text, type, SIZES)).toEqual({
			wrong: expect.stringContaining('reply to the question again'),
		});
	});

	test('with what is asked for', () => {
		expect(howToAnswer('choice', SIZES)).toBe(
			'Reply to this message with one of these: Small, Large.',
		);
	});
});

describe('what an agent wants to give a tool', () => {
	test('stands in lines', () => {
		const given = { to: ['Mia', 'Noah'], note: { text: 'Hi', urgent: true } };
		expect(readable('Input:\n[object Object]', given)).toBe(
			'Input:\nto: Mia, Noah\nnote: text: Hi; urgent: true',
		);
	});

	test('leaves any other question as it is', () => {
		expect(readable('[object Object]', undefined)).toBe('[object Object]');
	});
});
