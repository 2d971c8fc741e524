import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { ChatNames } from './api/chatNames';
import { createAnyCall, loadCredential } from './api/client';
import { Door } from './api/door';
import { createDownload } from './api/download';
import { UserError } from './api/errors';
import { Pace } from './api/pace';
import { settle } from './api/basics';
import { Traffic } from './api/traffic';
import { searchChats } from './lists/chatList';
import { trafficOf, trafficOptions } from './fields/traffic';
import { botMessagingApiTest } from './lists/credentialTest';
import { Execution } from './engine/execution';
import { UNKNOWN } from './engine/hints';
import { failedItem, toNodeError } from './engine/nodeErrors';
import { formOf, subtitleOf } from './engine/form';
import { chosenOperation, operations, resourceSelector } from './operations';
import { builderTexts } from './operations/builderTexts';
import { botOf } from './memory/registry';
import { outputsFor } from './operations/message/check';
import { INPUTS, OUTPUTS, outputsField, waitingTooltip } from './questions/outputs';
import { receive, webhooks } from './questions/receive';

/** All that a run needs. Throws UserError, or what n8n throws for the credential. */
async function executionOf(context: IExecuteFunctions, node: INode): Promise<Execution> {
	const operation = chosenOperation(node.parameters);
	if (!operation) {
		throw new UserError(
			'This operation does not exist',
			'Open the node and choose Resource and Operation again.',
		);
	}
	const options = trafficOf(node);
	const credential = await loadCredential(context);
	const call = createAnyCall(context, credential, options);
	const download = createDownload(context, credential, options);
	const bot = botOf(credential.data);
	const shared = {
		names: bot.part(ChatNames),
		pace: bot.part(Pace),
		moves: bot.migrations,
		chats: bot.chats,
	};
	const traffic = new Traffic(call, options, shared, context.getExecutionCancelSignal());
	return new Execution(context, operation, traffic, download, bot, credential);
}

async function run(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const { value: execution, error } = await settle(executionOf(context, node));
	if (execution) return outputsFor(node.parameters, await execution.run());
	if (!context.continueOnFail())
		throw error instanceof UserError ? toNodeError(node, error) : error;
	// If this threw, n8n would put the input out as if all had gone well.
	const asked = chosenOperation(node.parameters) ?? UNKNOWN;
	const failed = (_item: unknown, index: number) =>
		failedItem(toNodeError(node, error, asked, index), error, asked, index);
	return [context.getInputData().map(failed)];
}

export class BotMessaging implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bot Messaging',
		name: 'botMessaging',
		icon: { light: 'file:botMessaging.svg', dark: 'file:botMessaging.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: subtitleOf(operations),
		description: 'Send messages, moderate members and clean up chats with a SafeW bot',
		defaults: { name: 'Bot Messaging' },
		usableAsTool: true,
		// Anyone with an invite link can join. It concerns only what n8n shows: the next node gets the
		// link. n8n 2.41 keeps this list and hides nothing by it, because the earlier way of hiding, always
		// and for everybody, spoiled runs of a single step; it is to return as a choice of the workflow.
		sensitiveOutputFields: ['inviteLink', 'invite_link'],
		builderHint: {
			searchHint:
				'Sends, edits and deletes messages, moderates members, and downloads files with a SafeW bot. Retries rate-limited requests and processes all input items by itself: no Loop or Wait node is needed. Use Any Method only if no operation fits.',
			extraTypeDefContent: builderTexts(operations),
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
		inputs: INPUTS,
		outputs: OUTPUTS,
		credentials: [{ name: 'botMessagingApi', required: true, testedBy: 'botMessagingApiTest' }],
		webhooks,
		waitingNodeTooltip: waitingTooltip,
		properties: [resourceSelector, ...formOf(operations), outputsField, trafficOptions],
	};

	methods = { credentialTest: { botMessagingApiTest }, listSearch: { searchChats } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await new Door(this).pass(run);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await new Door(this).pass(async (context) => await receive(context, botOf));
	}
}
