import { until } from '../../../scripts/lib/until';
import { DEFAULTS, type Message, type TestEmulator } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';

export type Name = keyof typeof DEFAULTS.users;

/** A message as a person in its chat sees it. */
export type Seen = Omit<Message, 'reply_markup'> & {
	reply_markup?: { inline_keyboard: Array<Array<{ text: string; callback_data: string }>> };
};

/** What people do and see in chats, over the API or on the page. */
export interface People {
	/**
	 * Writes in a chat, optionally in reply to a message. Returns the message's id, or throws the reason of
	 * the refusal.
	 */
	write(name: Name, text: string, chat?: number, replyTo?: number): Promise<number>;
	/** Joins a chat, or asks to be let in. Throws with the reason why that is not possible. */
	come(name: Name, how?: 'join' | 'join_request', chat?: number): Promise<void>;
	/** Presses the button with these words. Returns the id of the press. */
	press(name: Name, message: Seen, button: string): Promise<string>;
	/** Waits for a message of the bot, newer than the one with this id, and returns it. */
	sees(chat: number, after: number, matches: (message: Seen) => boolean): Promise<Seen>;
}

const { botId, chats, users } = DEFAULTS;

/** People who act through the emulator's control routes. */
export function peopleOf(emulator: TestEmulator): People {
	return {
		write: async (name, text, chat = chats.demoGroup, replyTo = undefined) => {
			const body = { user_id: users[name], chat_id: chat, text, reply_to_message_id: replyTo };
			const { ok, refused, message } = await emulator.act('message', body);
			if (!ok) throw new Error(refused);
			return message.message_id;
		},
		come: async (name, how = 'join', chat = chats.demoGroup) => {
			const { ok, refused } = await emulator.act(how, { user_id: users[name], chat_id: chat });
			if (!ok) throw new Error(refused);
		},
		press: async (name, { chat_id, message_id, reply_markup: markup }, words) => {
			const buttons = markup?.inline_keyboard.flat() ?? [];
			const button = buttons.find(({ text }) => text === words);
			const { ok, refused, query_id } = await emulator.act('press', {
				user_id: users[name],
				chat_id,
				message_id,
				callback_data: button?.callback_data ?? words,
			});
			if (!ok) throw new Error(refused);
			return query_id;
		},
		sees: async (chat, after, matches) => {
			let seen: Seen | undefined;
			const isThere = async () => {
				const messages = (await emulator.state()).messages as Seen[];
				seen = messages.find(
					(message) =>
						message.chat_id === chat &&
						message.from_id === botId &&
						message.message_id > after &&
						!message.deleted &&
						matches(message),
				);
				return seen !== undefined;
			};
			await until('the bot has answered', isThere, LONG_PATIENCE_MS);
			return seen!;
		},
	};
}
