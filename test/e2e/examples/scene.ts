import { DEFAULTS, type Member, type Message, type TestEmulator } from '../../support/emulator';
import { readExample } from '../../../sandbox/lib/demo';
import { until } from '../../../scripts/lib/until';
import { LONG_PATIENCE_MS } from '../../support/patience';
import type { Reached } from '../support/n8n';
import type { Name, People } from '../support/people';

const { chats, users } = DEFAULTS;

/** For the tests of the examples: the real n8n, and people in the emulator's chats. */
export interface Scene {
	readonly emulator: TestEmulator;
	readonly n8n: Reached;
	readonly people: People;
	/** The id of an example of `examples/` in this n8n. */
	idOf(example: string): Promise<string>;
	/** The bot's notice to the person who pressed a button. */
	answerTo(queryId: string): Promise<string>;
	/** Somebody's membership in a chat, by default the demo group. */
	membership(name: Name, chat?: number): Promise<Member | undefined>;
	/** Waits until somebody has this status in the demo group. */
	becomes(name: Name, status: Member['status']): Promise<void>;
	/** The current version of a message, deleted or not. */
	messageNow(chat: number, id: number): Promise<Message | undefined>;
	/** Waits until a message is deleted. */
	disappears(chat: number, id: number): Promise<void>;
}

export function sceneOf(emulator: TestEmulator, n8n: Reached, people: People): Scene {
	const membership: Scene['membership'] = async (name, chat = chats.demoGroup) => {
		const { members } = await emulator.state();
		return members.find(({ chat_id, user_id }) => chat_id === chat && user_id === users[name]);
	};
	const messageNow: Scene['messageNow'] = async (chat, id) => {
		const { messages } = await emulator.state();
		return messages.find(({ chat_id, message_id }) => chat_id === chat && message_id === id);
	};
	return {
		emulator,
		n8n,
		people,
		membership,
		messageNow,
		// n8n 1 chooses its own id.
		idOf: async (example) => await n8n.rest.workflowNamed(readExample(example).name),
		answerTo: async (queryId) => {
			let text = '';
			const isAnswered = async () => {
				const calls = await emulator.calls('answerCallbackQuery');
				const call = calls.find(({ params }) => params.callback_query_id === queryId);
				text = call?.params.text;
				return call?.response?.ok === true;
			};
			await until('the press is answered', isAnswered, LONG_PATIENCE_MS);
			return text;
		},
		becomes: async (name, status) => {
			const isSo = async () => (await membership(name))?.status === status;
			await until(`${name} is ${status}`, isSo, LONG_PATIENCE_MS);
		},
		disappears: async (chat, id) => {
			const isGone = async () => (await messageNow(chat, id))?.deleted === true;
			await until(`message ${id} is deleted`, isGone, LONG_PATIENCE_MS);
		},
	};
}
