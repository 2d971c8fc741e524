import type { INode } from 'n8n-workflow';

import { credentialFor } from '../../sandbox/lib/demo';
import { PACKAGE_NAME } from '../../scripts/lib/paths';
import type { CredentialReference, Workflow } from '../../sandbox/lib/rest';
import { runToEnd } from '../../sandbox/lib/runs';
import { useEmulator } from '../support/emulator';
import { byId } from '../support/locators';
import { LanguageModel, modelCredential } from './support/languageModel';
import { useN8n } from './support/n8n';

const emulator = useEmulator();
const n8n = useN8n();

const ARRIVED = 'The message may have arrived, so it was not sent again';

let bot: CredentialReference;
let openAi: CredentialReference;
let model: LanguageModel;

beforeAll(async () => {
	bot = await n8n.rest.createCredential(credentialFor(emulator.url));
	model = new LanguageModel({ text: 'Hello' });
	openAi = await modelCredential(n8n.rest, await model.listen());
});
afterAll(async () => await model.close());

const node = (
	name: string,
	type: string,
	typeVersion: number,
	more: Partial<INode> = {},
): INode => ({
	id: name.toLowerCase(),
	name,
	type,
	typeVersion,
	position: [0, 0],
	parameters: {},
	...more,
});

const tool = node('Send', `${PACKAGE_NAME}.botMessagingTool`, 1, {
	parameters: {
		resource: 'message',
		operation: 'sendMessage',
		chatId: byId('-1001'),
		text: "={{ $fromAI('text', 'What to say', 'string') }}",
	} as INode['parameters'],
	retryOnFail: true,
	maxTries: 3,
	waitBetweenTries: 10,
});

const into = (name: string, type: string) => ({ [type]: [[{ node: name, type, index: 0 }]] });

const workflowOf = (nodes: INode[], connections: object): Workflow =>
	({
		name: expect.getState().currentTestName,
		nodes,
		connections,
		settings: { executionOrder: 'v1' },
	}) as unknown as Workflow;

const sent = async () =>
	(await emulator.calls('sendMessage')).map(({ params }) => params.text as string);

const withBot = (one: INode): INode => ({ ...one, credentials: { botMessagingApi: bot } });

describe.each([1.9, 2.2, 3])('the tool of an agent %p', (version) => {
	test('sends a message once if it may have arrived, and the model is told so', async () => {
		await emulator.fault({ kind: 'cut_after', method: 'sendMessage' });
		const id = await n8n.rest.importWorkflow(
			workflowOf(
				[
					node('Start', 'n8n-nodes-base.manualTrigger', 1),
					node('Agent', '@n8n/n8n-nodes-langchain.agent', version, {
						parameters: { promptType: 'define', text: 'Say hello', options: {} },
					}),
					node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
						parameters: { model: { __rl: true, mode: 'id', value: 'model' }, options: {} },
						credentials: { openAiApi: openAi },
					}),
					withBot(tool),
				],
				{
					Start: into('Agent', 'main'),
					Model: into('Agent', 'ai_languageModel'),
					Send: into('Agent', 'ai_tool'),
				},
			),
		);
		expect(await runToEnd(n8n.rest, id, 'Start')).toMatchObject({ status: 'success' });
		expect(await sent()).toEqual(['Hello']);
		expect(JSON.stringify(model.asked.at(-1)!.messages.at(-1))).toContain(ARRIVED);
	});
});

describe('the tool of an MCP Server Trigger', () => {
	/** A client's request and the answer to it. */
	async function ask(url: string, session: string | undefined, body: object) {
		const answer = await fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(session && { 'mcp-session-id': session }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', ...body }),
		});
		const text = await answer.text();
		const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
		return { session: answer.headers.get('mcp-session-id') ?? undefined, data };
	}

	async function callTool(): Promise<{ isError?: boolean; content: Array<{ text: string }> }> {
		const id = await n8n.rest.importWorkflow(
			workflowOf(
				[
					node('Server', '@n8n/n8n-nodes-langchain.mcpTrigger', 2, {
						parameters: { path: 'tools' },
						webhookId: 'tools',
					}),
					withBot(tool),
				],
				{ Send: into('Server', 'ai_tool') },
			),
		);
		await n8n.rest.publish(id);
		try {
			const url = `${n8n.url}/mcp/tools`;
			const { session } = await ask(url, undefined, {
				id: 1,
				method: 'initialize',
				params: {
					protocolVersion: '2025-03-26',
					capabilities: {},
					clientInfo: { name: 'test', version: '1' },
				},
			});
			const params = { name: 'Send', arguments: { text: 'Hello' } };
			const { data } = await ask(url, session, { id: 2, method: 'tools/call', params });
			return JSON.parse(data).result;
		} finally {
			await n8n.rest.unpublish(id);
		}
	}

	test('sends a message once if it may have arrived, and the client is told so', async () => {
		await emulator.fault({ kind: 'cut_after', method: 'sendMessage' });
		const { content } = await callTool();
		expect(await sent()).toEqual(['Hello']);
		expect(content[0].text).toContain(ARRIVED);
	});

	test('says why nothing was sent', async () => {
		await emulator.fault({ kind: 'error', status: 403, times: 3, description: 'Forbidden' });
		const { isError, content } = await callTool();
		expect(await sent()).toEqual(['Hello', 'Hello', 'Hello']);
		expect(isError).toBe(true);
		expect(content[0].text).toContain('Forbidden');
	});

	test('sends a message again that was refused', async () => {
		await emulator.fault({ kind: 'error', status: 403, description: 'Forbidden' });
		const { isError, content } = await callTool();
		expect(await sent()).toEqual(['Hello', 'Hello']);
		expect(isError).toBeUndefined();
		expect(content[0].text).toContain('message_id');
	});
});
