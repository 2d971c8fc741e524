import {
	AnswerError,
	TransportError,
	transportError,
} from '../../../nodes/BotMessaging/api/errors';
import { mayHaveArrived, mayRepeat } from '../../../nodes/BotMessaging/api/retry';
import { operations } from '../../../nodes/BotMessaging/operations';

type Make = () => Error;

const answer =
	(code: number, description: string, retryAfter?: number): Make =>
	() =>
		new AnswerError(code, description, retryAfter);

const lost =
	(bytesWritten: number): Make =>
	() =>
		transportError({
			cause: { code: 'ECONNRESET', request: { socket: { bytesWritten } } },
		});

const thrown =
	(cause: object): Make =>
	() =>
		transportError({ cause });

/** The error for a request that was stopped while it waited for its turn. */
const cancelled: Make = () => new TransportError('cancelled', '');

const page =
	(status: number): Make =>
	() =>
		new TransportError('unreadable', '', status);

/**
 * By what happened: whether to resend a request that takes effect each time, whether to resend any other
 * request, and whether it may have been carried out.
 */
const TABLE: Array<
	[what: string, make: Make, once: boolean, other: boolean, mayHaveArrived: boolean]
> = [
	['MESSAGE_TOO_MUCH', answer(400, 'MESSAGE_TOO_MUCH'), true, true, false],
	['429 with retry_after', answer(429, 'Too Many Requests', 3), true, true, false],
	['429 without retry_after', answer(429, 'Too Many Requests'), true, true, false],
	['400', answer(400, 'Bad Request: chat not found'), false, false, false],
	['401', answer(401, 'Unauthorized'), false, false, false],
	['403', answer(403, 'Forbidden'), false, false, false],
	['404', answer(404, 'Not Found'), false, false, false],
	['413', answer(413, 'Request Entity Too Large'), false, false, false],
	['500', answer(500, 'Internal Server Error'), false, true, true],
	['502', answer(502, 'Bad Gateway'), false, true, true],
	['503', answer(503, 'Service Unavailable'), false, true, true],
	['504', answer(504, 'Gateway Timeout'), false, true, true],
	['a page of 500', page(500), false, true, true],
	['a page of 502', page(502), false, true, true],
	['a page of 200', page(200), false, false, true],
	['a page of 302', page(302), false, false, false],
	['a page of 404', page(404), false, false, false],
	['a page of 499', page(499), false, false, false],
	['refused', thrown({ code: 'ECONNREFUSED' }), true, true, false],
	['no such host', thrown({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), true, true, false],
	[
		'no way to the host, at connecting',
		thrown({ code: 'EHOSTUNREACH', cause: { code: 'EHOSTUNREACH', syscall: 'connect' } }),
		true,
		true,
		false,
	],
	[
		'no way to the host, on an open connection',
		thrown({ code: 'EHOSTUNREACH', cause: { code: 'EHOSTUNREACH', syscall: 'read' } }),
		false,
		true,
		true,
	],
	[
		'no way to the network, on an open connection',
		thrown({ code: 'ENETUNREACH' }),
		false,
		true,
		true,
	],
	[
		'no way to any address of the host',
		thrown({
			code: 'ETIMEDOUT',
			errors: [
				{ code: 'ETIMEDOUT', syscall: 'connect' },
				{ code: 'ENETUNREACH', syscall: 'connect' },
			],
		}),
		true,
		true,
		false,
	],
	['reset before the request was written', lost(0), true, true, false],
	['reset after the request was written', lost(120), false, true, true],
	['time-out', thrown({ code: 'ECONNABORTED' }), false, true, true],
	['cancelled before it was sent', cancelled, false, false, false],
	['cancelled under way', thrown({ code: 'ERR_CANCELED' }), false, false, true],
];

const EFFECTS = [...new Set(operations.map(({ effect }) => effect))];

describe.each(EFFECTS)('an operation of effect %s', (effect) => {
	test.each(TABLE)('%s', (_what, make, once, other, arrived) => {
		const error = make();
		expect(mayRepeat(effect, error)).toBe(effect === 'once' ? once : other);
		expect(mayHaveArrived(error)).toBe(arrived);
	});
});
