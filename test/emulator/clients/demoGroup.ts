import type { Message } from '../../../emulator/entities';
import type { TestEmulator } from '../../support/emulator';
import { until } from '../answers';

/** The demo group as a client's test sees it from the other side. */
export function demoGroup(emulator: TestEmulator) {
	const { botId, users, chats, messages } = emulator.defaults;
	const answers = async (): Promise<Message[]> => {
		const state = await emulator.state();
		return state.messages.filter(
			({ from_id, message_id }) => from_id === botId && message_id > messages.game,
		);
	};
	return {
		/** Mia writes something. */
		write: async (text: string) => {
			await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text });
		},
		/** Waits for so many messages of the bot, and gives their texts. */
		botWrites: async (count: number) => {
			await until(async () => (await answers()).length >= count);
			return (await answers()).map(({ text }) => text);
		},
	};
}
