import type { RequestListener } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { useBot } from '../support/bot';
import { startOddServer } from '../support/odd';
import { byId } from '../support/locators';

const { run } = useBot();

const REQUESTS: Record<string, IDataObject> = {
	sendMessage: { chatId: byId('-1001'), text: 'Hello' },
	banChatMember: { chatId: byId('-1001'), userId: byId('1004') },
	getMe: {},
};

/** Answers of a server in order; the last one is repeated. */
type Answers = Array<(...all: Parameters<RequestListener>) => unknown>;

/** Runs an operation against a server with these answers, with errors that stop the run or not. */
async function answered(
	operation: string,
	answers: Answers,
	{ traffic = {}, credential = {} } = {},
) {
	const ways = ['stopWorkflow', 'continueRegularOutput'] as const;
	const [stopped, gone] = await Promise.all(
		ways.map(async (onError) => {
			let count = 0;
			const server = await startOddServer((request, response) => {
				request.resume().on('end', () => {
					answers[Math.min(count++, answers.length - 1)](request, response);
				});
			});
			try {
				const result = await run(
					operation,
					{ ...REQUESTS[operation], traffic: { longestWait: 0.02, retries: 3, ...traffic } },
					{ credential: { baseUrl: server.url, ...credential }, node: { onError } },
				);
				return { ...result, requests: server.asked.length, url: server.url };
			} finally {
				await server.close();
			}
		}),
	);
	expect(gone.requests).toBe(stopped.requests);
	return { ...stopped, json: gone.json };
}

const page =
	(status: number, headers: object = {}, body = '<html>Some page</html>'): Answers[number] =>
	(_request, response) =>
		response.writeHead(status, { ...headers }).end(body);

const json = (status: number, body: object, headers = {}) =>
	page(status, headers, JSON.stringify(body));

const OK = json(200, { ok: true, result: { message_id: 1 } });

describe('a page instead of an answer', () => {
	describe.each<[status: number, hint: RegExp]>([
		[301, /Check Base URL and Token Path/],
		[400, /Check Base URL and Token Path/],
		[401, /Check Base URL and Bot Token/],
		[403, /Check Base URL and Bot Token.* proxy/],
		[404, /check Base URL, Token Path and Bot Token/],
		[407, /The proxy between n8n and the server asks for a login/],
		[413, /files of this size/],
	])('%d', (status, hint) => {
		test.each(['sendMessage', 'banChatMember'])('%s was not carried out', async (operation) => {
			const { error, json, requests } = await answered(operation, [page(status)]);
			expect(requests).toBe(1);
			expect(error).toMatchObject({
				message: expect.stringContaining(`(HTTP ${status})`),
				httpCode: String(status),
				description: expect.stringMatching(hint),
			});
			expect(error?.description).not.toMatch(/may have been/);
			expect(json).toMatchObject([{ errorCode: status }]);
			expect(json[0].mayHaveArrived).toBe(operation === 'sendMessage' ? false : undefined);
		});
	});

	test.each([500, 502, 503])('%d: a send may have arrived', async (status) => {
		const { error, json, requests } = await answered('sendMessage', [page(status)]);
		expect(requests).toBe(1);
		expect(error?.description).toMatch(/cannot do this at the moment.* may have arrived/);
		expect(json).toMatchObject([{ errorCode: status, mayHaveArrived: true }]);
	});

	test.each([500, 502, 503])('%d: anything else is tried again', async (status) => {
		const { error, requests } = await answered('banChatMember', [page(status), page(status), OK]);
		expect(error).toBeUndefined();
		expect(requests).toBe(3);
	});

	test('200: the send may have arrived', async () => {
		const { error, json, requests } = await answered('sendMessage', [page(200)]);
		expect(requests).toBe(1);
		expect(error?.description).toMatch(/Check Base URL.* may have arrived/);
		expect(json).toMatchObject([{ errorCode: 'unreadable', mayHaveArrived: true }]);
	});
});

describe('a redirect', () => {
	const to = (location: string) => page(308, { location });
	const botToken = '12:secretWord';

	test('to https says so, without the token', async () => {
		const upgrade: Answers[number] = ({ headers, url }, response) =>
			response.writeHead(301, { location: `https://${headers.host}${url}` }).end();
		const { error, url } = await answered('getMe', [upgrade], { credential: { botToken } });
		expect(error?.message).toBe(
			`The server answered with a redirect to ${url.replace('http', 'https')} (HTTP 301)`,
		);
		expect(error?.description).toBe('Start Base URL in the credential with https.');
	});

	test.each([
		['https://login.example.com/?to=secretWord', ' to https://login.example.com (HTTP 308)'],
		['https://secretword.example.com/', ' to https://<token>.example.com (HTTP 308)'],
		['/login/secretWord', ' (HTTP 308)'],
		['', ' (HTTP 308)'],
	])('to %j leads elsewhere', async (location, words) => {
		const { error } = await answered('getMe', [to(location)], { credential: { botToken } });
		expect(error?.message).toBe(`The server answered with a redirect${words}`);
	});
});

