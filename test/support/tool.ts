import {
	createRunExecutionData,
	deepCopy,
	NodeConnectionTypes,
	Workflow,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeType,
} from 'n8n-workflow';

import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { additionalDataFor, core, nodeTypesOf, type CredentialData } from './engine';

const TOOL = 'n8n-nodes-bot-messaging.botMessagingTool';

const { Main, AiTool } = NodeConnectionTypes;

/** A model's arguments for the tool in one call. */
export type Call = IDataObject;

/** The node in the form that n8n offers to agents. */
function toolType(): INodeType {
	const type = new BotMessaging();
	const description = deepCopy(type.description);
	Object.assign(description, { name: 'botMessagingTool', inputs: [], outputs: [AiTool] });
	type.description = description;
	return type;
}

/** An agent without a model: makes these calls in turn, and outputs each answer. */
function agentType(
	execute: (this: IExecuteFunctions, answers: unknown) => Promise<unknown>,
): INodeType {
	return {
		description: {
			displayName: 'Agent',
			name: 'agent',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: {},
			inputs: [Main, { type: AiTool, displayName: 'Tools' }],
			outputs: [Main],
			properties: [],
		},
		execute,
	} as unknown as INodeType;
}

type Tool = { invoke(given: Call): Promise<string> };

/** As agents 1.9 and 2.2 and the MCP Server Trigger do it: n8n-core runs the tool, and its tries. */
const callingTools = (calls: Call[]) =>
	agentType(async function () {
		const [tool] = (await this.getInputConnectionData(AiTool, 0)) as Tool[];
		const told: IDataObject[] = [];
		for (const call of calls) {
			const answer = tool.invoke(call).catch(({ message }: Error) => message);
			told.push({ told: await answer });
		}
		return [told.map((json) => ({ json }))];
	});

interface Answers {
	actionResponses?: Array<{ data: { error?: Error; data?: IDataObject } }>;
}

/** As agent 3 does it: the engine runs the tool as a step of the workflow. */
const askingTheEngine = (calls: Call[]) =>
	agentType(async function (answers) {
		const responses = (answers as Answers | undefined)?.actionResponses ?? [];
		if (responses.length < calls.length) {
			const actions = calls.map((input, index) => ({
				actionType: 'ExecutionNodeAction',
				nodeName: 'Tool',
				input,
				type: AiTool,
				id: `call_${index}`,
				metadata: { itemIndex: 0 },
			}));
			return { actions, metadata: {} };
		}
		// An agent 3 gives its model the result, or the message of the error.
		const told = responses.map(({ data: { data, error } }) =>
			error ? error.message : JSON.stringify(data?.[AiTool]),
		);
		return [told.map((one) => ({ json: { told: one } }))];
	});

export const AGENTS = { 'agents 1.9 and 2.2': callingTools, 'agent 3': askingTheEngine };

/**
 * Lets an agent call the node as its tool in n8n's own engine, over real HTTP. Returns what the model gets
 * for each call.
 */
export async function callTool(
	agent: (calls: Call[]) => INodeType,
	credential: CredentialData,
	tool: Pick<INode, 'parameters'> & Partial<INode>,
	calls: Call[],
): Promise<string[]> {
	const node = (name: string, type: string, more: Partial<INode> = {}): INode => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...more,
	});
	const to = (name: string, type: 'main' | 'ai_tool') => [[{ node: name, type, index: 0 }]];
	const start = { ...callingTools([]), execute: async () => [[{ json: {} }]] } as INodeType;
	const workflow = new Workflow({
		id: 'w1',
		name: 'Agent',
		nodes: [
			node('Start', 'test.start'),
			node('Agent', 'test.agent'),
			node('Tool', TOOL, {
				credentials: { botMessagingApi: { id: '1', name: 'Bot' } },
				...tool,
			}),
		],
		connections: { Start: { main: to('Agent', Main) }, Tool: { ai_tool: to('Agent', AiTool) } },
		active: false,
		settings: { executionOrder: 'v1' },
		nodeTypes: nodeTypesOf({
			'test.start': start,
			'test.agent': agent(calls),
			[TOOL]: toolType(),
		}),
	});
	const additionalData = additionalDataFor({ service: 'other', ...credential }, workflow);
	const data = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [
				{ node: workflow.getNode('Start')!, data: { main: [[{ json: {} }]] }, source: null },
			],
		},
	});
	const engine = new core.WorkflowExecute(additionalData, 'manual', data);
	const run = await engine.processRunExecutionData(workflow);
	if (run.data.resultData.error) throw run.data.resultData.error;
	const last = run.data.resultData.runData.Agent.at(-1);
	return (last?.data?.main[0] ?? []).map(({ json }) => json.told as string);
}
