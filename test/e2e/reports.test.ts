import { randomUUID } from 'node:crypto';

import { credentialFor } from '../../sandbox/lib/demo';
import { PACKAGE_NAME } from '../../scripts/lib/paths';
import type { CredentialReference, Workflow } from '../../sandbox/lib/rest';
import { runToEnd } from '../../sandbox/lib/runs';
import { TRIGGER, triggerWorkflow, type TriggerType } from '../../sandbox/lib/triggers';
import { until } from '../../scripts/lib/until';
import { useEmulator } from '../support/emulator';
import { byId } from '../support/locators';
import { LONG_PATIENCE_MS } from '../support/patience';
import { botMessaging, fileSteps, itemStep, workflowOf, type Step } from './support/execute';
import { useN8n } from './support/n8n';
import { aMoment, useTriggers } from './support/triggers';

const emulator = useEmulator({ webhookRetryBaseMs: 100 });
const n8n = useN8n();
const triggers = useTriggers(n8n, emulator);
const { chats, users } = emulator.defaults;

const TYPES: TriggerType[] = ['botMessagingTrigger', 'botMessagingPollingTrigger'];

let credential: CredentialReference;
beforeAll(async () => {
	credential = await n8n.rest.createCredential(credentialFor(emulator.url));
});

const soon = async (what: string, isSo: () => Promise<boolean>) =>
	await until(what, isSo, LONG_PATIENCE_MS);

const make = (type: TriggerType, parameters: object = {}) =>
	triggerWorkflow({ ...{ name: randomUUID(), type, credential }, parameters: { ...parameters } });

test('E2 n8n #18683: a copy that keeps the address of its webhook takes nothing away from the original', async () => {
	const workflow = make('botMessagingTrigger');
	const original = await n8n.rest.importWorkflow(workflow);
	await n8n.rest.publish(original);
	const copy = await n8n.rest.importWorkflow({ ...workflow, name: 'Copy' });
	const refusal = await n8n.rest.tryToPublish(copy);
	await triggers.write('with the copy');
	await triggers.whenEnded(original, 1);
	const copies = await triggers.executions(copy);
	expect(refusal === undefined ? copies.length : refusal).toBeTruthy();
	await n8n.rest.unpublish(copy).catch(() => undefined);
	await triggers.write('without the copy');
	await triggers.whenEnded(original, 2);
	await n8n.rest.unpublish(original);
});

test.each(TYPES)(
	'E3 n8n-mcp #551: published over the public API, %s gets updates',
	async (type) => {
		const key = await n8n.rest.call<{ rawApiKey: string }>('POST', '/rest/api-keys', {
			label: type,
			expiresAt: null,
			scopes: ['workflow:activate', 'workflow:deactivate', 'workflow:update', 'workflow:read'],
		});
		const id = await n8n.rest.importWorkflow(make(type));
		const ask = async (what: string) =>
			await fetch(`${n8n.url}/api/v1/workflows/${id}/${what}`, {
				method: 'POST',
				headers: { 'X-N8N-API-KEY': key.rawApiKey },
			});
		expect((await ask('activate')).status).toBe(200);
		await triggers.write('hello');
		await triggers.whenEnded(id, 1);
		expect((await ask('deactivate')).status).toBe(200);
		await soon('the webhook is gone', async () => (await triggers.webhook()).url === '');
	},
);

test.each(TYPES)(
	'E9 n8n #23206: %s that was deactivated and published again starts nothing',
	async (type) => {
		const workflow = make(type);
		workflow.nodes.push({
			...{ id: randomUUID(), name: 'Daily', position: [0, 200] },
			...{ type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2, parameters: {} },
		});
		const id = await n8n.rest.importWorkflow(workflow);
		await n8n.rest.publish(id);
		await triggers.write('before');
		await triggers.whenEnded(id, 1);
		const stored = await n8n.rest.call<Workflow & { versionId: string }>(
			'GET',
			`/rest/workflows/${id}`,
		);
		const nodes = stored.nodes.map((node) =>
			node.name === TRIGGER ? { ...node, disabled: true } : node,
		);
		const { connections, versionId } = stored;
		await n8n.rest.call('PATCH', `/rest/workflows/${id}`, { nodes, connections, versionId });
		await n8n.rest.publish(id);
		await triggers.write('after');
		await aMoment();
		expect((await triggers.executions(id)).length).toBe(1);
		expect((await triggers.webhook()).url).toBe('');
		await n8n.rest.unpublish(id);
	},
);

