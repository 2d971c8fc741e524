import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { credentialFor } from '../../scripts/lib/demo';
import { freePort, LOOPBACK } from '../../scripts/lib/ports';
import type { Credential } from '../../scripts/lib/rest';
import { useEmulator } from '../support/emulator';
import { botMessaging, execute } from './support/execute';
import { useN8n } from './support/n8n';
import { byId } from '../support/locators';
import { startOddServer } from '../support/odd';

const emulator = useEmulator();
const n8n = useN8n();

const sending = (text: string) =>
	botMessaging({ resource: 'message', operation: 'sendMessage', chatId: byId('-1001'), text });

const withData = (data: object): Credential => {
	const credential = credentialFor(emulator.url);
	return { ...credential, data: { ...credential.data, ...data } };
};

async function send(text: string, credential = withData({})) {
	return await execute(n8n.rest, await n8n.rest.createCredential(credential), [sending(text)]);
}

/** All files below a folder; a link, as that to this checkout, is none of them. */
function* filesBelow(folder: string): Generator<string> {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) yield* filesBelow(path);
		else if (entry.isFile()) yield path;
	}
}

/** The files that n8n has written and that hold this text. */
const filesWith = (text: string) =>
	[...filesBelow(n8n.folder)].filter((file) => readFileSync(file).includes(text));

const PASSWORD = 'aPasswordOfTheProxy';
const OTHER_TOKEN = '1234567890:AAaTokenThatTheServerDoesNotKnow';

describe('after executions that end in every way', () => {
	test('one that works', async () => {
		expect((await send('That works')).status).toBe('success');
	});

	test('a refused token', async () => {
		const { error } = await send('Unknown bot', withData({ botToken: OTHER_TOKEN }));
		expect(error?.message).toMatch(/unauthorized/i);
	});

	test.each([
		['an answer 400', { kind: 'error', status: 400, description: 'Bad Request: no' }],
		['an answer 500', { kind: 'error', status: 500 }],
		['a cut connection', { kind: 'cut_after' }],
		['broken JSON', { kind: 'malformed' }],
	])('%s', async (_what, fault) => {
		await emulator.fault(fault);
		expect((await send('Does not work')).status).toBe('error');
	});

	test('a server that is not there', async () => {
		const baseUrl = `http://${LOOPBACK}:${await freePort()}`;
		const { status, error } = await send('Nobody hears', withData({ baseUrl }));
		expect(status).toBe('error');
		expect(error?.description).toContain('Check Base URL');
	});

	test.each([
		['that is not there', (port: number) => `http://me:${PASSWORD}@${LOOPBACK}:${port}`],
		['with a URL that is none', () => `socks5://me:${PASSWORD}@${LOOPBACK}`],
	])('a proxy %s', async (_what, urlOf) => {
		const proxySecretUrl = urlOf(await freePort());
		const { status, error } = await send('Nobody passes it on', withData({ proxySecretUrl }));
		expect(status).toBe('error');
		expect(`${error?.message} ${error?.description}`).toContain('Proxy URL');
	});

	test('HTTP Request with the credential, which sends nothing and says what to use', async () => {
		const server = await startOddServer((_request, response) => void response.end('{}'));
		const botMessagingApi = await n8n.rest.createCredential(withData({}));
		const step = {
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			credentials: { botMessagingApi },
			parameters: {
				url: server.url,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'botMessagingApi',
				options: {},
			},
		};
		try {
			const { error } = await execute(n8n.rest, botMessagingApi, [step]);
			expect(JSON.stringify(error)).toContain('use Bot > Any Method');
			expect(server.asked).toEqual([]);
		} finally {
			await server.close();
		}
	});

	test('no token is in what n8n has saved and logged', () => {
		expect(filesWith('Does not work')).not.toEqual([]);
		for (const token of [emulator.token, OTHER_TOKEN]) {
			expect(filesWith(token)).toEqual([]);
			expect(filesWith(token.split(':')[1])).toEqual([]);
		}
		expect(filesWith(PASSWORD)).toEqual([]);
	});
});
