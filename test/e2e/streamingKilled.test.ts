import { randomUUID } from 'node:crypto';

import { credentialFor } from '../../sandbox/lib/demo';
import { TYPE_VERSIONS } from '../../sandbox/lib/triggers';
import type { Workflow } from '../../sandbox/lib/rest';
import { PACKAGE_NAME } from '../../scripts/lib/paths';
import { until } from '../../scripts/lib/until';
import { DEFAULTS, useEmulator } from '../support/emulator';
import { byId } from '../support/locators';
import { LONG_PATIENCE_MS } from '../support/patience';
import { STREAM_FORMS, TapServer } from '../support/tap';
import { useKillableN8n } from './support/killable';

const emulator = useEmulator();
const n8n = useKillableN8n();
const server = new TapServer();

const { chats, users } = DEFAULTS;

beforeAll(async () => await server.listen());
afterAll(async () => await server.close());

const soon = async (what: string, isSo: () => Promise<boolean>) =>
	await until(what, isSo, LONG_PATIENCE_MS);

/** A message in the demo group is answered by an address that streams. */
async function answering(type: keyof typeof TYPE_VERSIONS): Promise<Workflow> {
	const credentials = {
		botMessagingApi: await n8n.rest.createCredential(credentialFor(emulator.url)),
	};
	const node = (name: string, kind: string, typeVersion: number, parameters: object) => ({
		...{ id: randomUUID(), name, type: `${PACKAGE_NAME}.${kind}`, typeVersion, credentials },
		position: [0, 0] as [number, number],
		webhookId: randomUUID(),
		parameters: parameters as Workflow['nodes'][number]['parameters'],
	});
	return {
		name: type,
		nodes: [
			node('Trigger', type, TYPE_VERSIONS[type], { updates: ['message'] }),
			node('Answer', 'botMessaging', 1, {
				...{ resource: 'message', operation: 'streamAnswer', answerSource: 'address' },
				chatId: byId('={{ $json.chatId }}'),
				url: server.url,
				requestBody: '={{ { text: $json.text } }}',
				additionalFields: { stopButton: 'Stop', allowPrivateAddresses: true },
			}),
		],
		connections: { Trigger: { main: [[{ node: 'Answer', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

const sent = async () => (await emulator.calls('sendMessage')).map(({ params }) => params);

const say = async (text: string) =>
	await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text });

/** Waits for an answer that grows, and for n8n to have saved that. Returns the number of its message. */
async function growing(text: string, flowAt: number): Promise<number> {
	const before = (await sent()).length;
	await say(text);
	const flow = await server.flow(flowAt);
	flow.write('Once upon');
	await soon('it is shown', async () => (await sent()).length > before);
	// n8n has saved it within milliseconds; nothing outside of n8n shows when.
	const grown = async () => (await emulator.calls('editMessageText')).length;
	flow.write(' a time');
	await soon('it has grown', async () => (await grown()) > 0);
	const { messages } = await emulator.state();
	return Math.max(...messages.map(({ message_id }) => message_id));
}

test.each(['botMessagingPollingTrigger', 'botMessagingTrigger'] as const)(
	'an answer that grows when n8n is killed is ended and marked once at the next start: %s',
	async (type) => {
		server.flows.splice(0);
		server.form = STREAM_FORMS[Object.keys(STREAM_FORMS)[0]];
		const id = await n8n.rest.importWorkflow(await answering(type));
		await n8n.rest.publish(id);
		const message = await growing('Tell me', 0);
		await n8n.kill();
		await n8n.start();
		// n8n wakes up a webhook trigger only for an update.
		await say('Next');
		const flow = await server.flow(1);
		flow.write('Whole');
		flow.end();
		const marks = async () => (await sent()).filter(({ text }) => text === '⚠️');
		await soon('it is marked', async () => (await marks()).length > 0);
		await soon('the next answer is whole', async () => (await sent()).length === 3);
		expect(await marks()).toMatchObject([{ reply_to_message_id: message }]);
		const removed = await emulator.calls('editMessageReplyMarkup');
		expect(removed.map(({ status }) => status)).toEqual([200]);
		await n8n.rest.unpublish(id);
	},
	300_000,
);
