import axios from 'axios';

import { until } from '../../scripts/lib/until';
import { useEmulator } from './emulator';
import { WebhookTrigger } from './webhookTrigger';
import { PATIENCE_MS } from './patience';

/** An update in the form that a server pushes. */
export const updateOf = (id: number, chat: number, text = 'pushed') => ({
	update_id: id,
	message: {
		message_id: id,
		chat: { id: chat, type: 'group' },
		from: { id: 1003, is_bot: false, first_name: 'Mia' },
		date: 1_700_000_000,
		text,
	},
});

/** Helpers for tests of the webhook trigger, against the file's emulator. */
export function useWebhooks() {
	const emulator = useEmulator({ webhookRetryBaseMs: 50 });
	const { chats, users } = emulator.defaults;
	const listening: WebhookTrigger[] = [];
	afterEach(() => {
		for (const trigger of listening.splice(0)) trigger.server.close();
	});
	return {
		emulator,
		/** Makes a trigger whose n8n listens, but whose workflow is not published. */
		listen: async (parameters: object = {}, id?: string, webhookId?: string) => {
			const credential = { baseUrl: emulator.url, botToken: emulator.token };
			const trigger = new WebhookTrigger(credential, parameters as never, id, webhookId);
			listening.push(trigger);
			return await trigger.listen();
		},
		/** Makes another workflow for the bot in the same n8n. */
		listenBeside: (other: WebhookTrigger, id: string, parameters: object = {}) => {
			const credential = { baseUrl: emulator.url, botToken: emulator.token };
			return new WebhookTrigger(credential, parameters as never, id, `hook-${id}`).beside(other);
		},
		say: async (text: string) =>
			await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text }),
		/** Mia sends an album of pictures, the first with a caption. */
		sendAlbum: async (parts: number) => {
			const act = { user_id: users.mia, chat_id: chats.demoGroup, photo: true };
			for (let part = 0; part < parts; part++) {
				const caption = part === 0 ? 'our trip' : undefined;
				await emulator.act('message', { ...act, caption, media_group_id: 'trip' });
			}
		},
		info: async () => (await emulator.api('getWebhookInfo')).body.result,
		/** The secret last given to the server. */
		secretSet: async (): Promise<string> =>
			(await emulator.calls('setWebhook')).at(-1)?.params.secret_token,
		/** Pushes a body like a server, or like a program that poses as one. */
		push: async (
			trigger: WebhookTrigger,
			body: unknown,
			secret?: string,
			type = 'application/json',
		) => {
			const { status } = await axios.post(trigger.address(), body, {
				headers: {
					'content-type': type,
					...(secret !== undefined && { 'X-Telegram-Bot-Api-Secret-Token': secret }),
				},
				validateStatus: () => true,
				maxBodyLength: Infinity,
			});
			return status;
		},
		soon: async (what: string, isSo: () => boolean | Promise<boolean>) =>
			await until(what, async () => await isSo(), PATIENCE_MS, { pauseMs: 10 }),
	};
}
