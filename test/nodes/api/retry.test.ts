import {
	AnswerError,
	TransportError,
	transportError,
} from '../../../nodes/BotMessaging/api/errors';
import { mayRepeat } from '../../../nodes/BotMessaging/api/retry';
import { operations } from '../../../nodes/BotMessaging/operations';

type Make = (method: string) => Error;

const answer =
	(code: number, description: string, retryAfter?: number): Make =>
	(method) =>
		new AnswerError(method, code, description, retryAfter);

const lost =
	(bytesWritten: number): Make =>
	(method) =>
		transportError(method, {
			cause: { code: 'ECONNRESET', request: { socket: { bytesWritten } } },
		});

/** What may be sent again: by what happened, for a method that sends and for any other. */
const TABLE: Array<[what: string, make: Make, send: boolean, other: boolean]> = [
	['MESSAGE_TOO_MUCH', answer(400, 'MESSAGE_TOO_MUCH'), true, true],
	['429 with retry_after', answer(429, 'Too Many Requests', 3), true, true],
	['429 without retry_after', answer(429, 'Too Many Requests'), true, true],
	['400', answer(400, 'Bad Request: chat not found'), false, false],
	['401', answer(401, 'Unauthorized'), false, false],
	['403', answer(403, 'Forbidden'), false, false],
	['404', answer(404, 'Not Found'), false, false],
	['413', answer(413, 'Request Entity Too Large'), false, false],
	['500', answer(500, 'Internal Server Error'), false, true],
	['502', answer(502, 'Bad Gateway'), false, true],
	['503', answer(503, 'Service Unavailable'), false, true],
	['504', answer(504, 'Gateway Timeout'), false, true],
	['502 from a proxy', (m) => new TransportError(m, 'unreadable', '', 502), false, true],
	['no answer of the API', (m) => new TransportError(m, 'unreadable', '', 200), false, false],
	['refused', (m) => transportError(m, { cause: { code: 'ECONNREFUSED' } }), true, true],
	['reset before the request was written', lost(0), true, true],
	['reset after the request was written', lost(120), false, true],
	['time-out', (m) => transportError(m, { cause: { code: 'ECONNABORTED' } }), false, true],
	['cancelled', (m) => transportError(m, { cause: { code: 'ERR_CANCELED' } }), false, false],
];

const SENDS = ['sendMessage', 'sendVideo', 'sendAudio', 'sendVoice', 'sendMediaGroup', 'sendDice'];

describe.each(operations.map(({ value }) => value))('%s', (method) => {
	test.each(TABLE)('%s', (_what, make, send, other) => {
		expect(mayRepeat(method, make(method))).toBe(SENDS.includes(method) ? send : other);
	});
});
