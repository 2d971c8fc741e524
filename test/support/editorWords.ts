import {
	Workflow,
	type INode,
	type INodeType,
	type IWorkflowDataProxyAdditionalKeys,
} from 'n8n-workflow';

/** The result of an expression of a node's description in the editor, which has no item. */
export function editorWords(
	type: INodeType,
	parameters: INode['parameters'],
	expression: string | undefined,
	known: IWorkflowDataProxyAdditionalKeys = {},
): unknown {
	const node = { name: 'Bot', type: 'bot', typeVersion: 1, parameters };
	const nodes = [{ ...node, id: 'bot', position: [0, 0] } as INode];
	const found = () => type;
	const nodeTypes = { getByName: found, getByNameAndVersion: found, getKnownTypes: () => ({}) };
	const workflow = new Workflow({ nodes, connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(nodes[0], expression, 'internal', known);
}