test('C9 n8n #22955: a file by expression is sent after an If and a loop', async () => {
	const step = (name: string, type: string, typeVersion: number, parameters: object): Step =>
		({ name, type: `n8n-nodes-base.${type}`, typeVersion, parameters }) as Step;
	const condition = {
		...{ id: '1', leftValue: '={{ true }}', rightValue: '' },
		operator: { type: 'boolean', operation: 'true', singleValue: true },
	};
	const steps = [
		...fileSteps({ field: 'images0', name: 'a.txt', type: 'text/plain', content: 'All is well' }),
		step('If', 'if', 2.2, {
			conditions: { options: { version: 2 }, conditions: [condition], combinator: 'and' },
		}),
		{ ...itemStep({ done: true }), name: 'Without File' },
		step('Loop', 'splitInBatches', 3, {}),
		botMessaging({
			...{ resource: 'message', operation: 'sendDocument', chatId: byId(chats.demoGroup) },
			...{ source: 'binary', binaryPropertyName: '={{ $("File").item.binary.images0 }}' },
		}),
	];
	const workflow = workflowOf('C9', steps);
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	Object.assign(workflow.connections, {
		Loop: { main: [[], to('Bot Messaging')] },
		'Bot Messaging': { main: [to('Loop')] },
	});
	for (const node of workflow.nodes) {
		if (node.name === 'Bot Messaging') node.credentials = { botMessagingApi: credential };
	}
	const id = await n8n.rest.importWorkflow(workflow);
	const { status } = await runToEnd(n8n.rest, id, 'Start');
	expect(status).toBe('success');
	const files = (await emulator.calls('sendDocument')).map((call) => call.files);
	expect(files).toMatchObject([{ document: { filename: 'a.txt', size: 11 } }]);
});

/** A workflow for photos: a trigger followed by these nodes in a row. */
function photoWorkflow(type: TriggerType, nodes: Step[], settings: object): Workflow {
	const workflow = make(type, { downloadFiles: true });
	const [trigger] = workflow.nodes;
	const all = nodes.map((node, n) => ({
		...{ id: randomUUID(), position: [200 * (n + 1), 0], typeVersion: 1 },
		...node,
		...(node.type.startsWith(PACKAGE_NAME) && { credentials: { botMessagingApi: credential } }),
	}));
	const names = [TRIGGER, ...nodes.map(({ name }) => name)];
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const connections = Object.fromEntries(nodes.map(({ name }, n) => [names[n], to(name)]));
	return {
		...workflow,
		...{ nodes: [trigger, ...all], connections },
		settings: { ...workflow.settings, ...settings },
	};
}

const sendPhoto = async () =>
	await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, photo: true });

const TO_GROUP = { resource: 'message', chatId: byId(chats.demoGroup) };

test('C11 n8n #14101: with nothing saved, a file is there after a wait', async () => {
	const file = `={{ $("${TRIGGER}").item.binary.data }}`;
	const id = await n8n.rest.importWorkflow(
		photoWorkflow(
			'botMessagingPollingTrigger',
			[
				botMessaging({ ...TO_GROUP, operation: 'sendAndWait', message: 'Keep it?' }, 'Ask'),
				botMessaging(
					{ ...TO_GROUP, operation: 'sendPhoto', source: 'binary', binaryPropertyName: file },
					'Send',
				),
			],
			{
				saveDataSuccessExecution: 'none',
				saveDataErrorExecution: 'none',
				saveManualExecutions: false,
			},
		),
	);
	await n8n.rest.publish(id);
	await sendPhoto();
	await soon('it asks', async () => (await emulator.calls('sendMessage')).length > 0);
	await aMoment();
	const { message_id, reply_markup } = (await emulator.calls('sendMessage'))[0].response!.result;
	const [[{ callback_data }]] = reply_markup.inline_keyboard;
	const press = { user_id: users.mia, chat_id: chats.demoGroup, message_id, callback_data };
	await emulator.act('press', press);
	await soon('it is sent', async () => (await emulator.calls('sendPhoto')).length > 0);
	expect((await emulator.calls('sendPhoto'))[0]).toMatchObject({ status: 200 });
	await n8n.rest.unpublish(id);
});

test('C12 n8n #25065: a file of a webhook is sent under another name, and can be shown in the editor', async () => {
	const jsCode = 'for (const item of items) item.binary.data.fileName = "other.png"; return items;';
	const rename = {
		name: 'Rename',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode },
	};
	const send = {
		...TO_GROUP,
		operation: 'sendDocument',
		source: 'binary',
		binaryPropertyName: 'data',
	};
	const id = await n8n.rest.importWorkflow(
		photoWorkflow('botMessagingTrigger', [rename, botMessaging(send, 'Send')], {}),
	);
	await n8n.rest.publish(id);
	await sendPhoto();
	const [{ id: execution }] = await triggers.whenEnded(id, 1);
	const files = (await emulator.calls('sendDocument')).map((call) => call.files);
	expect(files).toMatchObject([{ document: { filename: 'other.png' } }]);
	const { data } = await n8n.rest.call<{ data: string }>('GET', `/rest/executions/${execution}`);
	const [file] = /filesystem-v2:workflows[^"]+/.exec(data)!;
	await n8n.rest.unpublish(id);
	const view = `/rest/binary-data?id=${encodeURIComponent(file)}&action=view`;
	expect(await n8n.rest.call('GET', view).catch((error: Error) => error.message)).not.toMatch(
		/answers 40[04]/,
	);
});
