import { written } from '../support/logged';

import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import type { RunResult } from '../support/engine';
import { useGate } from '../support/gate';
import { freeUrl, startOddServer, type OddServer } from '../support/odd';
import { byId } from '../support/locators';

const { emulator, run } = useBot();
const throughGate = useGate(emulator);

/** The secret part of a token; the number before it is the bot's public id. */
const SECRET = 'AAEmulatorTokenForTryingThingsOut';
const WRONG_SECRET = 'AAWrongTokenThatIsStillASecret';

let oddServer: OddServer | undefined;

beforeEach(() => {
	written.length = 0;
});

afterEach(async () => {
	await oddServer?.close();
	oddServer = undefined;
});

/** Everything in a run that somebody can read: saved data, shown error, causes, log. */
function readable({ run: saved, outputs, error }: RunResult): string {
	const all = [saved, outputs, error, error?.stack, error?.cause];
	return [
		...all.map((part) => JSON.stringify(part) ?? ''),
		...all.map((part) => inspect(part, { depth: 10, showHidden: true, maxStringLength: null })),
		...written,
	].join('\n');
}

const answering = (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
	return async () => {
		oddServer = await startOddServer(answer);
		return { baseUrl: oddServer.url };
	};
};

const fault = (body: object) => async () => {
	await emulator.fault({ times: 10, ...body });
	return {};
};

const TIMED_OUT = 'a time-out';

/** Every way in which a request can fail: how to cause it, and its code. */
const ENDS: Array<[what: string, bring: () => Promise<object>, code: number | string]> = [
	['401', async () => ({ botToken: `4839574812:${WRONG_SECRET}` }), 401],
	['400', fault({ kind: 'error', status: 400, description: 'Bad Request: no' }), 400],
	['403', fault({ kind: 'error', status: 403, description: 'Forbidden: no' }), 403],
	['429', fault({ kind: 'error', status: 429, parameters: { retry_after: 999 } }), 429],
	['500', fault({ kind: 'error', status: 500 }), 500],
	['a refused connection', async () => ({ baseUrl: await freeUrl() }), 'refused'],
	['an invalid address', async () => ({ baseUrl: 'not an address' }), 'invalidField'],
	['an unknown protocol', async () => ({ baseUrl: 'ftp://127.0.0.1' }), 'invalidField'],
	['an unknown host', async () => ({ baseUrl: 'http://bot.invalid' }), 'refused'],
	['TLS on a server without it', async () => ({ baseUrl: httpsOf(emulator.url) }), 'reset'],
	[TIMED_OUT, fault({ kind: 'hang' }), 'timeout'],
	['a connection cut before', fault({ kind: 'cut' }), 'reset'],
	['a connection cut after', fault({ kind: 'cut_after' }), 'reset'],
	['malformed JSON', fault({ kind: 'malformed' }), 'unreadable'],
	[
		'a redirect that names the address',
		answering((request, response) => {
			response.writeHead(302, { location: `https://elsewhere.invalid${request.url}` });
			response.end(`Moved to ${request.url}`);
		}),
		302,
	],
	[
		'a page that names the address',
		answering((request, response) => {
			response.writeHead(502, { 'content-type': 'text/html' });
			response.end(`<h1>502</h1> ${request.url}`);
		}),
		502,
	],
	[
		'a refusal that names the address',
		answering((request, response) => {
			response.writeHead(404, { 'content-type': 'application/json' });
			response.end(
				JSON.stringify({ ok: false, error_code: 404, description: `No ${request.url}` }),
			);
		}),
		404,
	],
];

const httpsOf = (url: string) => url.replace('http:', 'https:');

const REQUESTS: Array<[operation: string, parameters: IDataObject]> = [
	['sendMessage', { chatId: byId('-1001'), text: 'Hello' }],
	['getChatMember', { chatId: byId('-1001'), userId: byId('1003') }],
	['sendVoice', { chatId: byId('-1001') }],
	['deleteMessages', { chatId: byId('-1001'), messageIds: '1' }],
];

const VOICE = { data: inMemory('hello', 'hello.ogg', 'audio/ogg') };

describe.each(REQUESTS)('%s: the token is hidden after', (operation, parameters) => {
	test.each(ENDS)('%s', async (what, bring, code) => {
		const credential = (await bring()) as { botToken?: string };
		const options = { credential, items: [{ json: {}, binary: VOICE }] };
		const traffic = { retries: 0, ...(what === TIMED_OUT && { timeout: 1 }) };
		const [stopped, gone] = await Promise.all([
			run(operation, { ...parameters, traffic }, options),
			run(
				operation,
				{ ...parameters, traffic },
				{ ...options, node: { onError: 'continueErrorOutput' } },
			),
		]);
		expect(stopped.error?.message).toBeTruthy();
		expect(gone.outputs[1]).toMatchObject([{ json: { errorCode: code } }]);
		for (const result of [stopped, gone]) {
			expect(readable(result)).not.toContain(SECRET);
			expect(readable(result)).not.toContain(WRONG_SECRET);
		}
	});
});

describe('a token that has to be encoded in an address', () => {
	/** Its secret part, and what could be read of it in any form. */
	const ODD_SECRET = 'Grün "Zwiebel" 100%\tBlauwal';
	const ANY_PART = /gr(ü|%)|zwiebel|blauwal/i;

	const lowerHex = (text: string) => text.replace(/%../g, (hex) => hex.toLowerCase());
	const decoded = (path: string) => decodeURIComponent(path);

	/** How a server may quote the address of a request. */
	const QUOTES: Array<[how: string, quote: (path: string) => string]> = [
		['as it came', (path) => path],
		['in lower case', (path) => lowerHex(path)],
		['all in lower case', (path) => path.toLowerCase()],
		['decoded', decoded],
		['with encodeURI', (path) => encodeURI(decoded(path))],
		['with encodeURIComponent', (path) => encodeURIComponent(decoded(path))],
		['encoded twice', encodeURIComponent],
		['encoded twice, in lower case', (path) => lowerHex(encodeURIComponent(path))],
	];

	test.each(QUOTES)('is hidden when a server quotes it %s', async (_how, quote) => {
		const server = answering((request, response) => {
			const description = `There is nothing at ${quote(request.url ?? '')}`;
			response.end(JSON.stringify({ ok: false, error_code: 400, description }));
		});
		const credential = { ...(await server()), botToken: `12:${ODD_SECRET}` };
		const result = await run('getMe', {}, { credential });
		expect(result.error?.message).toContain('<token>');
		expect(readable(result)).not.toMatch(ANY_PART);
	});
});

test('the token is hidden after an execution that was cancelled', async () => {
	const { gate, credential } = await throughGate();
	let cancel = () => {};
	const running = run(
		'sendMessage',
		{ chatId: byId('-1001'), text: 'Hello' },
		{ credential, onStart: (stop) => (cancel = stop) },
	);
	await gate.holding(1);
	cancel();
	const result = await running;
	expect(result.error?.message).toBe('The execution was stopped');
	expect(readable(result)).not.toContain(SECRET);
});

test('the token is hidden after a success, and the log is part of that check', async () => {
	const result = await run('getMe', {});
	expect(result.json).toHaveLength(1);
	expect(readable(result)).toContain('Workflow execution finished successfully');
	expect(readable(result)).not.toContain(SECRET);
});
