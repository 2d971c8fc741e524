import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { credentialFor } from '../../sandbox/lib/demo';
import { freePort, LOOPBACK } from '../../scripts/lib/ports';
import type { Credential } from '../../sandbox/lib/rest';
import { useEmulator } from '../support/emulator';
import { holds } from '../support/planting';
import { botMessaging, execute } from './support/execute';
import { useOwnN8n } from './support/n8n';
import { useTriggers } from './support/triggers';
import { byId } from '../support/locators';
import { startOddServer } from '../support/odd';

const emulator = useEmulator();
const n8n = useOwnN8n();
const triggers = useTriggers(n8n, emulator);

const sending = (text: string) =>
	botMessaging({ resource: 'message', operation: 'sendMessage', chatId: byId('-1001'), text });

const withData = (data: object): Credential => {
	const credential = credentialFor(emulator.url);
	return { ...credential, data: { ...credential.data, ...data } };
};

async function send(text: string, credential = withData({})) {
	return await execute(n8n.rest, await n8n.rest.createCredential(credential), [sending(text)]);
}

/** All files below a folder, without links, such as the one to this checkout. */
function* filesBelow(folder: string): Generator<string> {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) yield* filesBelow(path);
		else if (entry.isFile()) yield path;
	}
}

const files = () => [...filesBelow(n8n.folder)];

/** The files written by n8n that contain this text. */
const filesWith = (text: string) => files().filter((file) => readFileSync(file).includes(text));

/** Those that hold the secret part of a token in any form. */
const filesWithToken = (token: string) =>
	files().filter((file) => holds(readFileSync(file, 'latin1'), token));

const PASSWORD = 'aPasswordOfTheProxy';
const OTHER_TOKEN = '1234567890:AAaTokenThatTheServerDoesNotKnow';

describe('executions with every kind of end:', () => {
	test('a success', async () => {
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

	describe('a webhook that an earlier program has left, with the token in its path', () => {
		const leaveWebhook = async () => {
			const url = `https://bots.example/${encodeURIComponent(emulator.token)}/updates`;
			expect((await emulator.api('setWebhook', { url })).status).toBe(200);
		};

		test('a polling trigger shows only its host in a failed execution', async () => {
			await leaveWebhook();
			const id = await triggers.publish({ type: 'botMessagingPollingTrigger' });
			const [failed] = await triggers.whenEnded(id, 1);
			expect(failed.status).toBe('error');
			expect(filesWith('a webhook at bots.example. ')).not.toEqual([]);
		});

		test('a webhook trigger shows only its host, and is not published', async () => {
			await leaveWebhook();
			const id = await triggers.add({ type: 'botMessagingTrigger' });
			const refusal = await n8n.rest.publish(id).catch((error: Error) => error.message);
			expect(refusal).toContain('already sends its updates to bots.example. ');
			expect(holds(String(refusal), emulator.token)).toBe(false);
		});

		test.each([
			['Get Webhook Info', { resource: 'bot', operation: 'getWebhookInfo' }],
			['Any Method', { resource: 'bot', operation: 'anyMethod', method: 'getWebhookInfo' }],
		])('%s outputs it without the token', async (_what, parameters) => {
			await leaveWebhook();
			const credential = await n8n.rest.createCredential(withData({}));
			const { items, saved } = await execute(n8n.rest, credential, [botMessaging(parameters)]);
			expect(items[0].url).toMatch(/^https:\/\/bots\.example\/.*<token>\/updates$/);
			expect(holds(saved, emulator.token)).toBe(false);
		});
	});

	test('a message with the token that a trigger gets', async () => {
		const id = await triggers.publish({ type: 'botMessagingPollingTrigger' });
		await triggers.write(`Is this secret? bot${emulator.token}`);
		const [{ id: execution }] = await triggers.whenEnded(id, 1);
		expect((await triggers.item(execution)).text).toMatch(/^Is this secret\? bot\d+:<token>$/);
	});

	test('n8n has saved and logged no token', () => {
		expect(filesWith('Does not work')).not.toEqual([]);
		expect(filesWith('Is this secret?')).not.toEqual([]);
		for (const token of [emulator.token, OTHER_TOKEN]) expect(filesWithToken(token)).toEqual([]);
		expect(filesWith(PASSWORD)).toEqual([]);
	});
});
