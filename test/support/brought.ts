import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { until } from '../../scripts/lib/until';
import { PATIENCE_MS } from './patience';
import { RunningTrigger } from './pollingTrigger';
import { startListServer } from './updateServer';

/** An execution that a trigger started. */
export interface Brought {
	item: INodeExecutionData;
	json: IDataObject;
	/** The output that it used, from 0. */
	output: number;
}

let bots = 7_000_000_000;

/**
 * The executions that a polling trigger starts for these updates, which are numbered here; and `asked`, the
 * API methods that it called.
 *
 * @param file content of the server's files
 */
export async function brought(
	updates: object[],
	parameters: object = {},
	file?: Buffer,
): Promise<Brought[] & { asked: string[] }> {
	const listed = updates.map((update, index) => ({ update_id: index + 1, ...update }));
	const server = await startListServer(listed, file);
	// A bot's poller lives as long as n8n, so each call uses another bot.
	const credential = { baseUrl: server.url, botToken: `${bots++}:secret` };
	const trigger = new RunningTrigger(credential, { updates: ['*'], ...parameters });
	try {
		await trigger.start();
		const last = listed.at(-1)!.update_id;
		await until('all are dealt with', async () => server.confirmed() >= last, PATIENCE_MS, {
			pauseMs: 10,
		});
	} finally {
		await trigger.stop();
		await server.close();
	}
	const started = trigger.started.map(({ item, output }) => ({ item, json: item.json, output }));
	const asked = server.asked.map((path) => path.split('/').at(-1)!);
	return Object.assign(started, { asked: asked.filter((method) => method !== 'getUpdates') });
}

const GROUP = { id: -1001, type: 'supergroup', title: 'Demo' };

export const OLGA = { id: 1001, is_bot: false, first_name: 'Olga' };
export const MIA = { id: 1003, is_bot: false, first_name: 'Mia' };
export const NOAH = { id: 1004, is_bot: false, first_name: 'Noah' };
export const ZOE = { id: 1005, is_bot: false, first_name: 'Zoe' };

let messages = 100;

/** A message in a group, by Mia unless told otherwise. */
export const messageOf = (fields: object) => ({
	message_id: messages++,
	date: Math.floor(Date.now() / 1000),
	chat: GROUP,
	from: MIA,
	...fields,
});
