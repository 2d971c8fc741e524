import { Workflow, type IDataObject, type INode, type INodeExecutionData } from 'n8n-workflow';

import { BotMessagingTrigger } from '../../nodes/BotMessaging/BotMessagingTrigger.node';
import { additionalDataFor, core, nodeTypesOf, type CredentialData } from './engine';
import { PushServer, type Push } from './pushServer';

const TYPE = 'n8n-nodes-bot-messaging.botMessagingTrigger';
const WEBHOOK_ID = '5d4c0d7c-97a4-4f7e-8b3a-2f0f2a4d9f10';

/** One object for all workflows, as in n8n. */
const type = new BotMessagingTrigger();

let workflows = 1;

type Mode = 'trigger' | 'manual';
type Lifecycle = 'checkExists' | 'create' | 'delete';

/**
 * A webhook trigger in n8n-core's own contexts, with a real HTTP server in n8n's place: live
 * webhooks at `/webhook/...`, test webhooks at `/webhook-test/...`.
 */
export class WebhookTrigger {
	/** The items that started executions, with the kind of webhook and the output. */
	readonly started: Array<{ mode: Mode; item: INodeExecutionData; output: number }> = [];

	/** Its entries in n8n's log. */
	readonly logged: string[] = [];

	/** For the published workflow; a test run has its own, which starts empty. */
	readonly staticData: IDataObject = {};

	private testData: IDataObject = {};

	/** All triggers of the n8n that accepts its pushes. */
	private neighbours: WebhookTrigger[] = [this];

	/** Number of pushes to it so far. */
	pushes = 0;

	/** How often n8n has read its credential. */
	readings = 0;

	/** Called before n8n reads the credential. */
	beforeReading = async () => {};

	/** Other nodes of its workflow. */
	others: INode[] = [];

	/** Whether n8n fails to start the workflow. */
	breaks = false;

	/** Modes in which n8n no longer knows its webhook. */
	private readonly left = new Set<Mode>();

	readonly server = new PushServer(async (push, starts) => await this.route(push, starts));

	private url = '';

	/** The address at which n8n accepts its pushes. */
	get listensAt(): string {
		return this.url;
	}

	/** @param id the workflow's id; by default a unique one, without updates from others */
	constructor(
		private credential: CredentialData,
		private readonly parameters: IDataObject = {},
		private readonly id = `w${workflows++}`,
		private readonly webhookId = WEBHOOK_ID,
	) {}

	async listen(): Promise<this> {
		this.url = await this.server.listen();
		return this;
	}

	/** The same node in an n8n whose pushes go to another process. */
	at(url: string): this {
		this.url = url;
		return this;
	}

	/** Puts it into the same n8n as another trigger. */
	beside({ url, neighbours }: WebhookTrigger): this {
		this.url = url;
		this.neighbours = neighbours;
		neighbours.push(this);
		return this;
	}

	/** Changes the credential like a person in n8n. */
	paste(changes: Partial<CredentialData>): void {
		this.credential = { ...this.credential, ...changes } as CredentialData;
	}

	/** The same node of the same n8n with other parameters, which are not published yet. */
	edited(parameters: IDataObject): WebhookTrigger {
		const other = new WebhookTrigger(this.credential, parameters, this.id, this.webhookId);
		other.url = this.url;
		return other;
	}

	/** The published node's memory. */
	get memory(): IDataObject {
		const { workflow, node } = this.surroundings('trigger');
		return workflow.getStaticData('node', node);
	}

	/** The address for the bot's webhook in this mode. */
	address(mode: Mode = 'trigger'): string {
		return `${this.url}/${mode === 'manual' ? 'webhook-test' : 'webhook'}/${this.webhookId}/bot-updates`;
	}

	/** Publishes the workflow, or listens for a test event, with n8n's own steps. */
	async open(mode: Mode = 'trigger', activation?: string): Promise<void> {
		if (mode === 'manual') this.testData = {};
		if (!(await this.step('checkExists', mode, activation))) {
			await this.step('create', mode, activation);
		}
	}

