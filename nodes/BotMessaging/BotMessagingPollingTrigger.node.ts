import {
	type INodeType,
	type INodeTypeDescription,
	type ITriggerFunctions,
	type ITriggerResponse,
} from 'n8n-workflow';

import { settle } from './api/basics';
import { Door } from './api/door';
import { searchChats } from './lists/chatList';
import { botMessagingApiTest } from './lists/credentialTest';
import { chosenKinds, updateFields } from './dispatch/form/fields';
import { triggerPanel, TRY_IT } from './dispatch/form/panel';
import { pollingOptions } from './dispatch/form/options';
import { startPolling } from './sources/polling/start';
import { outputsByForm } from './dispatch/form/routingFields';

export class BotMessagingPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bot Messaging Polling Trigger',
		name: 'botMessagingPollingTrigger',
		icon: { light: 'file:botMessaging.svg', dark: 'file:botMessaging.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: chosenKinds,
		description:
			'Starts the workflow when something happens in a chat of a SafeW bot. Works without a public address.',
		eventTriggerDescription: TRY_IT,
		defaults: { name: 'Bot Messaging Polling Trigger' },
		triggerPanel,
		inputs: [],
		outputs: outputsByForm,
		credentials: [{ name: 'botMessagingApi', required: true, testedBy: 'botMessagingApiTest' }],
		properties: [...updateFields, pollingOptions],
	};

	methods = { credentialTest: { botMessagingApiTest }, listSearch: { searchChats } };

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		const door = new Door(this);
		let started = Promise.resolve(async () => {});
		const start = async () => {
			started = door.pass(startPolling);
			await started;
		};
		// A person can stop a test while it is starting.
		const closeFunction = async () =>
			await door.pass(async () => await (await settle(started)).value?.());
		if (this.getMode() !== 'manual') {
			await start();
			return { closeFunction };
		}
		return {
			// n8n sets up what a test run's updates go to only after this function has returned.
			manualTriggerFunction: start,
			closeFunction,
		};
	}
}
