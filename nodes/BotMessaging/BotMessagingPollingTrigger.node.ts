import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type ITriggerFunctions,
	type ITriggerResponse,
} from 'n8n-workflow';

import { botMessagingApiTest } from './engine/credentialTest';
import { chosenKinds, updateFields } from './updates/fields';
import { pollingOptions } from './updates/polling/fields';
import { startPolling } from './updates/polling/start';

export class BotMessagingPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bot Messaging Polling Trigger',
		name: 'botMessagingPollingTrigger',
		icon: { light: 'file:botMessaging.svg', dark: 'file:botMessaging.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: chosenKinds,
		description:
			'Starts the workflow when something happens in a chat of the bot. Needs no public address.',
		defaults: { name: 'Bot Messaging Polling Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'botMessagingApi', required: true, testedBy: 'botMessagingApiTest' }],
		properties: [...updateFields, pollingOptions],
	};

	methods = { credentialTest: { botMessagingApiTest } };

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		if (this.getMode() !== 'manual') return { closeFunction: await startPolling(this) };
		let close = async () => {};
		return {
			// n8n sets up what a test run's updates go to only after this function has returned.
			manualTriggerFunction: async () => {
				close = await startPolling(this);
			},
			closeFunction: async () => await close(),
		};
	}
}
