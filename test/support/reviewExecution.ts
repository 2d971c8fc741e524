import type { EngineRequest, EngineResponse, IDataObject, INodeType } from 'n8n-workflow';

import { actionFor } from './actionNode';
import type { CredentialData } from './engine';
import { description, WaitingExecution, type Ending } from './waitingExecution';

const REVIEW = 'n8n-nodes-bot-messaging.botMessagingHitlTool';

/** A call of a tool as a model writes it. */
export interface Call {
	tool?: string;
	/** The name of the tool's node; by default, the tool's own name. */
	node?: string;
	arguments: IDataObject;
	/** The node that asks; by default, `Question`. */
	question?: 'Question' | 'Other';
	/** The index of the agent's item. */
	itemIndex?: number;
}

/** What n8n's agent asks of the engine for calls of reviewed tools (createEngineRequests). */
const requestOf = (calls: Call[]): EngineRequest<never> => ({
	actions: calls.map(({ tool = 'Note', node = tool, arguments: given, ...call }, index) => {
		const { hitlParameters, ...input } = { ...given, tool } as IDataObject;
		const { toolParameters } = given;
		return {
			actionType: 'ExecutionNodeAction',
			nodeName: call.question ?? 'Question',
			input: { ...input, ...(hitlParameters as IDataObject), toolParameters },
			type: 'ai_tool',
			id: `call_${index}`,
			metadata: {
				itemIndex: call.itemIndex ?? 0,
				hitl: { gatedToolNodeName: node, toolName: tool, originalInput: toolParameters },
			},
		} as never;
	}),
	metadata: {} as never,
});

/** Requests the calls, and outputs the results of their reviews. */
const agentType = (calls: Call[]) =>
	({
		description: { ...description, name: 'agent', defaults: { name: 'Agent' }, properties: [] },
		async execute(response?: EngineResponse) {
			if (!response?.actionResponses.length) return requestOf(calls);
			const reviews = response.actionResponses.map(
				({ data }) => data.data?.ai_tool?.[0]?.[0]?.json ?? null,
			);
			return [[{ json: { reviews } }]];
		},
	}) as unknown as INodeType;

/** An execution of Before and of an agent, whose tools the question reviews, in n8n-core. */
export class ReviewExecution extends WaitingExecution {
	constructor(
		credential: CredentialData,
		parameters: IDataObject,
		{ calls, items = [{}] }: { calls: Call[]; items?: IDataObject[] },
	) {
		super(
			credential,
			parameters,
			items.map((json) => ({ json })),
		);
		this.types.agent = agentType(calls);
		this.types[REVIEW] = actionFor(this.asked);
	}

	protected override plan() {
		const to = (node: string, type: 'main' | 'ai_tool') => ({
			[type]: [[{ node, type, index: 0 }]],
		});
		return {
			nodes: [
				this.node('Before', 'before'),
				this.node('Agent', 'agent'),
				this.node('Question', REVIEW, this.asked),
				this.node('Other', REVIEW, this.asked),
			],
			connections: {
				Before: to('Agent', 'main'),
				Question: to('Agent', 'ai_tool'),
				Other: to('Agent', 'ai_tool'),
			},
		};
	}

	/** What the agent got from the reviews; nothing while one is pending. */
	protected override endingOf(
		run: Parameters<WaitingExecution['endingOf']>[0],
	): Ending | undefined {
		const [item] = run.resultData.runData.Agent?.at(-1)?.data?.main[0] ?? [];
		return item && { output: 0, json: item.json, read: undefined };
	}
}
