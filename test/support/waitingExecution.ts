import axios, { type AxiosResponse } from 'axios';
import {
	createRunExecutionData,
	Workflow,
	type IBinaryKeyData,
	type IConnections,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IRunExecutionData,
	type ITaskData,
	type IWebhookResponseData,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { proofOf } from '../../nodes/BotMessaging/callbackData/proof';
import { actionFor } from './actionNode';
import { additionalDataFor, core, nodeTypesOf, type CredentialData } from './engine';
import { PushServer, type Push } from './pushServer';

const QUESTION = 'n8n-nodes-bot-messaging.botMessaging';

export const description = {
	displayName: 'Test',
	group: ['input'],
	version: 1,
	description: '',
	inputs: ['main'],
	outputs: ['main'],
} as unknown as INodeTypeDescription;

/** Outputs the test's items. */
const beforeType = (items: INodeExecutionData[]) =>
	({
		description: { ...description, name: 'before', defaults: { name: 'Before' }, properties: [] },
		execute: async () => [items],
	}) as INodeType;

/** Evaluates an expression. */
const afterType = {
	description: {
		...description,
		name: 'after',
		defaults: { name: 'After' },
		properties: [{ displayName: 'Value', name: 'value', type: 'string', default: '' }],
	},
	async execute(this: { getNodeParameter(name: string, item: number): unknown }) {
		return [[{ json: { value: this.getNodeParameter('value', 0) } }]];
	},
} as unknown as INodeType;

/** Removes the last run, as n8n does before it continues after an answer. */
function keepInputOverride(runs: ITaskData[]): void {
	const { source, inputOverride } = runs.pop()!;
	const times = { startTime: 0, executionTime: 0, executionIndex: 0 };
	if (inputOverride) runs.push({ ...times, source, inputOverride });
}

/** The output after the question. */
export interface Ending {
	/** Number of the output, and its item. */
	output: number;
	json: IDataObject;
	binary?: IBinaryKeyData;
	/** The result of the expression after that output. */
	read: unknown;
}

/**
 * An execution in n8n-core of Before, Send and Wait for Answer, and after each output a node that evaluates
 * an expression. An HTTP server acts as n8n and takes its answers.
 */
export class WaitingExecution {
	/** Whether n8n always finds that the execution has already continued when it takes an answer. */
	isTooLate = false;

	/** How many answers n8n did not take. */
	refused = 0;

	/** What came out, once it has. */
	ending?: Ending;

	private readonly server = new PushServer(async (push) => await this.receive(push));

	private data?: IRunExecutionData;
	private base = '';

	/** The signed address at which n8n takes answers. */
	private address = '';

	private hasGoneOn = false;

	private executionId = '1';

	/** The parameters of the question, with what they leave out. */
	protected readonly asked: IDataObject;

	protected readonly types: Record<string, INodeType>;

	constructor(
		private readonly credential: CredentialData,
		protected readonly parameters: IDataObject,
		items: INodeExecutionData[] = [{ json: {} }],
		private readonly expression = '',
		private readonly outputs = 3,
	) {
		this.asked = { resource: 'message', operation: 'sendAndWait', ...parameters };
		this.types = {
			[QUESTION]: actionFor(this.asked),
			before: beforeType(items),
			after: afterType,
		};
	}

	async ask(): Promise<void> {
		this.base = await this.server.listen();
		const { workflow, additionalData } = this.surroundings();
		const stack = [
			{ node: workflow.getNode('Before')!, data: { main: [[{ json: {} }]] }, source: null },
		];
		const data = createRunExecutionData({ executionData: { nodeExecutionStack: stack } });
		const run = await this.run(workflow, additionalData, data);
		if (run.resultData.error) throw run.resultData.error as Error;
		this.keep(run);
		this.ending = this.endingOf(run);
		this.address = new core.ExecuteContext(
			workflow,
			workflow.getNode('Question')!,
			additionalData,
			'manual',
			run,
			0,
			[],
			{ main: [[]] },
			{} as never,
			[],
		).getSignedResumeUrl({});
	}

	/** The address at which a trigger reaches n8n. */
	get n8n(): string {
		return this.base;
	}

	/** n8n's stored data for it. */
	get stored(): string {
		return JSON.stringify(this.data);
	}

	/** What the node stores in it. */
	get kept(): IDataObject {
		return this.data!.executionData!.contextData['node:Question'];
	}

	/** A person presses a button of a question, and a trigger brings it; resolves with n8n's answer. */
	async press(
		{ chat_id, message_id }: { chat_id: number; message_id: number },
		button: number,
		user: IDataObject,
		more: object = {},
	): Promise<AxiosResponse> {
		const [chatId, messageId] = [String(chat_id), String(message_id)];
		const press = { at: Date.now(), kind: 'press', chatId, messageId, user, button, ...more };
		const payload = JSON.stringify(press);
		const signature = new URL(this.address).searchParams.get('signature')!;
		const proof = proofOf(this.credential, signature, payload);
		return await axios.post(this.address, { payload, proof }, { validateStatus: () => true });
	}

	/** The time limit ends; resolves with the output. */
	async timeOut(): Promise<Ending | undefined> {
		await this.goOn(this.data!);
		return this.ending;
	}

	/** A person retries the execution: n8n runs a copy of it under another id. */
	async retry(): Promise<void> {
		this.executionId = '2';
		await this.goOn(structuredClone(this.data!));
	}

	/** Copies the run like n8n's database, in which shared references stay shared. */
	private keep(run: IRunExecutionData): void {
		this.data = structuredClone(run);
	}

	private async goOn(data: IRunExecutionData): Promise<void> {
		const { workflow, additionalData } = this.surroundings();
		const run = await this.run(workflow, additionalData, data);
		this.keep(run);
		this.hasGoneOn = !run.waitTill;
		this.ending = this.endingOf(run);
	}

	close(): void {
		this.server.close();
	}

	/** A node of the workflow; its id equals its name. */
	protected node(name: string, type: string, parameters: IDataObject = {}): INode {
		return {
			id: name,
			name,
			type,
			typeVersion: 1,
			position: [0, 0],
			parameters: parameters as INode['parameters'],
			...(type.startsWith(QUESTION) && {
				credentials: { botMessagingApi: { id: '1', name: 'Bot' } },
			}),
		};
	}

	/** The workflow; `Before` is its first node, and `Question` asks. */
	protected plan(): { nodes: INode[]; connections: IConnections } {
		const readers = Array.from({ length: this.outputs }, (_none, index) => `After ${index}`);
		const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
		return {
			nodes: [
				this.node('Before', 'before'),
				this.node('Question', QUESTION, this.asked),
				...readers.map((name) => this.node(name, 'after', { value: this.expression })),
			],
			connections: {
				Before: { main: [to('Question')] },
				Question: { main: readers.map(to) },
			},
		};
	}

	private surroundings() {
		const workflow = new Workflow({
			id: 'w1',
			...this.plan(),
			active: false,
			settings: { executionOrder: 'v1' },
			nodeTypes: nodeTypesOf(this.types),
		});
		const additionalData = {
			...additionalDataFor({ service: 'other', ...this.credential }, workflow),
			executionId: this.executionId,
			webhookWaitingBaseUrl: `${this.base}/webhook-waiting`,
		};
		return { workflow, additionalData };
	}

	private async run(
		workflow: Workflow,
		additionalData: IWorkflowExecuteAdditionalData,
		data: IRunExecutionData,
	): Promise<IRunExecutionData> {
		const execute = new core.WorkflowExecute(additionalData, 'manual', data);
		return (await execute.processRunExecutionData(workflow)).data;
	}

	protected endingOf({ resultData: { runData } }: IRunExecutionData): Ending | undefined {
		const outputs = runData.Question.at(-1)?.data?.main ?? [];
		const output = outputs.findIndex((items) => (items ?? []).length > 0);
		if (output < 0) return undefined;
		const read = runData[`After ${output}`]?.[0].data?.main[0]?.[0].json.value;
		const [{ json, binary }] = outputs[output]!;
		return { output, json, ...(binary && { binary }), read };
	}

	private async receive({ path, headers, body, response }: Push): Promise<boolean> {
		const { workflow, additionalData } = this.surroundings();
		const query = Object.fromEntries(new URL(path, this.base).searchParams);
		const { method } = (response as unknown as { req: { method: string } }).req;
		additionalData.httpRequest = { method, body, headers, params: {}, query } as never;
		additionalData.httpResponse = response as never;
		// For each request n8n reads the execution from its database, and disables the node in it at once.
		const data = this.hasGoneOn ? this.data! : this.resumed();
		const webhook = { webhookDescription: { name: 'default' } };
		const context = new core.WebhookContext(
			workflow,
			workflow.getNode('Question')!,
			additionalData,
			'manual',
			webhook as never,
			[],
			data,
		);
		const result = await actionFor(this.asked).webhook.call(context);
		await this.take(result, data, response as never);
		return true;
	}

	/** The execution as n8n passes it to the node that gets an answer. */
	private resumed(): IRunExecutionData {
		const data = structuredClone(this.data!);
		data.waitTill = undefined;
		data.executionData!.nodeExecutionStack[0].node.disabled = true;
		keepInputOverride(data.resultData.runData[data.resultData.lastNodeExecuted!]);
		return data;
	}

	private async take(
		{ workflowData, webhookResponse }: IWebhookResponseData,
		data: IRunExecutionData,
		response: { status(code: number): { json(body: unknown): void }; end(body: string): void },
	): Promise<void> {
		if (workflowData && (this.isTooLate || this.hasGoneOn)) {
			this.refused++;
			response.status(500).json({ message: 'There was a problem executing the workflow' });
			return;
		}
		if (workflowData) {
			this.hasGoneOn = true;
			// A node that is still disabled outputs its input.
			const [entry] = data.executionData!.nodeExecutionStack;
			entry.data.main = workflowData;
			entry.metadata = { ...entry.metadata, forwardAllOutputs: true };
			await this.goOn(data);
		}
		if (webhookResponse === undefined) return;
		if (typeof webhookResponse === 'string') response.end(webhookResponse);
		else response.status(200).json(webhookResponse);
	}
}
