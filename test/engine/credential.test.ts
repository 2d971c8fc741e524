import type { RequestListener } from 'node:http';

import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { BotMessagingApi, SAFEW_URLS } from '../../credentials/BotMessagingApi.credentials';
import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { BotMessagingPollingTrigger } from '../../nodes/BotMessaging/BotMessagingPollingTrigger.node';
import { BotMessagingTrigger } from '../../nodes/BotMessaging/BotMessagingTrigger.node';
import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import { testCredential } from '../support/credentialTest';
import { freeUrl, startOddServer } from '../support/odd';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const credential = new BotMessagingApi();

type Authenticate = (
	data: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

/** A request after the credential was added. */
const authenticated = async (
	data: ICredentialDataDecryptedObject,
	options: Partial<IHttpRequestOptions> = {},
) => await (credential.authenticate as Authenticate)(data, { url: '/getMe', ...options });

describe('what a person pastes is corrected', () => {
	test.each<[what: string, change: (url: string, token: string) => object]>([
		['as it should be', () => ({})],
		['a slash after the address', (url) => ({ baseUrl: `${url}/` })],
		['several slashes', (url) => ({ baseUrl: `${url}///` })],
		['blanks around the address', (url) => ({ baseUrl: `  ${url} ` })],
		['a blank and a slash', (url) => ({ baseUrl: ` ${url}/ ` })],
		['blanks around the token', (_url, token) => ({ botToken: ` ${token}\n` })],
		['the token with bot before it', (_url, token) => ({ botToken: `bot${token}` })],
		['the token with Bot before it', (_url, token) => ({ botToken: ` Bot${token}` })],
	])('%s', async (_what, change) => {
		const { json, error } = await run(
			'getMe',
			{},
			{ credential: { service: 'other', ...change(emulator.url, emulator.token) } },
		);
		expect(error).toBeUndefined();
		expect(json[0].username).toBe('demo_bot');
	});
});

describe('the two forms of the path', () => {
	test.each(['bot', 'plain'])('%s', async (pathForm) => {
		const { json } = await run('getMe', {}, { credential: { pathForm } });
		expect(json).toHaveLength(1);
		expect(await emulator.calls()).toMatchObject([{ path_form: pathForm, status: 200 }]);
	});

	test('a plain path takes the bot off a token that was pasted with it', async () => {
		await run('getMe', {}, { credential: { pathForm: 'plain', botToken: `bot${emulator.token}` } });
		expect(await emulator.calls()).toMatchObject([{ path_form: 'plain', status: 200 }]);
	});
});

describe('the address of a request', () => {
	const OTHER = { service: 'other', baseUrl: 'https://example.com/api/', botToken: '12:ab' };

	test.each([
		[OTHER, '/getMe', 'https://example.com/api/bot12:ab/getMe'],
		[{ ...OTHER, pathForm: 'plain' }, '/getMe', 'https://example.com/api/12:ab/getMe'],
		[{ ...OTHER, pathForm: 'botV1' }, '/getMe', 'https://example.com/api/bot/v1/12:ab/getMe'],
		[OTHER, '/file/photos/a.jpg', 'https://example.com/api/file/bot12:ab/photos/a.jpg'],
		[
			{ ...OTHER, pathForm: 'plain' },
			'/file/photos/a.jpg',
			'https://example.com/api/file/12:ab/photos/a.jpg',
		],
		[{ service: 'safew', botToken: '12:ab' }, '/getMe', 'https://api.safew.org/bot12:ab/getMe'],
		[{ service: 'safewBot', botToken: '12:ab' }, '/getMe', 'https://api.safew.bot/bot12:ab/getMe'],
		[
			{ service: 'safew', botToken: '12:ab', pathForm: 'plain' },
			'/getMe',
			'https://api.safew.org/12:ab/getMe',
		],
		[
			{ service: 'safewBot', botToken: '12:ab', pathForm: 'plain' },
			'/file/photos/a.jpg',
			'https://api.safew.bot/file/12:ab/photos/a.jpg',
		],
		[{ ...OTHER, botToken: 'botany' }, '/getMe', 'https://example.com/api/botbotany/getMe'],
		[
			{ ...OTHER, botToken: '1:a/?#%b' },
			'/getMe',
			'https://example.com/api/bot1:a%2F%3F%23%25b/getMe',
		],
	])('%j %s', async (data, url, whole) => {
		expect((await authenticated(data, { url })).url).toBe(whole);
	});

	test('is complete: a base that n8n adds is not put in front again', async () => {
		const options = await authenticated(OTHER, { baseURL: 'https://example.com' });
		expect(options).not.toHaveProperty('baseURL');
	});

	test('gets no token from another node: HTTP Request fails and says what to use', async () => {
		const uri = 'https://example.com/getMe';
		const named = authenticated(OTHER, { url: undefined, ...{ uri } });
		await expect(named).rejects.toThrow('use Bot > Any Method');
		expect(await authenticated(OTHER, { url: uri })).toEqual({ url: uri });
	});

	test('belongs to these nodes even if n8n loads them from its folder for custom nodes', () => {
		// With it, n8n counts only nodes of installed packages.
		expect(credential).not.toHaveProperty('restrictToSupportedNodes');
	});

	test('keeps everything else of the request', async () => {
		const options = await authenticated(OTHER, { method: 'POST', body: { a: 0 }, timeout: 5 });
		expect(options).toMatchObject({ method: 'POST', body: { a: 0 }, timeout: 5 });
	});

	test('works for a file', async () => {
		const { json } = await run(
			'sendVoice',
			{ chatId: byId('-1001') },
			{ items: [{ json: {}, binary: { data: inMemory('hello', 'a.ogg', 'audio/ogg') } }] },
		);
		const { file_id } = json[0].voice as { file_id: string };
		const { body } = await emulator.api('getFile', { file_id });
		const { url } = await authenticated(
			{ service: 'other', baseUrl: emulator.url, botToken: emulator.token },
			{ url: `/file/${body.result.file_path}` },
		);
		expect(await (await fetch(url)).text()).toBe('hello');
	});
});

describe('certificates are checked', () => {
	test.each([
		[{ service: 'other', ignoreSslIssues: true }, true],
		[{ service: 'other', ignoreSslIssues: false }, false],
		[{ service: 'other' }, false],
		[{ service: 'safew', ignoreSslIssues: true }, false],
	])('%j', async (data, skipped) => {
		const { skipSslCertificateValidation } = await authenticated({ botToken: '1:a', ...data });
		expect(skipSslCertificateValidation).toBe(skipped);
	});
});

describe('the test of the credential', () => {
	const TESTED_BY = 'botMessagingApiTest';

	/** n8n's message after Save, for a valid credential with these changes. */
	async function tested(changed: ICredentialDataDecryptedObject = {}) {
		const right = { service: 'other', baseUrl: emulator.url, botToken: emulator.token };
		return await testCredential({ ...right, ...changed });
	}

	/** The same for a server with its own answers. */
	async function testedAt(answer: RequestListener, changed = {}) {
		const server = await startOddServer(answer);
		try {
			return { ...(await tested({ baseUrl: server.url, ...changed })), url: server.url };
		} finally {
			await server.close();
		}
	}

	const page =
		(status: number, body: string, headers = {}): RequestListener =>
		(_request, response) =>
			response.writeHead(status, headers).end(body);

	test('is the same in every node, because n8n takes that of the first', () => {
		for (const node of [BotMessaging, BotMessagingTrigger, BotMessagingPollingTrigger]) {
			const { description, methods } = new node();
			expect(description.credentials).toMatchObject([{ testedBy: TESTED_BY }]);
			expect(methods.credentialTest).toHaveProperty(TESTED_BY);
		}
	});

	test('passes in both path forms, and with every slip that is forgiven', async () => {
		expect(await tested()).toMatchObject({ status: 'OK' });
		expect(await tested({ pathForm: 'plain' })).toMatchObject({ status: 'OK' });
		const sloppy = { baseUrl: ` ${emulator.url}// `, botToken: ` bot${emulator.token} ` };
		expect(await tested(sloppy)).toMatchObject({ status: 'OK' });
		const forms = (await emulator.calls('getMe')).map(({ path_form: form }) => form);
		expect(forms).toEqual(['bot', 'plain', 'bot']);
	});

	test('reports a wrong token', async () => {
		const { status, message } = await tested({ botToken: '1:wrong' });
		expect(status).toBe('Error');
		expect(message).toMatch(/^Unauthorized\. The server does not accept the bot token\./);
	});

	test('says the same as a node if the server is not there', async () => {
		expect(await tested({ baseUrl: await freeUrl() })).toEqual({
			status: 'Error',
			message:
				'The server cannot be reached. Check Base URL in the credential, and that the server is running and can be reached from n8n. (ECONNREFUSED)',
		});
	});

	test.each(['', 'api.example.com', 'ftp://127.0.0.1'])(
		'says that %j is not an address',
		async (baseUrl) => {
			const { status, message } = await tested({ baseUrl });
			expect(status).toBe('Error');
			expect(message).toMatch(/^Base URL in the credential is not a valid URL\. /);
		},
	);

	test.each<[what: string, answer: RequestListener, words: RegExp]>([
		[
			'any website',
			page(200, '<html>Welcome'),
			/not of the bot API \(HTTP 200\)\. This address does not lead/,
		],
		['a refusal with 200', page(200, '{"ok":false,"description":"No"}'), /^No\.$/],
		['a success that names no bot', page(200, '{"ok":true}'), /did not say which bot/],
		['JSON of another API', page(200, '{"id":1}'), /Check Base URL and Token Path/],
		['a page of 401', page(401, 'Who are you?'), /Check Base URL and Bot Token/],
		['a page of 404', page(404, 'Nothing here'), /check Base URL, Token Path and Bot Token/],
		[
			'404 of the API',
			page(404, '{"ok":false,"description":"Not Found"}'),
			/^Not Found\. .*Base URL/,
		],
		['a page of 502', page(502, 'Bad gateway'), /cannot do this at the moment/],
		['a proxy that wants a login', page(407, ''), /proxy between n8n and the server asks/],
	])('does not pass for %s', async (_what, answer, words) => {
		const { status, message } = await testedAt(answer);
		expect(status).toBe('Error');
		expect(message).toMatch(words);
	});

	test('says that a redirect leads to https, and does not follow it', async () => {
		const { status, message, url } = await testedAt((request, response) => {
			const location = `https://${request.headers.host}${request.url}`;
			response.writeHead(301, { location }).end();
		});
		expect(status).toBe('Error');
		expect(message).toContain(
			`redirect to ${url.replace('http:', 'https:')} (HTTP 301). Start Base URL in the credential with https.`,
		);
	});

	describe('of SafeW, which has two addresses,', () => {
		const real = { ...SAFEW_URLS };
		afterEach(() => void Object.assign(SAFEW_URLS, real));

		test.each([
			['safew', 'safewBot'],
			['safewBot', 'safew'],
		])('says if %s cannot be reached that %s can', async (chosen, other) => {
			Object.assign(SAFEW_URLS, { [chosen]: await freeUrl(), [other]: emulator.url });
			const { host } = new URL(emulator.url);
			const message = `The server cannot be reached. SafeW answers at its other address: set Service to SafeW (${host}). (ECONNREFUSED)`;
			expect(await tested({ service: chosen })).toEqual({ status: 'Error', message });
			expect(await tested({ service: chosen, botToken: '1:wrong' })).toMatchObject({ message });
			expect(await tested({ service: other })).toMatchObject({ status: 'OK' });
		});

		test('says that neither can be reached', async () => {
			Object.assign(SAFEW_URLS, { safew: await freeUrl(), safewBot: await freeUrl() });
			const { host } = new URL(SAFEW_URLS.safewBot);
			const { status, message } = await tested({ service: 'safew' });
			expect(status).toBe('Error');
			expect(message).toContain(`SafeW does not answer at its other address ${host} either. Check`);
		});

		test('asks no other address if the chosen one answers', async () => {
			Object.assign(SAFEW_URLS, { safew: emulator.url, safewBot: emulator.url });
			const { message } = await tested({ service: 'safew', botToken: '1:wrong' });
			expect(message).toMatch(/^Unauthorized\./);
			const forms = (await emulator.calls()).map(({ path_form: form }) => form);
			expect(forms).toEqual(['bot', 'plain']);
		});
	});

	test('shows no token, whatever the server quotes', async () => {
		const botToken = '12:Grün "und" blau';
		const { message } = await testedAt(
			(request, response) => {
				response.writeHead(404).end(JSON.stringify({ ok: false, description: request.url }));
			},
			{ botToken },
		);
		expect(message).toContain('/bot12:<token>/getMe');
		expect(message).not.toMatch(/gr(ü|%)|blau/i);
	});
});

test('a redirect is not followed: it would hand the token to another server', async () => {
	const thief = await startOddServer((_request, response) => {
		response.end('{"ok":true,"result":{}}');
	});
	const gate = await startOddServer((request, response) => {
		response.writeHead(307, { location: `${thief.url}${request.url}` }).end();
	});
	try {
		const { error } = await run('getMe', {}, { credential: { baseUrl: gate.url } });
		expect(error?.message).toBe(`The server answered with a redirect to ${thief.url} (HTTP 307)`);
		expect(error?.description).toContain('Check Base URL and Token Path');
		expect(gate.asked).toHaveLength(1);
		expect(thief.asked).toEqual([]);
	} finally {
		await Promise.all([thief.close(), gate.close()]);
	}
});

test('the host of a redirect is shown without the token', async () => {
	const [, secret] = emulator.token.split(':');
	const gate = await startOddServer((_request, response) => {
		response.writeHead(302, { location: `https://${secret}.example.com/` }).end();
	});
	const { error } = await run('getMe', {}, { credential: { baseUrl: gate.url } });
	await gate.close();
	const words = 'The server answered with a redirect to https://<token>.example.com (HTTP 302)';
	expect(error?.message).toBe(words);
});

describe('the form', () => {
	test('asks for the token first and for its path last', () => {
		const names = credential.properties.map(({ displayName }) => displayName);
		expect(names.slice(0, 3)).toEqual(['Bot Token', 'Service', 'Base URL']);
		expect(names.at(-1)).toBe('Token Path');
	});

	test('asks for the path of the token for every service', () => {
		const path = credential.properties.find(({ name }) => name === 'pathForm');
		expect(path).not.toHaveProperty('displayOptions');
		const values = (path?.options as Array<{ value: string }>).map(({ value }) => value);
		expect([path?.default, values]).toEqual(['bot', ['bot', 'botV1', 'plain']]);
	});

	test.each(['botToken', 'proxySecretUrl'])('masks %s', (field) => {
		const secret = credential.properties.find(({ name }) => name === field);
		expect(secret?.typeOptions).toMatchObject({ password: true });
	});
});
