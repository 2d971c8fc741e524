import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { BotMessagingApi } from '../../credentials/BotMessagingApi.credentials';
import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import { startOddServer } from '../support/odd';

const { emulator, run } = useBot();

const credential = new BotMessagingApi();

type Authenticate = (
	data: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

/** What a request becomes once the credential has been put in. */
const authenticated = async (
	data: ICredentialDataDecryptedObject,
	options: Partial<IHttpRequestOptions> = {},
) => await (credential.authenticate as Authenticate)(data, { url: '/getMe', ...options });

describe('what a person pastes is put right', () => {
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

	test('plain takes the bot off a token that was pasted with it', async () => {
		await run('getMe', {}, { credential: { pathForm: 'plain', botToken: `bot${emulator.token}` } });
		expect(await emulator.calls()).toMatchObject([{ path_form: 'plain', status: 200 }]);
	});
});

describe('the address of a request', () => {
	const OTHER = { service: 'other', baseUrl: 'https://example.com/api/', botToken: '12:ab' };

	test.each([
		[OTHER, '/getMe', 'https://example.com/api/bot12:ab/getMe'],
		[{ ...OTHER, pathForm: 'plain' }, '/getMe', 'https://example.com/api/12:ab/getMe'],
		[OTHER, '/file/photos/a.jpg', 'https://example.com/api/file/bot12:ab/photos/a.jpg'],
		[
			{ ...OTHER, pathForm: 'plain' },
			'/file/photos/a.jpg',
			'https://example.com/api/file/12:ab/photos/a.jpg',
		],
		[{ service: 'safew', botToken: '12:ab' }, '/getMe', 'https://api.safew.org/bot12:ab/getMe'],
		[
			{ ...OTHER, service: 'safew', pathForm: 'plain' },
			'/getMe',
			'https://api.safew.org/bot12:ab/getMe',
		],
		[{ ...OTHER, botToken: 'botany' }, '/getMe', 'https://example.com/api/botbotany/getMe'],
	])('%j %s', async (data, url, whole) => {
		expect((await authenticated(data, { url })).url).toBe(whole);
	});

	test('is whole: a base that n8n put beside it is not put before it again', async () => {
		const options = await authenticated(OTHER, { baseURL: 'https://example.com' });
		expect(options).not.toHaveProperty('baseURL');
	});

	test('keeps everything else of the request', async () => {
		const options = await authenticated(OTHER, { method: 'POST', body: { a: 0 }, timeout: 5 });
		expect(options).toMatchObject({ method: 'POST', body: { a: 0 }, timeout: 5 });
	});

	test('of a file works', async () => {
		const { json } = await run(
			'sendVoice',
			{ chatId: '-1001' },
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

describe('the credential test', () => {
	const told = (status: number) =>
		credential.test.rules
			?.filter(({ type, properties }) => type === 'responseCode' && properties.value === status)
			.map(({ properties }) => properties.message);

	test.each<[what: string, wrong: { baseUrl?: string; botToken?: string }, number, unknown[]]>([
		['passes', {}, 200, []],
		['tells a wrong token', { botToken: '1:wrong' }, 401, [expect.stringContaining('bot token')]],
		[
			'tells a wrong address',
			{ baseUrl: '/api' },
			404,
			[expect.stringContaining('Check Base URL')],
		],
	])('%s', async (_what, wrong, status, messages) => {
		const { method, url } = credential.test.request;
		const request = await authenticated(
			{
				service: 'other',
				botToken: emulator.token,
				...wrong,
				baseUrl: `${emulator.url}${wrong.baseUrl ?? ''}`,
			},
			{ method, url: String(url) },
		);
		expect((await fetch(request.url, { method })).status).toBe(status);
		expect(told(status)).toEqual(messages);
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
		expect(error?.description).toContain('Check Base URL and Token Path');
		expect(gate.asked).toHaveLength(1);
		expect(thief.asked).toEqual([]);
	} finally {
		await Promise.all([thief.close(), gate.close()]);
	}
});

test('the token is masked in the form', () => {
	const token = credential.properties.find(({ name }) => name === 'botToken');
	expect(token?.typeOptions).toMatchObject({ password: true });
});
