import './sourcesFirst';

import type { IDataObject } from 'n8n-workflow';

import type { TriggerKind } from './eitherTrigger';
import { RunningTrigger } from './pollingTrigger';
import { WebhookTrigger } from './webhookTrigger';

/** The orders of the process, as JSON in its first argument. */
export interface TriggerTask {
	kind: TriggerKind;
	credential: { baseUrl: string; botToken: string };
	parameters: IDataObject;
	/** The workflow's id. */
	id: string;
	/** The address at which n8n accepts pushes. */
	url: string;
}

/** n8n in a process of its own, to be killed. It prints the static data that n8n saves after the start. */
async function main({ kind, credential, parameters, id, url }: TriggerTask): Promise<void> {
	if (kind === 'polling') {
		const trigger = await new RunningTrigger(credential, parameters, { id }).start();
		console.log(JSON.stringify(trigger.workflow.staticData));
		return;
	}
	const trigger = new WebhookTrigger(credential, parameters, id).at(url);
	await trigger.open();
	console.log(JSON.stringify(trigger.staticData));
	// Stays alive until it is killed.
	setInterval(() => {}, 60_000);
}

// An error ends the process, and the test sees the output.
void main(JSON.parse(process.argv[2]) as TriggerTask);
