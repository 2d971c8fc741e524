import { Workflow, type IDataObject, type INodeParameters, type INodeTypes } from 'n8n-workflow';

/** n8n's value of a parameter for an item. */
export function evaluated(value: unknown, json: IDataObject): unknown {
	const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
	const node = { id: '1', name: 'Reader', type: 'set', typeVersion: 1, position: [0, 0] };
	const nodes = [{ ...node, position: [0, 0] as [number, number], parameters: {} }];
	const workflow = new Workflow({ nodes, connections: {}, active: false, nodeTypes });
	return workflow.expression.getParameterValue(
		value as INodeParameters[string],
		null,
		0,
		0,
		'Reader',
		[{ json }],
		'manual',
		{},
	);
}