describe('a send that is answered with a page of status 429', () => {
	const past = new Date(0).toUTCString();
	const inAnHour = () => new Date(Date.now() + 3_600_000).toUTCString();

	test.each<[what: string, headers: object]>([
		['without a wait', {}],
		['with a wait', { 'retry-after': '0' }],
		['with a wait that is over', { 'retry-after': past }],
		['with a wait that cannot be read', { 'retry-after': 'soon' }],
	])('%s: is sent again', async (_what, headers) => {
		const { error, json, requests } = await answered('sendMessage', [page(429, headers), OK]);
		expect(error).toBeUndefined();
		expect(json).toEqual([{ message_id: 1 }]);
		expect(requests).toBe(2);
	});

	test.each<[what: string, wait: () => string]>([
		['seconds', () => '3600'],
		['a date', inAnHour],
	])(
		'is not sent before the time in %s, nor at all if that is too far off',
		async (_what, wait) => {
			const refuse = page(429, { 'retry-after': wait() });
			const { error, json, requests } = await answered('sendMessage', [refuse, OK]);
			expect(requests).toBe(1);
			expect(error).toMatchObject({
				httpCode: '429',
				description: expect.stringContaining('a longer wait than Max Wait (0.02 s)'),
			});
			expect(json).toMatchObject([{ errorCode: 429, mayHaveArrived: false }]);
		},
	);
});

describe('an answer of an unusual shape', () => {
	test.each<[error_code: unknown, status: number, errorCode: number]>([
		['403', 200, 403],
		['nonsense', 400, 400],
		[null, 400, 400],
		[{}, 400, 400],
		[undefined, 403, 403],
	])('has the code %j in spite of status %d', async (error_code, status, errorCode) => {
		const { json: items, error } = await answered('sendMessage', [
			json(status, { ok: false, error_code, description: 'No' }),
		]);
		expect(items).toMatchObject([{ error: 'No', errorCode, mayHaveArrived: false }]);
		expect(error?.httpCode).toBe(String(errorCode));
	});

	test.each(['429', 429])('is a rate limit if its code is %j', async (error_code) => {
		const { json: items } = await answered('sendMessage', [
			json(200, { ok: false, error_code }),
			OK,
		]);
		expect(items).toEqual([{ message_id: 1 }]);
	});

	test.each<[retry_after: unknown, requests: number]>([
		['0', 2],
		[0.001, 2],
		['3600', 1],
		[3600, 1],
		['NaN', 2],
		['soon', 2],
		['', 2],
		[null, 2],
		[-5, 2],
		[{}, 2],
		[true, 2],
	])('can ask for a wait of %j', async (retry_after, requests) => {
		const refusal = { ok: false, error_code: 429, parameters: { retry_after } };
		const result = await answered('sendMessage', [json(429, refusal), OK]);
		expect(result.requests).toBe(requests);
		expect(result.json).toMatchObject([requests === 2 ? { message_id: 1 } : { errorCode: 429 }]);
	});

	test('waits as long as its header says if it names no wait itself', async () => {
		const refusal = json(429, { ok: false, error_code: 429 }, { 'retry-after': '3600' });
		expect((await answered('sendMessage', [refusal, OK])).requests).toBe(1);
	});

	test.each<[description: unknown, words: string]>([
		[42, '42'],
		[{ reason: 'no' }, '{"reason":"no"}'],
		[['no'], '["no"]'],
		[null, 'The server gave no reason (HTTP 400)'],
		['', 'The server gave no reason (HTTP 400)'],
		[undefined, 'The server gave no reason (HTTP 400)'],
	])('can have the description %j', async (description, words) => {
		const refusal = json(400, { ok: false, error_code: 400, description });
		const { error, json: items } = await answered('sendMessage', [refusal]);
		expect(error?.message).toBe(words);
		expect(items).toMatchObject([{ error: words, errorCode: 400, mayHaveArrived: false }]);
	});

	test('shows the new number of a group with the field that it belongs to', async () => {
		const parameters = { migrate_to_chat_id: -1009 };
		const refusal = json(400, { ok: false, error_code: 400, description: 'No', parameters });
		const { error } = await answered('sendMessage', [refusal]);
		expect(error?.description).toContain('In Chat, choose By ID and enter -1009');
	});

	test.each([null, 'none', [], { migrate_to_chat_id: {} }])(
		'says nothing of a new number if its parameters are %j',
		async (parameters) => {
			const refusal = json(400, { ok: false, error_code: 400, description: 'No', parameters });
			const { error } = await answered('sendMessage', [refusal]);
			expect(error?.message).toBe('No');
			expect(error?.description ?? '').not.toContain('new number');
		},
	);
});
