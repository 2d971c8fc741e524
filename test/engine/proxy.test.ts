import { request as ask } from 'node:http';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import { testCredential } from '../support/credentialTest';
import { useInternet } from '../support/internet';
import { byId } from '../support/locators';
import { freeUrl, startOddServer, type OddServer } from '../support/odd';
import { startProxy, type TestProxy } from '../support/proxy';
import { WebhookTrigger } from '../support/webhookTrigger';

const { emulator, run } = useBot();
const internet = useInternet();

const CHAT = byId('-1001');

let proxy: TestProxy;
/** The emulator over https, with a self-signed certificate. */
let secure: OddServer;

beforeEach(async () => {
	proxy = await startProxy();
	secure = await startOddServer(
		(request, response) => {
			const { method, headers, url = '' } = request;
			const passed = ask(new URL(url, emulator.url), { method, headers }, (answer) => {
				response.writeHead(answer.statusCode!, answer.headers);
				answer.pipe(response);
			});
			request.pipe(passed);
		},
		{ isSecure: true },
	);
});

afterEach(async () => await Promise.all([proxy.close(), secure.close()]));

const send = async (credential: ICredentialDataDecryptedObject) =>
	await run('sendMessage', { chatId: CHAT, text: 'Hello' }, { credential });

/** Sets environment variables of n8n during `act`; the tests' own requests need them removed. */
async function within<T>(settings: Record<string, string>, act: () => Promise<T>): Promise<T> {
	const before = { ...process.env };
	Object.assign(process.env, settings);
	try {
		return await act();
	} finally {
		process.env = before;
	}
}

describe.each(['http', 'https'])('Proxy URL of a bot whose server has %s', (protocol) => {
	const isSecure = protocol === 'https';
	const credential = () => ({
		service: 'other',
		botToken: emulator.token,
		baseUrl: isSecure ? secure.url : emulator.url,
		ignoreSslIssues: true,
		proxySecretUrl: proxy.url,
	});

	/** A proxy's targets for requests to these paths. */
	const asked = (...paths: string[]) => {
		const { host, origin } = new URL(credential().baseUrl);
		return paths.map((path) =>
			isSecure ? host : `${origin}${path.replace('bot/', `bot${emulator.token}/`)}`,
		);
	};

	test('is used for a message', async () => {
		const { error, json } = await send(credential());
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ text: 'Hello' }]);
		expect(proxy.asked).toEqual(asked('/bot/sendMessage'));
	});

	test('is used for a file in both directions', async () => {
		const content = 'A few bytes. '.repeat(200_000);
		const items = [{ json: {}, binary: { data: inMemory(content, 'a.txt', 'text/plain') } }];
		const sent = await run('sendDocument', { chatId: CHAT }, { items, credential: credential() });
		const { file_id: fileId } = sent.json[0].document as { file_id: string };
		const { outputs } = await run('getFile', { fileId }, { credential: credential() });
		const { data } = outputs[0][0].binary!.data;
		expect(Buffer.from(data, 'base64').toString()).toBe(content);
		const { file_path: path } = outputs[0][0].json as { file_path: string };
		expect(proxy.asked).toEqual(asked('/bot/sendDocument', '/bot/getFile', `/file/bot/${path}`));
	});

	test('is used for the webhook of a trigger', async () => {
		const trigger = await new WebhookTrigger(credential()).listen();
		try {
			await trigger.open();
			expect((await emulator.api('getWebhookInfo')).body.result.url).toBe(trigger.address());
			await trigger.step('delete');
			expect((await emulator.api('getWebhookInfo')).body.result.url).toBe('');
			expect(await emulator.calls('setWebhook')).toHaveLength(1);
			const ofTheTest = 2;
			expect(proxy.asked).toHaveLength((await emulator.calls()).length - ofTheTest);
		} finally {
			trigger.server.close();
		}
	});

	test('is used for the test of the credential', async () => {
		expect(await testCredential(credential())).toMatchObject({ status: 'OK' });
		expect(proxy.asked).toEqual(asked('/bot/getMe'));
	});

	test('has priority over the settings of n8n', async () => {
		const settings = { HTTP_PROXY: await freeUrl(), HTTPS_PROXY: await freeUrl(), NO_PROXY: '*' };
		const { error } = await within(settings, async () => await send(credential()));
		expect(error).toBeUndefined();
		expect(proxy.asked).toHaveLength(1);
	});

	test('sends its name and password to the proxy, whatever characters they have', async () => {
		const guarded = await startProxy('a%41:p@ss:%/#ü');
		try {
			const { error } = await send({ ...credential(), proxySecretUrl: ` ${guarded.url} ` });
			expect(error).toBeUndefined();
			expect(guarded.asked).toHaveLength(1);
		} finally {
			await guarded.close();
		}
	});

	test('sends nothing if its password is wrong, and the error names the proxy', async () => {
		const guarded = await startProxy('me:right-password');
		const proxySecretUrl = guarded.url.replace('right', 'wrong');
		const items = [
			{ json: {}, binary: { data: inMemory('x'.repeat(3e6), 'a.txt', 'text/plain') } },
		];
		try {
			const sent = await send({ ...credential(), proxySecretUrl });
			const uploaded = await run(
				'sendDocument',
				{ chatId: CHAT },
				{ items, credential: { ...credential(), proxySecretUrl } },
			);
			for (const { error, run: saved } of [sent, uploaded]) {
				expect(error?.description).toContain(
					'The proxy between n8n and the server asks for a login',
				);
				expect(JSON.stringify(saved)).not.toContain('wrong-password');
			}
			const { message } = await testCredential({ ...credential(), proxySecretUrl });
			expect(message).toContain('Enter it in Proxy URL of the credential');
			expect(await emulator.calls()).toEqual([]);
		} finally {
			await guarded.close();
		}
	});

	test('is named in the error if the proxy is not there, and the server is not', async () => {
		const proxySecretUrl = (await freeUrl()).replace('//', '//me:secret-password@');
		const { error, run: saved } = await send({ ...credential(), proxySecretUrl });
		expect(error?.message).toBe('The proxy does not answer');
		expect(error?.description).toContain('in Proxy URL of the credential');
		expect(error?.description).toContain('Nothing was sent.');
		expect(JSON.stringify(saved)).not.toContain('secret-password');
		const { message } = await testCredential({ ...credential(), proxySecretUrl });
		expect(message).toMatch(/^The proxy does not answer\. .*Proxy URL/);
		const { message: unknown } = await testCredential({
			...credential(),
			proxySecretUrl: 'http://proxy.example.com:3128',
		});
		expect(unknown).toMatch(/^The proxy does not answer\. .*\(ENOTFOUND\)/);
		expect(internet.resolved).toContain('proxy.example.com');
	});
});

