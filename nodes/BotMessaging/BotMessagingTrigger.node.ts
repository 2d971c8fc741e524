import {
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { Door } from './api/door';
import { searchChats } from './lists/chatList';
import { botMessagingApiTest } from './lists/credentialTest';
import { chosenKinds, updateFields } from './dispatch/form/fields';
import { outputsByForm } from './dispatch/form/routingFields';
import { receive } from './sources/webhook/receive';
import { register, isRegistered, unregister } from './sources/webhook/registration';
import { triggerPanel, TRY_IT } from './dispatch/form/panel';
import { responseMode, webhookOptions } from './dispatch/form/options';
import { WEBHOOK_PATH } from './sources/webhook/server';

export class BotMessagingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bot Messaging Trigger',
		name: 'botMessagingTrigger',
		icon: { light: 'file:botMessaging.svg', dark: 'file:botMessaging.dark.svg' },
		group: ['trigger'],
		// Not 1: for each push to a node of version 1, n8n evaluates an expression of its own.
		version: 1.1,
		subtitle: chosenKinds,
		// n8n shows it for the action node as well, which it lists together with this one.
		description: 'Messages, members, files and button presses in the chats of a SafeW bot',
		eventTriggerDescription: TRY_IT,
		defaults: { name: 'Bot Messaging Trigger' },
		triggerPanel,
		inputs: [],
		outputs: outputsByForm,
		credentials: [{ name: 'botMessagingApi', required: true, testedBy: 'botMessagingApiTest' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: WEBHOOK_PATH,
				...responseMode,
				responseData: 'noData',
			},
		],
		properties: [
			{
				displayName:
					'The server must be able to reach this n8n over HTTPS. On a laptop or behind a router, use the Bot Messaging Polling Trigger instead.',
				name: 'reachNotice',
				type: 'notice',
				default: '',
			},
			...updateFields,
			webhookOptions,
		],
	};

	methods = { credentialTest: { botMessagingApiTest }, listSearch: { searchChats } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await new Door(this).pass(isRegistered);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await new Door(this).pass(register);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await new Door(this).pass(unregister);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await new Door(this).pass(receive);
	}
}
