import {
	NodeConnectionTypes,
	type ExpressionString,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';

export const RESOURCE = 'message' as const;
/** n8n itself looks for this name. */
export const OPERATION = 'sendAndWait';

/** The way out of the node; of no use if n8n makes a tool of it. */
export const outputsField: INodeProperties = {
	displayName: 'Outputs',
	name: 'outputs',
	type: 'options',
	noDataExpression: true,
	displayOptions: {
		show: { resource: [RESOURCE], operation: [OPERATION] },
		hide: { '@tool': [true] },
	},
	options: [
		{
			name: 'One',
			value: 'one',
			description:
				'Send each answer to the same output. The item has no answer if nobody answered in time.',
		},
		{
			name: 'One per Answer',
			value: 'perAnswer',
			description:
				'Send each answer to its own output. The first output is No Answer, then one for each button, or one for a typed reply. Requires an n8n released after June 2026: in an older one, nothing runs after an answer.',
		},
	],
	default: 'one',
	description: 'How answers are split across outputs',
};

/**
 * The outputs by the parameters of the node, as n8n works them out. Of a question, the one for no answer comes first,
 * because there n8n continues by itself when the time is up.
 */
export const OUTPUTS: ExpressionString = `={{((parameters, main) => {
	if (parameters.operation === 'check' && parameters.rules && parameters.rules.logOnly === true) return [{ type: main }, { type: main, displayName: 'Would Have' }];
	if (parameters.resource === 'message' && parameters.operation === 'askForm') return ['No Answer', 'Answered', 'Cancelled'].map((displayName) => ({ type: main, displayName }));
	const isSeveral = parameters.resource === 'message' && parameters.operation === 'sendAndWait' && parameters.outputs === 'perAnswer';
	if (!isSeveral) return [{ type: main }];
	const buttons = (parameters.approvalOptions && parameters.approvalOptions.button) || [];
	const nameOf = (text, index) => text && !String(text).startsWith('=') ? String(text) : 'Answer ' + (index + 1);
	const answers = parameters.responseType === 'freeText' ? ['Answer'] : buttons.map(({ text }, index) => nameOf(text, index));
	return ['No Answer'].concat(answers).map((displayName) => ({ type: main, displayName }));
})($parameter, '${NodeConnectionTypes.Main}')}}`;

/** An answer in its output: the only one, or its own behind the one for no answer. */
export function outputsOf(
	{ parameters }: INode,
	place: number,
	item: INodeExecutionData,
): INodeExecutionData[][] {
	const { outputs } = parameters as IDataObject;
	if (outputs !== 'perAnswer') return [[item]];
	const empty = Array.from({ length: place + 1 }, (): INodeExecutionData[] => []);
	return [...empty, [item]];
}
