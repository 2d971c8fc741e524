import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Workflow, type IDataObject, type INode, type INodeExecutionData } from 'n8n-workflow';

import { BotMessagingTrigger } from '../../nodes/BotMessaging/BotMessagingTrigger.node';
import { additionalDataFor, core, nodeTypesOf, type CredentialData } from './engine';

const TYPE = 'n8n-nodes-bot-messaging.botMessagingTrigger';
const WEBHOOK_ID = '5d4c0d7c-97a4-4f7e-8b3a-2f0f2a4d9f10';

type Mode = 'trigger' | 'manual';
type Lifecycle = 'checkExists' | 'create' | 'delete';

/** The answer that a webhook node sends itself, in the way that n8n's server offers. */
function answering(response: ServerResponse) {
	const answer = {
		status: (code: number) => {
			response.statusCode = code;
			return answer;
		},
		json: (body: object) => {
			response.setHeader('content-type', 'application/json');
			response.write(JSON.stringify(body));
			return answer;
		},
		end: () => response.end(),
	};
	return answer;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return JSON.parse(Buffer.concat(chunks).toString() || '{}');
}

/**
 * A webhook trigger in n8n-core's own contexts, with a real HTTP server in n8n's place: live
 * webhooks at `/webhook/...`, test webhooks at `/webhook-test/...`.
 */
export class WebhookTrigger {
	/** The items that started executions, by the kind of webhook they came through. */
	readonly started: Array<{ mode: Mode; item: INodeExecutionData }> = [];

	readonly staticData: IDataObject = {};

	private server?: Server;

	private url = '';

	constructor(
		private readonly credential: CredentialData,
		private readonly parameters: IDataObject = {},
		private readonly id = 'w1',
		private readonly webhookId = WEBHOOK_ID,
	) {}

	async listen(): Promise<this> {
		this.server = createServer((request, response) => void this.serve(request, response));
		this.server.listen(0, '127.0.0.1');
		await new Promise((resolve) => this.server!.once('listening', resolve));
		this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
		return this;
	}

	close(): void {
		this.server?.closeAllConnections();
		this.server?.close();
	}

	/** Where the bot's webhook belongs in this mode. */
	address(mode: Mode = 'trigger'): string {
		return `${this.url}/${mode === 'manual' ? 'webhook-test' : 'webhook'}/${this.webhookId}/webhook`;
	}

	/** Runs one step of the lifecycle, as n8n does when a workflow is published or tested. */
	async step(name: Lifecycle, mode: Mode = 'trigger'): Promise<boolean> {
		const { workflow, node, additionalData } = this.surroundings();
		const webhook = { isTest: mode === 'manual', webhookDescription: { name: 'default' } };
		const context = new core.HookContext(
			workflow,
			node,
			additionalData,
			mode,
			'activate',
			webhook as never,
		);
		return await new BotMessagingTrigger().webhookMethods.default[name].call(context as never);
	}

	private surroundings() {
		const node: INode = {
			id: `node-of-${this.id}`,
			webhookId: this.webhookId,
			name: 'Trigger',
			type: TYPE,
			typeVersion: 1,
			position: [0, 0],
			parameters: { updates: ['message'], ...this.parameters } as INode['parameters'],
			credentials: { botMessagingApi: { id: '1', name: 'Bot' } },
		};
		const workflow = new Workflow({
			id: this.id,
			name: this.id,
			nodes: [node],
			connections: {},
			active: true,
			settings: {},
			staticData: this.staticData,
			nodeTypes: nodeTypesOf({ [TYPE]: new BotMessagingTrigger() }) as never,
		});
		const additionalData = {
			...additionalDataFor({ service: 'other', pathForm: 'bot', ...this.credential }, workflow),
			webhookBaseUrl: `${this.url}/webhook`,
			webhookTestBaseUrl: `${this.url}/webhook-test`,
		};
		return { workflow, node: workflow.getNode('Trigger')!, additionalData };
	}

	private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const mode: Mode = request.url?.startsWith('/webhook-test') ? 'manual' : 'trigger';
		const { workflow, node, additionalData } = this.surroundings();
		const body = await bodyOf(request);
		additionalData.httpRequest = { body, headers: request.headers, params: {}, query: {} } as never;
		additionalData.httpResponse = answering(response) as never;
		const webhook = { webhookDescription: { name: 'default' } };
		const context = new core.WebhookContext(
			workflow,
			node,
			additionalData,
			mode === 'manual' ? 'manual' : 'webhook',
			webhook as never,
			[],
			null as never,
		);
		const { workflowData, noWebhookResponse } = await new BotMessagingTrigger().webhook.call(
			context as never,
		);
		for (const item of workflowData?.[0] ?? []) this.started.push({ mode, item });
		if (!noWebhookResponse) response.end('{"message":"Workflow was started"}');
	}
}
