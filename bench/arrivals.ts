import { setTimeout as sleep } from 'node:timers/promises';

import { DEFAULTS } from '../emulator/world/defaults';
import type { State } from '../emulator/world/store';
import { storedExecutions } from '../sandbox/lib/executions';
import type { CredentialReference, N8nRest } from '../sandbox/lib/rest';
import { tallyOf, type Tally, type Updates } from './tally';
import { triggerWorkflow, type TriggerType } from '../sandbox/lib/triggers';
import { until } from '../scripts/lib/until';

/** Number of chats; messages go to them in turn. */
export const CHATS = 10;
const WRITERS = 10;
const ENDED_WITHIN_MS = 600_000;
const LOOK_EVERY_MS = 500;
/** How long to watch for surplus executions after the last one. */
const NO_MORE_FOR_MS = 2000;

const { botId, users } = DEFAULTS;

/** The chat of this index, from 0 up. */
export const chatOf = (index: number) => -2001 - index;

/** Calls a control route of the emulator. Throws its message if it refuses. */
export async function control<Answer>(
	emulatorUrl: string,
	path: string,
	body?: object,
): Promise<Answer> {
	const response = await fetch(`${emulatorUrl}/_emulator/${path}`, {
		method: body ? 'POST' : 'GET',
		headers: { 'content-type': 'application/json' },
		body: body && JSON.stringify(body),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`The emulator refuses ${path}: ${text}`);
	return JSON.parse(text) as Answer;
}

async function nextUpdateId(emulatorUrl: string): Promise<number> {
	const { bots } = await control<State>(emulatorUrl, 'state');
	return bots.find(({ id }) => id === botId)!.next_update_id;
}

export const tokenOf = (bot: number) => `${bot}:secret`;

/** Makes bots with these ids, which no chat has yet. */
export async function makeBots(emulatorUrl: string, ids: number[]): Promise<void> {
	await control(emulatorUrl, 'seed', {
		bots: ids.map((id) => ({ id, token: tokenOf(id) })),
		users: ids.map((id) => ({ id, is_bot: true, first_name: `Bot ${id}` })),
	});
}

/** Makes chats to write to, each with these bots and one person in it. */
export async function makeChats(
	emulatorUrl: string,
	count = CHATS,
	bots: number[] = [botId],
): Promise<void> {
	const ids = Array.from({ length: count }, (_none, index) => chatOf(index));
	await control(emulatorUrl, 'seed', {
		chats: ids.map((id) => ({ id, type: 'group', title: `Chat ${id}` })),
		members: ids.flatMap((chat_id) => [
			{ chat_id, user_id: users.olga, status: 'creator' },
			...bots.map((user_id) => ({ chat_id, user_id, status: 'member' })),
		]),
	});
}

export interface Writing {
	chat_id: number;
	text: string;
}

/** Messages for some chats in turn. */
export const writings = (count: number, chats = CHATS): Writing[] =>
	Array.from({ length: count }, (_none, index) => ({
		chat_id: chatOf(index % chats),
		text: `Message ${index}`,
	}));

/** Writes messages in this order, some in parallel. */
export async function write(emulatorUrl: string, messages: Writing[]): Promise<void> {
	const left = messages.values();
	const writers = Array.from({ length: WRITERS }, async () => {
		for (const message of left) {
			await control(emulatorUrl, 'act/message', { user_id: users.olga, ...message });
		}
	});
	await Promise.all(writers);
}

/** Writes this many messages in ten chats. Returns the demo bot's updates for them. */
export async function writeMessages(emulatorUrl: string, count: number): Promise<Updates> {
	const first = await nextUpdateId(emulatorUrl);
	await write(emulatorUrl, writings(count));
	return { first, last: (await nextUpdateId(emulatorUrl)) - 1 };
}

export interface Arrivals extends Tally {
	/** From the first message to the end of the last execution. */
	seconds: number;
}

/** An n8n, its user folder, and the emulator with the demo bot of the credential. */
export interface Setting {
	rest: N8nRest;
	folder: string;
	emulatorUrl: string;
	credential: CredentialReference;
}

/** Publishes a workflow with this trigger, writes messages, and counts the executions in n8n. */
export async function measureArrivals(
	{ rest, folder, emulatorUrl, credential }: Setting,
	type: TriggerType,
	count: number,
): Promise<Arrivals> {
	const name = `${count} updates by ${type}`;
	const id = await rest.importWorkflow(triggerWorkflow({ name, type, credential }));
	await rest.publish(id);
	const begun = Date.now();
	const updates = await writeMessages(emulatorUrl, count);
	const haveEnded = async () => {
		await sleep(LOOK_EVERY_MS);
		return (await rest.countEnded(id)) >= count;
	};
	await until(`${count} executions have ended`, haveEnded, ENDED_WITHIN_MS);
	await sleep(NO_MORE_FOR_MS);
	const executions = await storedExecutions(folder, id);
	await rest.unpublish(id);
	const end = Math.max(...executions.map(({ stoppedAt }) => stoppedAt!));
	return { ...tallyOf(executions, updates), seconds: (end - begun) / 1000 };
}
