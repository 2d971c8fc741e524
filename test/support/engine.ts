import 'reflect-metadata';
import './environment';

import * as core from 'n8n-core';
import {
	createRunExecutionData,
	deepCopy,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteData,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	type IRunExecutionData,
	type IWorkflowSettings,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { BotMessagingApi } from '../../credentials/BotMessagingApi.credentials';
import { BotMessagingPollingTrigger } from '../../nodes/BotMessaging/BotMessagingPollingTrigger.node';
import { actionFor } from './actionNode';

export { core };

const TYPE = 'n8n-nodes-bot-messaging.botMessaging';
const TRIGGER = 'n8n-nodes-bot-messaging.botMessagingPollingTrigger';

/** A credential for a test; without Service, it is Other. */
export type CredentialData = ICredentialDataDecryptedObject;

/** Node types in the form that the engine uses. */
export function nodeTypesOf(types: Record<string, INodeType>) {
	return {
		getByName: (name: string) => types[name],
		getByNameAndVersion: (name: string) => types[name],
		getKnownTypes: () => ({}),
	};
}

/** Everything an execution needs of n8n besides the engine itself; the credential is the real one. */
export function additionalDataFor(
	credential: CredentialData,
	workflow: Workflow,
): IWorkflowExecuteAdditionalData {
	const type = new BotMessagingApi();
	const authenticate = type.authenticate as unknown as (
		data: ICredentialDataDecryptedObject,
		options: IDataObject,
	) => Promise<IDataObject>;
	return {
		hooks: new core.ExecutionLifecycleHooks('manual', '1', { id: workflow.id } as never),
		executionId: '1',
		restApiUrl: 'http://localhost/rest',
		instanceBaseUrl: 'http://localhost/',
		webhookBaseUrl: 'http://localhost/webhook',
		webhookTestBaseUrl: 'http://localhost/webhook-test',
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		variables: {},
		userId: 'test',
		setExecutionStatus: () => {},
		credentialsHelper: {
			getParentTypes: () => [],
			isCredentialUsableByNode: () => true,
			getDecrypted: async () => ({ ...credential }),
			preAuthentication: async () => undefined,
			authenticate: async (
				data: ICredentialDataDecryptedObject,
				_type: string,
				options: IDataObject,
			) => await authenticate(data, options),
		},
	} as unknown as IWorkflowExecuteAdditionalData;
}

export interface RunOptions {
	credential: CredentialData;
	parameters: IDataObject;
	/** Input items; one empty item by default. */
	items?: INodeExecutionData[];
	/** Further settings of the node, e.g. `{ onError: 'continueRegularOutput' }`. */
	node?: Partial<INode>;
	timezone?: string;
	/** Further settings of the workflow. */
	settings?: IWorkflowSettings;
	/** A failed run of the same node to retry: with its input and the current form. */
	retryOf?: IRun;
	/** n8n's variables, `$vars` in expressions. */
	variables?: IDataObject;
	/** Puts a polling trigger with these parameters before the node. */
	trigger?: IDataObject;
	/** How it was started; by default by a person in the editor. */
	mode?: 'manual' | 'trigger';
	/** The chat model at the node's input. */
	model?: object;
	/** Called when the execution runs, to cancel it. */
	onStart?: (cancel: () => void) => void;
}

export interface RunResult {
	/** The node's outputs: the regular one, then the one for failed items. */
	outputs: INodeExecutionData[][];
	/** The first output's json. */
	json: IDataObject[];
	error?: Error & { description?: string; httpCode?: string; context?: IDataObject };
	/** The whole run, as n8n saves it. */
	run: IRun;
}

const START: INode = {
	id: 'start',
	name: 'Start',
	type: 'test.start',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** Replaces all nodes before the tested one: it passes its items on. */
const startType = {
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['input'],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
	async execute(this: { getInputData(): INodeExecutionData[] }) {
		return [this.getInputData()];
	},
} as unknown as INodeType;

/** A sub-node that gives a chat model. */
const modelType = (model?: object) =>
	({
		description: {
			...startType.description,
			name: 'model',
			inputs: [],
			outputs: ['ai_languageModel'],
		},
		supplyData: async () => await Promise.resolve({ response: model }),
	}) as unknown as INodeType;

const MODEL: INode = { ...START, id: 'model', name: 'Model', type: 'test.model' };

/** The same with the form of a trigger. */
const triggerType = {
	...startType,
	description: {
		...startType.description,
		properties: new BotMessagingPollingTrigger().description.properties,
	},
};

/** A failed, stored execution, prepared for a retry as in n8n. */
function dataForRetry({ data: saved }: IRun, node: INode): IRunExecutionData {
	const data = deepCopy(saved);
	delete data.resultData.error;
	const runs = data.resultData.runData[node.name];
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	for (const step of data.executionData!.nodeExecutionStack) step.node = node;
	return data;
}

/** The action node with these parameters. */
export const actionNode = (parameters: object): INode => ({
	id: 'bot',
	name: 'Bot Messaging',
	type: TYPE,
	typeVersion: 1,
	position: [0, 0],
	parameters: parameters as INode['parameters'],
	credentials: { botMessagingApi: { id: '1', name: 'Bot' } },
});

/** Runs the action node once in n8n's own engine, over real HTTP. */
export async function runNode(options: RunOptions): Promise<RunResult> {
	const node: INode = { ...actionNode(options.parameters), ...options.node };
	const { trigger } = options;
	const start = trigger ? { ...START, type: TRIGGER, parameters: trigger } : START;
	const workflow = new Workflow({
		id: 'w1',
		name: 'Engine test',
		nodes: [start as INode, node, ...(options.model ? [MODEL] : [])],
		connections: {
			Start: { main: [[{ node: node.name, type: 'main', index: 0 }]] },
			...(options.model && {
				Model: { ai_languageModel: [[{ node: node.name, type: 'ai_languageModel', index: 0 }]] },
			}),
		},
		active: false,
		settings: { timezone: options.timezone ?? 'UTC', ...options.settings },
		nodeTypes: nodeTypesOf({
			[TYPE]: actionFor(node.parameters),
			[TRIGGER]: triggerType,
			'test.start': startType,
			'test.model': modelType(options.model),
		}),
	});
	const { retryOf, variables = {}, mode = 'manual' } = options;
	const additionalData = {
		...additionalDataFor({ service: 'other', ...options.credential }, workflow),
		executionId: retryOf ? '2' : '1',
		variables,
	};
	const stack: IExecuteData[] = [
		{
			node: workflow.getNode('Start')!,
			data: { main: [options.items ?? [{ json: {} }]] },
			source: null,
		},
	];
	const data = retryOf
		? dataForRetry(retryOf, workflow.getNode(node.name)!)
		: createRunExecutionData({ executionData: { nodeExecutionStack: stack } });
	const running = new core.WorkflowExecute(additionalData, mode, data).processRunExecutionData(
		workflow,
	);
	options.onStart?.(() => (running as unknown as { cancel(): void }).cancel());
	const run = await running;
	const last = run.data.resultData.runData[node.name]?.[0];
	const outputs = (last?.data?.main ?? []).map((output) => output ?? []);
	return {
		outputs,
		json: (outputs[0] ?? []).map((item) => item.json),
		error: (last?.error ?? run.data.resultData.error) as RunResult['error'],
		run,
	};
}
