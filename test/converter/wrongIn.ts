import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';

import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import type { Parameters } from '../../converter/workflow';

/** Errors that only the editor's form would show: parameters that our node does not know, or lacks. */
export function wrongIn(parameters: Parameters): unknown {
	const { description } = new BotMessaging();
	const node = { typeVersion: 1 } as INode;
	const given = parameters as INodeParameters;
	const known = NodeHelpers.getNodeParameters(
		description.properties,
		given,
		true,
		false,
		node,
		description,
	)!;
	expect(known).toMatchObject(given);
	const whole = { ...node, parameters: known };
	return NodeHelpers.getNodeParametersIssues(description.properties, whole, description)
		?.parameters;
}
