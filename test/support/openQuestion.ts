import axios from 'axios';
import { Workflow, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import {
	callbackDataIn,
	type CallbackData,
} from '../../nodes/BotMessaging/callbackData/buttonData';
import type { Answering } from '../../nodes/BotMessaging/questions/question';
import { proofOf } from '../../nodes/BotMessaging/callbackData/proof';
import { until } from '../../scripts/lib/until';
import { actionFor } from './actionNode';
import type { TestEmulator } from './emulator';
import { actionNode, additionalDataFor, core, nodeTypesOf, runNode } from './engine';
import { byId } from './locators';
import { PATIENCE_MS } from './patience';
import { PushServer, type Push } from './pushServer';

const TYPE = 'n8n-nodes-bot-messaging.botMessaging';

/** A question asked by the node in n8n-core's own contexts; a real HTTP server acts as n8n. */
export class OpenQuestion {
	/** The outputs of each continuation of the workflow. */
	readonly resumed: INodeExecutionData[][][] = [];

	private readonly server = new PushServer(async (push) => await this.receive(push));

	private url = '';

	private constructor(
		private readonly credential: IDataObject,
		private readonly parameters: IDataObject,
		private readonly data: Awaited<ReturnType<typeof runNode>>['run']['data'],
		/** The message in the chat. */
		readonly message: IDataObject,
		private readonly emulator: TestEmulator,
	) {}

	/** Asks in the demo group, unless the parameters name another chat. */
	static async ask(emulator: TestEmulator, given: IDataObject = {}): Promise<OpenQuestion> {
		const credential = { baseUrl: emulator.url, botToken: emulator.token };
		const parameters = {
			resource: 'message',
			operation: 'sendAndWait',
			chatId: byId(String(emulator.defaults.chats.demoGroup)),
			message: 'May it stay?',
			...given,
		};
		const { run, error } = await runNode({ credential, parameters });
		if (error) throw error;
		const sent = (await emulator.calls('sendMessage')).find(({ status }) => status === 200);
		const message = sent!.response?.result as IDataObject;
		const question = new OpenQuestion(credential, parameters, run.data, message, emulator);
		question.url = await question.server.listen();
		return question;
	}

	close(): void {
		this.server.close();
	}

	/** The target of its answer, as a trigger reads it from the buttons. */
	get callbackData(): CallbackData {
		return callbackDataIn(this.message)!;
	}

	/** Where it accepts answers, as in n8n. */
	get address(): string {
		return this.url;
	}

	/** The reference in its link buttons, if it had any. */
	get ref(): string {
		return (this.kept.question as { ref: string }).ref;
	}

	/** What the node stores with the execution. */
	get kept(): IDataObject {
		return this.data.executionData!.contextData['node:Bot Messaging'];
	}

	/** Forgets that the node asked in this execution. */
	forget(): void {
		delete this.kept.question;
	}

	/** A trigger's data for Mia's press of the first button, with changes. */
	press(changes: Partial<Answering> = {}): Answering {
		const { id: chatId } = this.message.chat as IDataObject;
		return {
			at: Date.now(),
			kind: 'press',
			chatId: String(chatId),
			messageId: String(this.message.message_id),
			user: { id: 1003, first_name: 'Mia' },
			button: 0,
			...changes,
		};
	}

	/** Brings an answer with its signature, or with the given one. */
	async bring(answering: unknown, { signature = this.callbackData.signature, ...changes } = {}) {
		const payload = typeof answering === 'string' ? answering : JSON.stringify(answering);
		const proof = proofOf(this.credential, signature, payload);
		const body = { payload, proof, ...changes } as object;
		return await this.request('post', { signature }, body);
	}

	/** One request in the form in which n8n gets it. */
	async request(method: 'get' | 'post', params: object, data?: object) {
		const url = `${this.url}/webhook-waiting/1/bot`;
		const validateStatus = () => true;
		const [edits, taken] = [await this.edits(), this.resumed.length];
		const answer = await axios.request<unknown>({ method, url, params, data, validateStatus });
		// The outcome is shown after n8n's answer.
		if (this.resumed.length > taken && this.parameters.afterAnswer !== 'leave') {
			await until('the outcome is shown', async () => (await this.edits()) > edits, PATIENCE_MS, {
				pauseMs: 5,
			});
		}
		return answer;
	}

	private async edits(): Promise<number> {
		const calls = await this.emulator.calls();
		return calls.filter(({ method }) => String(method).startsWith('editMessage')).length;
	}

	private async receive({ path, headers, body, method, response }: Push): Promise<boolean> {
		const type = actionFor(this.parameters);
		const node = actionNode(this.parameters);
		const nodeTypes = nodeTypesOf({ [TYPE]: type });
		const settings = { timezone: 'UTC' };
		const connections = {};
		const workflow = new Workflow({
			id: 'w1',
			nodes: [node],
			connections,
			active: false,
			settings,
			nodeTypes,
		});
		const query = Object.fromEntries(new URL(path, 'http://n8n').searchParams);
		const additionalData = additionalDataFor({ service: 'other', ...this.credential }, workflow);
		additionalData.httpRequest = { body, headers, params: {}, query, method } as never;
		additionalData.httpResponse = response as never;
		const context = new core.WebhookContext(
			workflow,
			workflow.getNode('Bot Messaging')!,
			additionalData,
			'webhook',
			{ webhookDescription: { name: 'default' } } as never,
			[],
			this.data,
		);
		const { webhookResponse, workflowData, noWebhookResponse } = await type.webhook.call(context);
		if (workflowData) this.resumed.push(workflowData);
		if (!noWebhookResponse) {
			response.end(
				typeof webhookResponse === 'string' ? webhookResponse : JSON.stringify(webhookResponse),
			);
		}
		return workflowData !== undefined;
	}
}
