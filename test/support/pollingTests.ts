import { setTimeout as pause } from 'node:timers/promises';

import axios from 'axios';

import { until } from '../../scripts/lib/until';
import { useEmulator, type Json } from './emulator';
import { RunningTrigger } from './pollingTrigger';
import { ask } from './http';
import { PATIENCE_MS } from './patience';

const FIRST_BOT = 5_000_000_000;

/** This unusual limit identifies a call that only checks whether another poll is held. */
const PROBE = { limit: 99 };

type Options = ConstructorParameters<typeof RunningTrigger>[2];

/**
 * Helpers for tests of the polling trigger, against the file's emulator. Each test has its own bot, because
 * a bot's poller lives as long as n8n, here as long as the file.
 */
export function usePolling() {
	const emulator = useEmulator();
	const { chats, users } = emulator.defaults;
	const running: RunningTrigger[] = [];
	let bots = 0;
	let token = '';
	let begunAt = 0;

	beforeEach(async () => {
		const id = FIRST_BOT + bots++;
		token = `${id}:secretOfTheBot`;
		begunAt = Date.now();
		const groups = [chats.demoGroup, chats.quietGroup, chats.moderators, chats.privateMia];
		await emulator.control('post', 'seed', {
			bots: [{ id, token }],
			users: [{ id, is_bot: true, first_name: 'Bot' }],
			members: groups.map((chat_id) => ({ chat_id, user_id: id, status: 'member' })),
		});
	});
	afterEach(async () => {
		await Promise.all(running.splice(0).map(async (trigger) => await trigger.stop()));
	});

	/** Calls the API for this test's bot. */
	const api = async (method: string, params: object = {}): Promise<Json> => {
		const { status, body } = await ask('POST', `${emulator.url}/bot${token}/${method}`, params);
		if (status !== 200) throw new Error(`${method}: ${JSON.stringify(body)}`);
		return body.result;
	};
	const create = (
		parameters: object = {},
		options: Options = {},
		staticData: object = {},
		credential: object = {},
	) => {
		const trigger = new RunningTrigger(
			{ baseUrl: emulator.url, botToken: token, ...credential },
			parameters as never,
			options,
			staticData as never,
		);
		running.push(trigger);
		return trigger;
	};
	const soon = async (what: string, isSo: () => boolean | Promise<boolean>) =>
		await until(what, async () => await isSo(), PATIENCE_MS, { pauseMs: 10 });
	/** The answered polls of this test, oldest first. */
	const polls = async () =>
		(await emulator.calls('getUpdates')).filter(
			({ started_at: at, params }) => at >= begunAt && params.limit !== PROBE.limit,
		);
	return {
		emulator,
		api,
		pause,
		token: () => token,
		/** Makes a trigger that the test starts itself. */
		create,
		/** Publishes a workflow with the trigger, or begins a test run. */
		start: async (...how: Parameters<typeof create>) => await create(...how).start(),
		say: async (text: string, chat: number = chats.demoGroup) =>
			await emulator.act('message', {
				user_id: chat === chats.moderators ? users.olga : users.mia,
				chat_id: chat,
				text,
			}),
		/** Mia sends an album of pictures, the first with a caption. */
		sendAlbum: async (parts: number) => {
			const act = { user_id: users.mia, chat_id: chats.demoGroup, photo: true };
			for (let part = 0; part < parts; part++) {
				const caption = part === 0 ? 'our trip' : undefined;
				await emulator.act('message', { ...act, caption, media_group_id: 'trip' });
			}
		},
		/** How many updates the server keeps for the bot. */
		pending: async (): Promise<number> => (await api('getWebhookInfo')).pending_update_count,
		polls,
		/** Resolves after three more polls of the trigger, when it has done what it does by itself. */
		askedAgain: async () => {
			const before = (await polls()).length;
			await soon('it has asked again', async () => (await polls()).length > before + 2);
		},
		/** Resolves when a server holds a poll of a bot: only then is another one a conflict. */
		held: async (server = emulator.url, bot = token) => {
			const url = `${server}/bot${bot}/getUpdates`;
			// The server may be replaced, so its connections must not be reused.
			const options = { validateStatus: () => true, headers: { connection: 'close' } };
			const isHeld = async () => (await axios.post(url, PROBE, options)).status === 409;
			await until('a poll is held', isHeld, PATIENCE_MS, { pauseMs: 10 });
		},
		soon,
	};
}