	/** Runs one step of the lifecycle. For deletion, n8n's mode does not tell that it is a test. */
	async step(
		name: Lifecycle,
		mode: Mode = 'trigger',
		activation = mode === 'manual' ? 'manual' : 'activate',
	): Promise<boolean> {
		const { workflow, node, additionalData } = this.surroundings(mode);
		const webhook = { isTest: mode === 'manual', webhookDescription: { name: 'default' } };
		// n8n knows a webhook before it registers it, and until it is removed.
		this.left.delete(mode);
		const context = new core.HookContext(
			workflow,
			node,
			additionalData,
			name === 'delete' ? 'internal' : mode,
			(name === 'delete' ? 'update' : activation) as never,
			webhook as never,
		);
		this.logInto(context);
		const result = await type.webhookMethods.default[name].call(context);
		if (name === 'delete') this.left.add(mode);
		return result;
	}

	private logInto(context: object): void {
		const log = (words: string) => this.logged.push(words);
		const logger = { debug: log, info: log, warn: log, error: log };
		Object.defineProperty(context, 'logger', { value: logger });
	}

	private surroundings(mode: Mode) {
		const node: INode = {
			id: `node-of-${this.id}`,
			webhookId: this.webhookId,
			name: 'Trigger',
			type: TYPE,
			typeVersion: 1.1,
			position: [0, 0],
			parameters: { updates: ['message'], ...this.parameters },
			credentials: { botMessagingApi: { id: '1', name: 'Bot' } },
		};
		const workflow = new Workflow({
			id: this.id,
			name: this.id,
			nodes: [node, ...this.others],
			connections: {},
			active: true,
			settings: {},
			staticData: mode === 'manual' ? this.testData : this.staticData,
			nodeTypes: nodeTypesOf({ [TYPE]: type }),
		});
		const credential = { service: 'other', pathForm: 'bot', ...this.credential };
		const additionalData = {
			...additionalDataFor(credential, workflow),
			webhookBaseUrl: `${this.url}/webhook`,
			webhookTestBaseUrl: `${this.url}/webhook-test`,
		};
		additionalData.credentialsHelper.getDecrypted = async () => {
			this.readings++;
			await this.beforeReading();
			return { ...credential };
		};
		return { workflow, node: workflow.getNode('Trigger')!, additionalData };
	}

	private async route(push: Push, starts: () => boolean): Promise<boolean> {
		const { path, response } = push;
		const mode: Mode = path.startsWith('/webhook-test') ? 'manual' : 'trigger';
		const target = this.neighbours.find(
			({ webhookId, left }) => path.includes(`/${webhookId}/`) && !left.has(mode),
		);
		if (target) return await target.receive(push, mode, starts);
		response.statusCode = 404;
		const message = `The requested webhook "POST ${path}" is not registered.`;
		response.end(JSON.stringify({ code: 404, message }));
		return false;
	}

	private async receive(
		{ path, headers, body, rawBody, response }: Push,
		mode: Mode,
		starts: () => boolean,
	): Promise<boolean> {
		this.pushes++;
		const { workflow, node, additionalData } = this.surroundings(mode);
		const query = Object.fromEntries(new URL(path, this.url).searchParams);
		additionalData.httpRequest = { body, rawBody, headers, params: {}, query } as never;
		additionalData.httpResponse = response as never;
		const webhook = { webhookDescription: { name: 'default' } };
		const context = new core.WebhookContext(
			workflow,
			node,
			additionalData,
			mode === 'manual' ? 'manual' : 'webhook',
			webhook as never,
			[],
			null,
		);
		this.logInto(context);
		const { workflowData, webhookResponse } = await type.webhook.call(context);
		if (this.breaks) throw new Error('The workflow cannot be started');
		if (!workflowData && webhookResponse !== undefined) {
			response.end(JSON.stringify(webhookResponse));
		}
		if (!workflowData || !starts()) return false;
		workflowData.forEach((items, output) => {
			for (const item of items) this.started.push({ mode, item, output });
		});
		return true;
	}
}