describe('the proxy of n8n', () => {
	test.each(['http', 'https'])('is used for a server with %s', async (protocol) => {
		const baseUrl = protocol === 'https' ? secure.url : emulator.url;
		const settings = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
		const sent = async () => await send({ baseUrl, ignoreSslIssues: true });
		expect((await within(settings, sent)).error).toBeUndefined();
		expect(proxy.asked).toHaveLength(1);
		const { error } = await within({ ...settings, NO_PROXY: new URL(baseUrl).hostname }, sent);
		expect(error).toBeUndefined();
		expect(proxy.asked).toHaveLength(1);
		expect(await emulator.calls('sendMessage')).toHaveLength(2);
	});

	test('is named in the error if it does not answer', async () => {
		const settings = { HTTP_PROXY: await freeUrl() };
		const { error } = await within(settings, async () => await send({}));
		expect(error?.message).toBe('The proxy does not answer');
		expect(error?.description).toContain('n8n’s setting HTTPS_PROXY or HTTP_PROXY');
	});
});

test('a file that the server redirects to another one comes through the proxy too', async () => {
	const other = await startOddServer((_request, response) => void response.end('there'));
	const location = `${other.url}/there.txt`;
	const server = await startOddServer((request, response) => {
		if (request.url?.startsWith('/file/')) {
			response.writeHead(302, { location }).end();
			return;
		}
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ ok: true, result: { file_path: 'a.txt' } }));
	});
	try {
		const credential = { baseUrl: server.url, proxySecretUrl: proxy.url };
		const { error } = await run('getFile', { fileId: 'f' }, { credential });
		expect(error).toBeUndefined();
		expect(proxy.asked).toHaveLength(3);
		expect(proxy.asked).toContain(location);
	} finally {
		await Promise.all([server.close(), other.close()]);
	}
});

test('a server that is not there is not mistaken for a proxy', async () => {
	const { error } = await send({ baseUrl: await freeUrl() });
	expect(error?.message).toBe('The server cannot be reached');
	const named = await send({ baseUrl: 'http://bots.example.com' });
	expect(named.error?.message).toBe('The server cannot be reached');
});

test.each([
	'proxy.example.com:3128',
	'socks5://me:secret-password@127.0.0.1:1080',
	'http://',
	'http://me:secret-password@127.0.0.1:99999',
	'http://me:secret-password@127.0.0.1/path',
	'http://me:1#secret-password@127.0.0.1',
	'http://me:secret-password%zz@127.0.0.1',
])(
	'%j is refused as a Proxy URL: nothing is sent, and the error names the field',
	async (proxySecretUrl) => {
		const { error, run: saved } = await send({ proxySecretUrl });
		expect(error?.message).toBe('Proxy URL in the credential is not valid');
		expect(error?.description).toContain('for example http://proxy.example.com:3128');
		expect(JSON.stringify(saved)).not.toContain('secret-password');
		for (const service of ['other', 'safew']) {
			const { message } = await testCredential({
				service,
				baseUrl: emulator.url,
				botToken: emulator.token,
				proxySecretUrl,
			});
			expect(message).toMatch(/^Proxy URL in the credential is not valid\. /);
			expect(message).not.toContain('secret-password');
		}
		expect(await emulator.calls()).toEqual([]);
	},
);

test('the password is not shown if the proxy quotes it', async () => {
	const login = 'me:secret-password';
	const header = `Basic ${Buffer.from(login).toString('base64')}`;
	const description = `No entry for ${login} (secret%2dpassword, ${header})`;
	const odd = await startOddServer((_request, response) => {
		response.writeHead(403).end(JSON.stringify({ ok: false, error_code: 403, description }));
	});
	try {
		const { error } = await send({ proxySecretUrl: odd.url.replace('//', `//${login}@`) });
		expect(error?.message).toBe('No entry for <password> (<password>, Basic <password>)');
	} finally {
		await odd.close();
	}
});

test('a file by URL does not go through the proxy of the bot', async () => {
	const files = await startOddServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'image/jpeg' }).end('picture');
	});
	internet.name('files.example.com', ['93.184.216.34']);
	const fileUrl = `http://files.example.com:${new URL(files.url).port}/a.jpg`;
	try {
		const { error } = await run(
			'sendPhoto',
			{ chatId: CHAT, source: 'url', fileUrl },
			{ credential: { proxySecretUrl: proxy.url } },
		);
		expect(error).toBeUndefined();
		expect(files.asked).toEqual(['/a.jpg']);
		expect(internet.connected).toEqual(['93.184.216.34']);
		expect(proxy.asked).toHaveLength(1);
	} finally {
		await files.close();
	}
});
