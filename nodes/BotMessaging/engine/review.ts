import {
	nodeNameToToolName,
	traverseNodeParameters,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type IRunExecutionData,
} from 'n8n-workflow';

import { isObject } from '../api/basics';
import { UserError } from '../api/errors';

/** An AI agent's tool call for people to review. */
export interface Reviewed {
	/** The tool's name for the agent's model. */
	tool: string;
	/** The tool's input. */
	parameters: IDataObject;
}

/** What an agent asks of n8n when its model calls a tool that is to be reviewed. */
interface ReviewedAction {
	/** From the model: the tool's input, and possibly anything else. */
	input?: IDataObject;
	metadata?: {
		itemIndex?: number;
		/** n8n runs the tool from this data alone after the review. */
		hitl?: { toolName: string; gatedToolNodeName: string; originalInput: unknown };
	};
}

/** All contexts of n8n have this, although it is not in the types for nodes. */
type ReviewContext = IExecuteFunctions & { runExecutionData?: IRunExecutionData; runIndex: number };

const HINT =
	'Nobody was asked, and the tool did not run. Check what the agent has read: it may contain instructions to its model.';

const areSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The call that this run reviews, and the agent's item, from the agent's own entry. */
function callOf({ runExecutionData, runIndex }: ReviewContext, { name }: INode) {
	for (const { data, metadata } of runExecutionData?.executionData?.nodeExecutionStack ?? []) {
		const actions = metadata?.subNodeExecutionData?.actions ?? [];
		const found = actions.find((one) => one.nodeName === name && one.runIndex === runIndex);
		const { input = {}, metadata: about } = (found?.action ?? {}) as ReviewedAction;
		const item = data.main?.[0]?.[about?.itemIndex ?? 0]?.json ?? {};
		if (about?.hitl) return { input, item, ...about.hitl };
	}
	throw new UserError(
		'This n8n does not say what the tool would get',
		'Nobody was asked, and the tool did not run. Update n8n.',
		'other',
	);
}

/** Throws if people would see one thing and the agent do another. `node` is the name of the tool node. */
function checkInput(parameters: IDataObject, tool: string, node: string): void {
	const { query } = parameters;
	const twice =
		isObject(query) &&
		Object.keys(query).find(
			(name) => Object.hasOwn(parameters, name) && !areSame(query[name], parameters[name]),
		);
	if (twice) {
		throw new UserError(`The input of the tool has two values of ${twice}`, HINT);
	}
	// A node with one tool takes it as a parameter. One with several runs the tool of this name.
	const other = parameters.tool;
	if (other !== undefined && other !== tool && tool !== nodeNameToToolName(node)) {
		throw new UserError('The input of the tool names another tool', HINT);
	}
}

/** What the model wrote for the node's own fields, by `$fromAI`. */
function askedFor({ parameters }: INode, input: IDataObject): IDataObject {
	const asked: Parameters<typeof traverseNodeParameters>[1] = [];
	traverseNodeParameters(parameters, asked);
	const names = asked.map(({ key }) => key).filter((key) => Object.hasOwn(input, key));
	return Object.fromEntries(names.map((name) => [name, input[name]]));
}

/**
 * What an AI agent wants to do, if this node is its review step; otherwise `undefined`. It is exactly what
 * n8n will run. The model writes into the item, too, and could overwrite the tool's name and input, and the
 * agent's input there. So the node's fields get an item with the agent's input, this call, and what they ask
 * the model for.
 *
 * Throws UserError if `$tool` differs from that.
 */
export function reviewOf(given: IExecuteFunctions, node: INode): Reviewed | undefined {
	if (!node.type.endsWith('HitlTool')) return undefined;
	const context = given as ReviewContext;
	const { input, item, toolName: tool, gatedToolNodeName, originalInput } = callOf(context, node);
	const parameters = originalInput ?? {};
	if (!isObject(parameters)) throw new UserError('The input of the tool has no names', HINT);
	checkInput(parameters, tool, gatedToolNodeName);
	const [asked] = context.getInputData();
	const call = { ...askedFor(node, input), tool, toolParameters: parameters };
	if (asked) asked.json = { ...item, ...call, toolCallId: asked.json.toolCallId };

	const { runData } = context.runExecutionData!.resultData;
	const runs = (runData[node.name] ??= []);
	if (!runs[context.runIndex]?.inputOverride) {
		// The time of another question of this node was up: n8n has lost what `$tool` reads for this one.
		const source = context.getExecuteData().source?.main ?? [];
		const run = { startTime: 0, executionTime: 0, executionIndex: 0, source };
		runs[context.runIndex] = { ...run, inputOverride: { ai_tool: [[{ json: call }]] } };
	}
	const shown = Object(context.evaluateExpression('{{ $tool }}', 0)) as IDataObject;
	if (shown.name !== tool || !areSame(shown.parameters ?? {}, parameters)) {
		throw new UserError('The model shows another call than the tool would get', HINT);
	}
	return { tool, parameters };
}
