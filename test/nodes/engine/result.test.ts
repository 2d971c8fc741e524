import { AnswerError, TransportError } from '../../../nodes/BotMessaging/api/errors';
import { outputIfDone, outputOf } from '../../../nodes/BotMessaging/engine/result';
import type { Operation } from '../../../nodes/BotMessaging/engine/define';

const sent = { message_id: 7, chat: { id: -1 }, text: 'Hi' };

test.each<[result: unknown, items: object[]]>([
	[true, [{ success: true }]],
	[false, [{ result: false }]],
	['link', [{ result: 'link' }]],
	[null, [{ result: null }]],
	[undefined, [{ result: undefined }]],
	[[], []],
	[
		[true, [1]],
		[{ success: true }, { result: 1 }],
	],
	[{ a: 1 }, [{ a: 1 }]],
	[sent, [{ chatId: -1, messageId: 7, ...sent }]],
	[{ message_id: 7 }, [{ message_id: 7 }]],
	[{ message_id: 7, chat: {} }, [{ message_id: 7, chat: {} }]],
	[{ chat: { id: -1 } }, [{ chat: { id: -1 } }]],
])('%j becomes items', (result, items) => {
	expect(outputOf(result)).toEqual(items);
});

describe('a refusal means that the work is already done', () => {
	const operation = {
		alreadyDone: { says: /not found/, output: (body: object) => [{ done: body }] },
	} as unknown as Operation;
	const refusal = (code: number, words: string, mayHaveArrived: boolean) =>
		Object.assign(new AnswerError(code, words), { mayHaveArrived });
	const itemsOf = (error: unknown, of: Operation) => outputIfDone(of, error, { id: 7 });

	test('if an earlier try got no answer, and the method lists these words for that', () => {
		expect(itemsOf(refusal(400, 'message not found', true), operation)).toEqual([
			{ done: { id: 7 } },
		]);
	});

	test.each<[what: string, error: unknown, of: Operation]>([
		['there was no earlier try', refusal(400, 'message not found', false), operation],
		['the server is in trouble', refusal(500, 'message not found', true), operation],
		['it says something else', refusal(400, 'no rights', true), operation],
		['it did not answer', new TransportError('reset', 'not found'), operation],
		['the method has no such words', refusal(400, 'message not found', true), {} as Operation],
	])('but not if %s', (_what, error, of) => {
		expect(itemsOf(error, of)).toBeUndefined();
	});
});
