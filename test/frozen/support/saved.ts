import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import type { Bot } from '../../support/bot';
import { WebhookTrigger } from '../../support/webhookTrigger';

/** A node that sends, as a workflow has saved it: with its input, and the requests that it made. */
export interface SavedNode {
	operation: string;
	parameters: IDataObject;
	json?: IDataObject;
	/** The parameters of the trigger before it, if it reads them. */
	trigger?: IDataObject;
	sent: Array<[method: string, params: IDataObject]>;
}

/** A trigger as a workflow has saved it: the output of each update, or null if it starts nothing. */
export interface SavedTrigger {
	/** Its example. */
	name: string;
	parameters: IDataObject;
	outputs: Array<number | null>;
}

/** The requests of a saved node. A few answers of the server fail, which changes none of them. */
export async function sentBy({ emulator, run }: Bot, saved: Omit<SavedNode, 'sent'>) {
	const { operation, parameters, json = {}, trigger } = saved;
	await run(operation, structuredClone(parameters), { items: [{ json }], trigger });
	const calls = await emulator.calls();
	// As in a file.
	return JSON.parse(JSON.stringify(calls.map(({ method, params }) => [method, params])));
}

/** To which outputs a saved trigger gives these updates. */
export async function outputsOf(
	{ emulator }: Bot,
	{ name, parameters }: Omit<SavedTrigger, 'outputs'>,
	updates: IDataObject[],
) {
	const credential = { baseUrl: emulator.url, botToken: emulator.token };
	const trigger = new WebhookTrigger(credential, structuredClone(parameters), name);
	await trigger.listen();
	try {
		await trigger.open();
		const secret = (await emulator.calls('setWebhook')).at(-1)!.params.secret_token as string;
		const headers = { 'X-Telegram-Bot-Api-Secret-Token': secret };
		const outputs: SavedTrigger['outputs'] = [];
		for (const update of updates) {
			const before = trigger.started.length;
			await axios.post(trigger.address(), update, { headers });
			outputs.push(trigger.started[before]?.output ?? null);
		}
		return outputs;
	} finally {
		trigger.server.close();
	}
}
