import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { createCall, createDownload, loadCredential } from './api/client';
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
		// Whoever has an invite link can come in.
		sensitiveOutputFields: ['inviteLink', 'invite_link'],
		builderHint: {
			searchHint:
				'Sends, edits and deletes messages, moderates members, and downloads files with a SafeW bot. It repeats what the server limits and works through all input items by itself: no Loop or Wait node is needed. Use Any Method only where no operation fits.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-bot-messaging.botMessagingPollingTrigger',
					relationHint: 'Starts the workflow on updates of the bot, without a public address',
				},
				{
					nodeType: 'n8n-nodes-bot-messaging.botMessagingTrigger',
					relationHint: 'Starts the workflow on updates of the bot by webhook, over public HTTPS',
				},
			],
		},
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
					{ name: 'File', value: 'file' },
					{ name: 'Game', value: 'game' },
					{ name: 'Inline', value: 'inline' },
					{ name: 'Invite Link', value: 'inviteLink' },
					{ name: 'Join Request', value: 'joinRequest' },
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
		const credential = await loadCredential(this);
		const call = createCall(this, credential, options);
		const download = createDownload(this, credential, options);
		const traffic = new Traffic(call, options, this.getExecutionCancelSignal());
		const execution = new Execution(this, operation, traffic, download, this.continueOnFail());
		return [await execution.run()];
	}
}
