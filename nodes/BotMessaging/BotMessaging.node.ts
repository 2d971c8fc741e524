import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { createCall, loadCredential } from './api/client';
import { UserError } from './api/errors';
import { Traffic } from './api/traffic';
import { searchChats } from './fields/chatList';
import { trafficOf, trafficOptions } from './fields/traffic';
import { botMessagingApiTest } from './engine/credentialTest';
import { Execution } from './engine/execution';
import { toNodeError } from './engine/nodeErrors';
import { formOf } from './engine/form';
import { chosenOperation, operations } from './operations';

export class BotMessaging implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bot Messaging',
		name: 'botMessaging',
		icon: { light: 'file:botMessaging.svg', dark: 'file:botMessaging.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] }}',
		description: 'Send messages, moderate members and clean up chats with a bot',
		defaults: { name: 'Bot Messaging' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'botMessagingApi', required: true, testedBy: 'botMessagingApiTest' }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Bot', value: 'bot' },
					{ name: 'Callback', value: 'callback' },
					{ name: 'Chat', value: 'chat' },
					{ name: 'Game', value: 'game' },
					{ name: 'Member', value: 'member' },
					{ name: 'Message', value: 'message' },
				],
				default: 'message',
			},
			...formOf(operations),
			trafficOptions,
		],
	};

	methods = { credentialTest: { botMessagingApiTest }, listSearch: { searchChats } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const node = this.getNode();
		const operation = chosenOperation(node.parameters);
		if (!operation) {
			throw toNodeError(
				node,
				new UserError(
					'This operation does not exist',
					'Open the node and choose Resource and Operation again.',
				),
			);
		}
		const options = trafficOf(node);
		const call = createCall(this, await loadCredential(this), options);
		const traffic = new Traffic(call, options, this.getExecutionCancelSignal());
		const execution = new Execution(this, operation, traffic, this.continueOnFail());
		return [await execution.run()];
	}
}
