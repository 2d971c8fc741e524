import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { until } from '../../scripts/lib/until';
import { useEmulator, type Json } from './emulator';
import { ask } from './http';
import { PATIENCE_MS } from './patience';
import { RunningTrigger } from './pollingTrigger';
import { programOf } from '../../scripts/lib/bundledProgram';
import type { TriggerTask } from './triggerChild';
import { WebhookTrigger } from './webhookTrigger';

export const TRIGGERS = ['polling', 'webhook'] as const;

/** For behaviour of the shared route: `routing.test.ts` shows that both triggers use it. */
export const ONE_TRIGGER = ['webhook'] as const;

export type TriggerKind = (typeof TRIGGERS)[number];

/** A published workflow with one of the triggers. */
export interface Published {
	/** The items that started executions, each with its output. */
	readonly started: ReadonlyArray<{ item: INodeExecutionData; output: number }>;
	/** What it wrote to n8n's log. */
	readonly logged: readonly string[];
	stop(): Promise<void>;
}

const CHILD = path.join(__dirname, 'triggerChild.ts');

const FIRST_BOT = 6_000_000_000;

/**
 * Helpers for tests that hold for both triggers, against the file's emulator. Each test has its own bot,
 * an administrator in the demo group.
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
		const { status, body } = await ask('POST', `${emulator.url}/bot${token}/${method}`, params);
		if (status !== 200) throw new Error(`${method}: ${JSON.stringify(body)}`);
		return body.result;
	};
	const credential = () => ({ baseUrl: emulator.url, botToken: token });

	const onAll = (parameters: object) => ({ updates: ['*'], ...parameters }) as IDataObject;

	const make = async (kind: TriggerKind, parameters: object, id: string) =>
		kind === 'polling'
			? new RunningTrigger(credential(), onAll(parameters), { id })
			: await new WebhookTrigger(credential(), onAll(parameters), id).listen();

	const begin = async (
		trigger: RunningTrigger | WebhookTrigger,
		activation?: string,
	): Promise<Published> => {
		if (trigger instanceof RunningTrigger) {
			ends.push(async () => await trigger.stop());
			return await trigger.start(activation);
		}
		ends.push(() => trigger.server.close());
		await trigger.open('trigger', activation);
		const { started, logged } = trigger;
		return { started, logged, stop: async () => void (await trigger.step('delete')) };
	};

	return {
		emulator,
		api,
		credential,
		/** Publishes a workflow that starts on everything. */
		publish: async (
			kind: TriggerKind,
			parameters: object = {},
			id = 'w1',
			botToken = token,
		): Promise<Published> => {
			const trigger = await make(kind, parameters, id);
			trigger.paste({ botToken });
			return await begin(trigger);
		},
		/**
		 * Publishes a workflow in a separate n8n, waits until `isDone`, and kills that n8n. Returns a function
		 * that starts the workflow again as n8n does.
		 */
		killed: async (
			kind: TriggerKind,
			parameters: object,
			id: string,
			isDone: () => Promise<boolean>,
		): Promise<() => Promise<Published>> => {
			const trigger = await make(kind, parameters, id);
			const url = trigger instanceof WebhookTrigger ? trigger.listensAt : '';
			const task: TriggerTask = {
				kind,
				credential: credential(),
				parameters: onAll(parameters),
				id,
				url,
			};
			const child = spawn(process.execPath, [...programOf(CHILD), JSON.stringify(task)], {
				stdio: ['ignore', 'pipe', 'inherit'],
			});
			try {
				const [saved] = (await once(createInterface(child.stdout), 'line')) as [string];
				await until('n8n may be killed', isDone, PATIENCE_MS, { pauseMs: 10 });
				return async () => {
					const { staticData } = trigger instanceof WebhookTrigger ? trigger : trigger.workflow;
					Object.assign(staticData, JSON.parse(saved));
					return await begin(trigger, 'init');
				};
			} finally {
				child.kill('SIGKILL');
				await once(child, 'exit');
			}
		},
		/** Somebody writes in the demo group; returns the message's id. */
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
