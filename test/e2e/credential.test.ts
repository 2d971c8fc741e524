import { credentialFor } from '../../sandbox/lib/demo';
import { freePort, LOOPBACK } from '../../scripts/lib/ports';
import { useEmulator } from '../support/emulator';
import { useN8n } from './support/n8n';

const emulator = useEmulator();
const n8n = useN8n();

const WRONG_TOKEN = { botToken: '4839574812:AAnotTheTokenOfThisBot' };

/** The message of the credential form after "Save" or "Retry". */
async function testCredential(changed: object) {
	const credential = credentialFor(emulator.url);
	const { data, ...rest } = credential;
	const { id } = await n8n.rest.createCredential(credential);
	return await n8n.rest.call<{ status: string; message: string }>(
		'POST',
		'/rest/credentials/test',
		{ credentials: { ...rest, id, data: { ...data, ...changed } } },
	);
}

describe('the test of the credential', () => {
	test('accepts a valid token, in both path forms and with every slip that is forgiven', async () => {
		expect(await testCredential({})).toMatchObject({ status: 'OK' });
		expect(await testCredential({ pathForm: 'plain' })).toMatchObject({ status: 'OK' });
		const sloppy = { baseUrl: ` ${emulator.url}// `, botToken: ` bot${emulator.token} ` };
		expect(await testCredential(sloppy)).toMatchObject({ status: 'OK' });
		const forms = (await emulator.calls('getMe')).map(({ path_form: form }) => form);
		expect(forms).toEqual(['bot', 'plain', 'bot']);
	});

	test('does not mistake a website for the API', async () => {
		const baseUrl = `${emulator.url}/_emulator/state?`;
		expect(await testCredential({ baseUrl })).toEqual({
			status: 'Error',
			message: expect.stringContaining('an answer that is not of the bot API (HTTP 200)'),
		});
	});

	test('distinguishes a wrong token from an unreachable server', async () => {
		expect(await testCredential(WRONG_TOKEN)).toEqual({
			status: 'Error',
			message: expect.stringContaining('The server does not accept the bot token.'),
		});

		const baseUrl = `http://${LOOPBACK}:${await freePort()}`;
		expect(await testCredential({ baseUrl })).toEqual({
			status: 'Error',
			message: expect.stringMatching(
				/^The server cannot be reached\. Check Base URL.*ECONNREFUSED/,
			),
		});
	});
});
