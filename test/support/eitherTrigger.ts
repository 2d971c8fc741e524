import axios from 'axios';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { until } from '../../scripts/lib/until';
import { useEmulator, type Json } from './emulator';
import { PATIENCE_MS } from './patience';
import { RunningTrigger } from './pollingTrigger';
import { WebhookTrigger } from './webhookTrigger';

export const TRIGGERS = ['polling', 'webhook'] as const;
export type TriggerKind = (typeof TRIGGERS)[number];

/** A published workflow with one of the triggers. */
export interface Published {
	/** What started executions, each with the output that it left by. */
	readonly started: ReadonlyArray<{ item: INodeExecutionData; output: number }>;
	stop(): Promise<void>;
}

const FIRST_BOT = 6_000_000_000;

/**
 * What tests do that hold for both triggers alike, against an emulator of their file. Each test has
 * a bot of its own, an administrator in the demo group.
 */
export function useEitherTrigger() {
	const emulator = useEmulator({ webhookRetryBaseMs: 50 });
	const { chats, users } = emulator.defaults;
	const ends: Array<() => unknown> = [];
	let bots = 0;
	let token = '';

	beforeEach(async () => {
		const id = FIRST_BOT + bots++;
		token = `${id}:secret`;
		const groups = [chats.demoGroup, chats.quietGroup, chats.privateMia];
		await emulator.control('post', 'seed', {
			bots: [{ id, token }],
			users: [{ id, is_bot: true, first_name: 'Bot' }],
			members: groups.map((chat_id) => ({ chat_id, user_id: id, status: 'administrator' })),
		});
	});
	afterEach(async () => {
		await Promise.all(ends.splice(0).map(async (end) => await end()));
	});

	const api = async (method: string, params: object = {}): Promise<Json> => {
		const { data } = await axios.post(`${emulator.url}/bot${token}/${method}`, params);
		return data.result;
	};
	const credential = () => ({ baseUrl: emulator.url, botToken: token });

	return {
		emulator,
		api,
		/** Publishes a workflow that starts on everything. */
		publish: async (kind: TriggerKind, parameters: object = {}): Promise<Published> => {
			const all = { updates: ['*'], ...parameters } as IDataObject;
			if (kind === 'polling') {
				const polling = await new RunningTrigger(credential(), all).start();
				ends.push(async () => await polling.stop());
				return polling;
			}
			const webhook = await new WebhookTrigger(credential(), all).listen();
			ends.push(() => webhook.server.close());
			await webhook.open();
			return { started: webhook.started, stop: async () => void (await webhook.step('delete')) };
		},
		/** Somebody writes in the demo group; gives back the message's id. */
		say: async (text: string, more: object = {}): Promise<number> => {
			const act = { user_id: users.mia, chat_id: chats.demoGroup, text, ...more };
			return (await emulator.act('message', act)).message.message_id;
		},
		/** Resolves when the server has no update left for the bot. */
		settled: async () =>
			await until(
				'all updates are dealt with',
				async () => (await api('getWebhookInfo')).pending_update_count === 0,
				PATIENCE_MS,
				{ pauseMs: 10 },
			),
		soon: async (what: string, isSo: () => boolean | Promise<boolean>) =>
			await until(what, async () => await isSo(), PATIENCE_MS, { pauseMs: 10 }),
	};
}
