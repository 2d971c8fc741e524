import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { credentialFor } from '../../scripts/lib/demo';
import { packageFolder } from '../../scripts/lib/n8n';
import { ROOT } from '../../scripts/lib/paths';
import { freePort, LOOPBACK } from '../../scripts/lib/ports';
import type { Processes } from '../../scripts/lib/processes';
import { n8n as listed } from '../../package.json';
import { useEmulator } from '../support/emulator';
import { botMessaging, execute } from './support/execute';
import { useOwnN8n } from './support/n8n';

/** Packs the package as it is published and installs the tarball where n8n keeps its packages. */
async function installTarball(folder: string, processes: Processes): Promise<void> {
	const npm = async (args: string[], cwd: string) => {
		await processes.run(`npm ${args[0]}`, 'npm', args, {
			cwd,
			env: process.env,
			logFile: join(folder, `npm-${args[0]}.log`),
		});
	};
	const nodes = join(folder, '.n8n/nodes');
	mkdirSync(nodes, { recursive: true });
	await npm(['pack', '--pack-destination', nodes], ROOT);
	const [tarball] = readdirSync(nodes).filter((name) => name.endsWith('.tgz'));
	// Like n8n, without the peer n8n-workflow: the package gets that of the n8n that loads it.
	await npm(['install', '--legacy-peer-deps', '--no-audit', `./${tarball}`], nodes);
}

const emulator = useEmulator();
const n8n = useOwnN8n(installTarball);

const WRONG_TOKEN = { botToken: '4839574812:AAnotTheTokenOfThisBot' };

/** What the credential form says after "Save" or "Retry". */
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

describe('the packed package in n8n', () => {
	test('brings no other package with it', () => {
		expect(
			readdirSync(join(packageFolder(n8n.folder), '..')).filter((name) => !name.startsWith('.')),
		).toEqual(['n8n-nodes-bot-messaging']);
	});

	test('is loaded under its real name, with every node it lists', async () => {
		const types = await n8n.rest.nodeTypes();
		const ours = types.filter(({ name }) => name.startsWith('n8n-nodes-bot-messaging.'));
		const files = listed.nodes.map((file) => /(\w+)\.node\.js$/.exec(file)?.[1]);
		const expected = files.map((name) => `n8n-nodes-bot-messaging.${name?.replace(/^B/, 'b')}`);
		expect(ours.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
	});

	test('runs', async () => {
		const credential = await n8n.rest.createCredential(credentialFor(emulator.url));
		const getMe = botMessaging({ resource: 'bot', operation: 'getMe' });
		const { items } = await execute(n8n.rest, credential, [getMe]);
		expect(items).toMatchObject([{ username: 'demo_bot' }]);
	});
});

describe('the test of the credential', () => {
	test('accepts a token that works, in both path forms and with all that is forgiven', async () => {
		expect(await testCredential({})).toMatchObject({ status: 'OK' });
		expect(await testCredential({ pathForm: 'plain' })).toMatchObject({ status: 'OK' });
		const sloppy = { baseUrl: ` ${emulator.url}// `, botToken: ` bot${emulator.token} ` };
		expect(await testCredential(sloppy)).toMatchObject({ status: 'OK' });
		const forms = (await emulator.calls('getMe')).map(({ path_form: form }) => form);
		expect(forms).toEqual(['bot', 'plain', 'bot']);
	});

	test('does not take a website for the API', async () => {
		const baseUrl = `${emulator.url}/_emulator/state?`;
		expect(await testCredential({ baseUrl })).toEqual({
			status: 'Error',
			message: expect.stringContaining('an answer that is not of the bot API (HTTP 200)'),
		});
	});

	test('tells a wrong token from an unreachable server', async () => {
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
