import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { credentialFor } from '../../sandbox/lib/demo';
import { linkPackage, startN8n, type N8n } from '../../sandbox/lib/n8n';
import { ownerOf } from '../../sandbox/lib/owner';
import { freePort } from '../../scripts/lib/ports';
import { Processes } from '../../scripts/lib/processes';
import type { CredentialReference } from '../../sandbox/lib/rest';
import { triggerWorkflow } from '../../sandbox/lib/triggers';
import { until } from '../../scripts/lib/until';
import { useEmulator } from '../support/emulator';
import { byId } from '../support/locators';
import { PATIENCE_MS } from '../support/patience';
import { botMessaging, execute } from './support/execute';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;

const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-setup-'));
const processes = new Processes();
let n8n: N8n;
let credential: CredentialReference;

const start = async () =>
	await startN8n(processes, { folder, port: await freePort(), owner: ownerOf(folder) });

beforeAll(async () => {
	linkPackage(folder);
	n8n = await start();
	credential = await n8n.rest.createCredential(credentialFor(emulator.url));
});
afterAll(async () => {
	await processes.stopAll();
	rmSync(folder, { recursive: true, force: true });
});

const publish = async (parameters: object) => {
	const type = 'botMessagingPollingTrigger';
	const made = { name: 'Published', type, parameters, credential } as const;
	const id = await n8n.rest.importWorkflow(triggerWorkflow(made));
	await n8n.rest.publish(id);
	return id;
};

const write = async (text: string, chat_id: number) =>
	await emulator.act('message', { user_id: users.mia, chat_id, text });

const run = async (...steps: Parameters<typeof execute>[2]) =>
	(await execute(n8n.rest, credential, steps)).items;

const check = async () =>
	await run(botMessaging({ resource: 'bot', operation: 'checkSetup', chatId: byId('') }));

const getMany = botMessaging({ resource: 'chat', operation: 'getManyChats', returnAll: true });

const taken = async () =>
	await until(
		'the trigger has taken all',
		async () => (await emulator.state()).bots[0].updates.length === 0,
		PATIENCE_MS,
	);

test('Check Setup reports a missing trigger and filters that block everything, and nothing once all is well', async () => {
	expect(await check()).toMatchObject([{ cause: 'noTrigger', isBlocking: true }]);
	const id = await publish({ filters: { commands: '/ban' } });
	await write('hello', chats.demoGroup);
	await taken();
	expect(await check()).toMatchObject([
		{ cause: 'filters', isBlocking: true, problem: expect.stringContaining('"Published"') },
	]);
	await write('/ban', chats.demoGroup);
	await until('it has run', async () => (await n8n.rest.countEnded(id)) === 1, PATIENCE_MS);
	expect(await check()).toMatchObject([{ cause: 'none', problem: null }]);
	await n8n.rest.unpublish(id);
	expect(await check()).toMatchObject([{ cause: 'noTrigger' }]);
});

test('two nodes send an announcement to all chats, even after n8n was killed', async () => {
	const id = await publish({});
	await write('hello', chats.privateMia);
	await write('hello', chats.demoGroup);
	await until('both have run', async () => (await n8n.rest.countEnded(id)) === 2, PATIENCE_MS);
	process.kill(Number(n8n.process.pid), 'SIGKILL');
	await n8n.process.ended;
	n8n = await start();
	const known = async () => (await run(getMany)).map(({ chatId }) => chatId);
	const knows = async () => (await known()).length === 2;
	await until('the trigger has started', knows, PATIENCE_MS);
	const text = { chatId: byId('={{ $json.chatId }}'), text: 'News' };
	const send = botMessaging({ resource: 'message', operation: 'sendMessage', ...text }, 'Send');
	const sent = await run(getMany, send);
	// In the order in which n8n learned of them: it saves no other order.
	expect(sent.map(({ chatId, text: words }) => [chatId, words])).toEqual([
		[chats.privateMia, 'News'],
		[chats.demoGroup, 'News'],
	]);
	await emulator.act('leave', { user_id: users.mia, chat_id: chats.privateMia });
	await taken();
	expect(await known()).toEqual([chats.demoGroup]);
});
