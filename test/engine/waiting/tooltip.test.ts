import type { INode } from 'n8n-workflow';

import { BotMessaging } from '../../../nodes/BotMessaging/BotMessaging.node';
import { editorWords } from '../../support/editorWords';
import { byId } from '../../support/locators';

const type = new BotMessaging();

const tooltip = (parameters: object) =>
	editorWords(
		type,
		{ operation: 'sendAndWait', chatId: byId('-1001'), ...parameters } as INode['parameters'],
		type.description.waitingNodeTooltip,
	);

const limited = (limit: object) => ({ limitWaitTime: true, ...limit });
const interval = (resumeAmount: unknown, resumeUnit = 'minutes') =>
	limited({ limitType: 'afterTimeInterval', resumeAmount, resumeUnit });
const until = (maxDateAndTime: string) => limited({ limitType: 'atSpecifiedTime', maxDateAndTime });
const fromList = (name: string) => ({
	__rl: true,
	mode: 'list',
	value: '-1001',
	cachedResultName: name,
});

test.each<[string, object, string]>([
	['a chat by its number', {}, 'Waits for an answer in -1001'],
	['a chat from the list', { chatId: fromList('Demo Group') }, 'Waits for an answer in Demo Group'],
	[
		'a chat from an expression, which has no item here',
		{ chatId: byId("={{ $('Before').item.json.chatId }}") },
		'Waits for an answer in the chat',
	],
	['some minutes', interval(45), 'Waits for an answer in -1001, for up to 45 minutes'],
	['one hour', interval('1', 'hours'), 'Waits for an answer in -1001, for up to 1 hour'],
	['a time with its unit', interval('1d 12h'), 'Waits for an answer in -1001, for up to 1d 12h'],
	['a time without an end', interval('forever'), 'Waits for an answer in -1001'],
	[
		'an amount from an expression',
		interval('={{ $json.n }}'),
		'Waits for an answer in -1001, for a limited time',
	],
	['a date', until('2026-12-31T18:30:00'), 'Waits for an answer in -1001, until 2026-12-31 18:30'],
	[
		'a date from an expression',
		until('={{ $json.end }}'),
		'Waits for an answer in -1001, for a limited time',
	],
])('the editor shows for a question with %s: %j', (_what, parameters, words) => {
	expect(tooltip(parameters)).toBe(words);
});

test('the name of a chat cannot put HTML into the editor', () => {
	expect(tooltip({ chatId: fromList('<img src=x onerror=alert(1)>') })).not.toMatch(/[<>]/);
});

test('another operation shows nothing', () => {
	expect(tooltip({ operation: 'sendMessage' })).toBe('');
});
