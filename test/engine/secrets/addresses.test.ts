import { written } from '../../support/logged';

import type { IncomingMessage, ServerResponse } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { useBot } from '../../support/bot';
import { testCredential } from '../../support/credentialTest';
import { byId } from '../../support/locators';
import { startOddServer, type OddServer } from '../../support/odd';
import { FORMS, holds, readable, readableOf } from '../../support/planting';

const { emulator, run } = useBot();
const { token } = emulator;

let server: OddServer | undefined;

beforeEach(() => {
	written.length = 0;
});
afterEach(async () => {
	await server?.close();
	server = undefined;
});

type Answer = (request: IncomingMessage, response: ServerResponse, quoted: string) => void;

const json = (response: ServerResponse, body: object, status = 200) => {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
};

const page =
	(status: number): Answer =>
	(_request, response, quoted) => {
		response.writeHead(status, { 'content-type': 'text/html' });
		response.end(`<title>${quoted}</title><a href="https://api.example/${quoted}/getMe">Back</a>`);
	};

const redirect =
	(target: (quoted: string) => string): Answer =>
	(_request, response, quoted) => {
		response.writeHead(302, { location: target(quoted) });
		response.end(`Moved to ${target(quoted)}`);
	};

/** How a server, or a proxy in front of it, may return the token. */
const ANSWERS: Array<[what: string, answer: Answer]> = [
	['a page with 200', page(200)],
	['a page with 404', page(404)],
	['a page with 502', page(502)],
	['a redirect in the path', redirect((quoted) => `https://b.invalid/${quoted}/getMe`)],
	['a redirect in the query', redirect((quoted) => `https://b.invalid/?to=${quoted}`)],
	['a redirect in the login', redirect((quoted) => `https://${quoted}@b.invalid/`)],
	['a redirect in the host', redirect((quoted) => `https://${quoted}.b.invalid/`)],
	['a relative redirect', redirect((quoted) => `/${quoted}/`)],
	[
		'a refusal',
		(_request, response, quoted) =>
			json(response, { ok: false, error_code: 400, description: `No /${quoted}/x` }, 400),
	],
	[
		'a refusal of another form',
		(_request, response, quoted) =>
			json(response, { ok: false, description: { at: `/${quoted}/x` } }, 400),
	],
	[
		'a time to wait',
		(_request, response, quoted) => {
			response.setHeader('retry-after', encodeURI(quoted));
			json(response, { ok: false, description: 'Wait', parameters: { retry_after: quoted } }, 429);
		},
	],
];

const table = Object.keys(FORMS).flatMap((form) =>
	ANSWERS.map(([what, answer]) => [what, form, answer] as const),
);

const quoting = (form: string, answer: Answer) => (request: IncomingMessage, to: ServerResponse) =>
	answer(request, to, FORMS[form](token));

const expectHidden = (text: string) => expect(holds(text + written.join('\n'), token)).toBe(false);

const NO_RETRIES = { traffic: { retries: 0, longestWait: 0.01 } };

describe('the token is hidden if an answer repeats it in', () => {
	test.each(table)('%s, %s', async (_what, form, answer) => {
		server = await startOddServer(quoting(form, answer));
		const credential = { baseUrl: server.url };
		const parameters = { chatId: byId('-1001'), text: 'Hello', ...NO_RETRIES };
		const stopped = await run('sendMessage', parameters, { credential });
		expect(stopped.error).toBeDefined();
		expectHidden(readableOf(stopped));
		const node = { onError: 'continueErrorOutput' } as const;
		const passed = await run('sendMessage', parameters, { credential, node });
		expect(passed.outputs[1]).toHaveLength(1);
		expectHidden(readableOf(passed));
		const tested = await testCredential({
			service: 'other',
			pathForm: 'bot',
			botToken: token,
			...credential,
		});
		expect(tested.status).toBe('Error');
		expectHidden(tested.message);
	});

	test.each(table)('%s of a proxy, %s', async (_what, form, answer) => {
		server = await startOddServer(quoting(form, answer));
		const credential = { baseUrl: 'http://bot.invalid', proxySecretUrl: server.url };
		const result = await run('getMe', NO_RETRIES, { credential });
		expect(result.error).toBeDefined();
		expect(server.asked[0]).toContain('http://bot.invalid/bot');
		expectHidden(readableOf(result));
	});
});

describe('the token of a file is hidden if an answer repeats it in', () => {
	const ofFile = (quoted: string, path: string, answer: Answer) =>
		((request, response) =>
			request.url?.startsWith('/file/')
				? answer(request, response, quoted)
				: json(response, {
						ok: true,
						result: { file_id: 'a', file_path: path },
					})) as Parameters<typeof startOddServer>[0];
	const bytes =
		(type?: (quoted: string) => string): Answer =>
		(_request, response, quoted) => {
			response.setHeader('content-type', type?.(quoted) ?? 'application/octet-stream');
			response.end('hello');
		};

	const FILES: Array<[what: string, path: (quoted: string) => string, answer: Answer]> = [
		['a whole address', (quoted) => `https://b.invalid/file/${quoted}/a.txt`, bytes()],
		['its name', (quoted) => `documents/${quoted}.txt`, bytes()],
		['a name without an ending', (quoted) => `documents/${quoted}`, bytes()],
		['its type', () => 'a.bin', bytes((quoted) => `text/${encodeURI(quoted)}`)],
		...ANSWERS.map(([what, answer]): (typeof FILES)[number] => [what, () => 'a.txt', answer]),
	];

	const files = Object.keys(FORMS).flatMap((form) =>
		FILES.map(([what, path, answer]) => [what, form, path, answer] as const),
	);

	test.each(files)('%s, %s', async (_what, form, path, answer) => {
		const quoted = FORMS[form](token);
		server = await startOddServer(ofFile(quoted, path(quoted), answer));
		const credential = { baseUrl: server.url };
		const parameters: IDataObject = { fileId: 'a', ...NO_RETRIES };
		const result = await run('getFile', parameters, { credential });
		expect(server.asked.some((one) => one.startsWith('/file/'))).toBe(true);
		expectHidden(readableOf(result));
		const json = await run('getFile', { ...parameters, download: false }, { credential });
		expectHidden(readableOf(json));
	});
});

test('the token is hidden if a field of the form repeats it', async () => {
	const chatId = byId(`https://bots.example/${token}`);
	const result = await run('sendMessage', { chatId, text: 'Hello' });
	expect(result.error?.message).toContain('<token>');
	const { message, description, stack } = result.error!;
	expect(holds(readable(message, description, stack), token)).toBe(false);
});
