import { AnswerError, TransportError } from '../../../../nodes/BotMessaging/api/errors';
import {
	diagnose,
	escalate,
	pauseAfter,
	removeWebhook,
	type Diagnosis,
} from '../../../../nodes/BotMessaging/sources/polling/getUpdates';
import { callOf } from '../../../support/calls';

const refused = new TransportError('refused', 'The server cannot be reached');
const conflict = new AnswerError(409, 'Conflict: terminated by other getUpdates request');
const unauthorized = new AnswerError(401, 'Unauthorized');

test.each<[what: string, error: unknown, failures: number, ms: number]>([
	['a first failure', refused, 1, 100],
	['a second one', refused, 2, 200],
	['a tenth one', refused, 10, 51_200],
	['many', refused, 50, 60_000],
	['a first refused token', unauthorized, 1, 100],
	['many of them', unauthorized, 50, 10_000],
	['a wait that the server asks for', new AnswerError(429, 'Too Many Requests', 7), 1, 7000],
	['a shorter wait than its own', new AnswerError(429, 'Too Many Requests', 1), 5, 1600],
	['a minute at most, whatever the server asks', new AnswerError(429, 'Too Many', 600), 50, 60_000],
	['a minute at most, also after a 503', new AnswerError(503, 'Busy', 1_000_000_000), 1, 60_000],
])('after %s there is a pause', (_what, error, failures, ms) => {
	expect(pauseAfter(error, failures)).toBe(ms);
});

test.each([
	[1, 100],
	[50, 10_000],
])(
	'after %i polls that a webhook prevented there is a short pause: it may be gone',
	(tries, ms) => {
		expect(pauseAfter(conflict, tries, 'webhook at example.com')).toBe(ms);
	},
);

test.each<[state: Diagnosis['state'], ms: number, after: Diagnosis['state']]>([
	['unreachable', 299_999, 'unreachable'],
	['unreachable', 300_000, 'down'],
	['conflict', 300_000, 'conflict'],
])('a problem of the kind %s becomes, after %i ms, %s', (state, ms, after) => {
	expect(escalate({ state, words: 'why' }, ms)).toEqual({ state: after, words: 'why' });
});

describe('the reason for a failed poll:', () => {
	test.each<[what: string, error: Error, state: string, words: string]>([
		['no server', refused, 'unreachable', 'The server cannot be reached'],
		['a refused token', unauthorized, 'token', 'paste the new token'],
		['another refusal', new AnswerError(400, 'Bad Request'), 'refused', 'Bad Request'],
		['a fault of the server', new AnswerError(502, 'Bad Gateway'), 'unreachable', 'Bad Gateway'],
	])('%s', async (_what, error, state, words) => {
		const { call, asked } = callOf();
		const diagnosis = await diagnose(error, call);
		expect(diagnosis).toEqual({ state, words: expect.stringContaining(words) });
		expect(asked).toEqual([]);
	});

	test('a webhook is named without the secret parts of its address', async () => {
		const { call } = callOf({ url: 'https://example.com/hidden?key=hidden' });
		expect(await diagnose(conflict, call)).toEqual({
			state: 'webhook',
			webhook: 'webhook at example.com',
			words: expect.stringContaining('to a webhook at example.com. Remove it with Bot > Delete'),
		});
	});

	test.each([{ url: '' }, new AnswerError(404, 'Not Found')])(
		'if the server does not say where the webhook leads, its words decide: %j',
		async (info) => {
			const webhook = new AnswerError(409, 'Conflict: a WebHook is set');
			expect(await diagnose(webhook, callOf(info).call)).toEqual({
				state: 'conflict',
				webhook: 'webhook',
				words: expect.stringContaining('a WebHook is set. Remove it with Bot > Delete'),
			});
			expect(await diagnose(conflict, callOf(info).call)).toEqual({
				state: 'conflict',
				words: expect.stringContaining('Another program fetches the updates'),
			});
		},
	);
});

test('a webhook is removed, or the error says why not', async () => {
	const { call, asked } = callOf(true);
	const removed = await removeWebhook(call, 'webhook at example.com');
	expect(removed).toMatchObject({ state: 'removed' });
	expect(asked).toEqual([['deleteWebhook', {}]]);
	expect(await removeWebhook(callOf(unauthorized).call, 'webhook')).toEqual({
		state: 'webhook',
		words: "The bot's webhook cannot be removed: Unauthorized. Trying again.",
	});
});
