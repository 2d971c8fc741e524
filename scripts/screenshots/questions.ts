import { DEFAULTS } from '../../emulator/world/defaults';
import type { Message } from '../../emulator/world/entities';
import type { State } from '../../emulator/world/store';
import { withCredential } from '../lib/demo';
import type { Editor } from '../lib/editor';
import { PACKAGE_NAME } from '../lib/paths';
import type { Workflow } from '../lib/rest';
import type { Stage } from '../lib/stage';
import { triggerWorkflow } from '../lib/triggers';
import { until } from '../lib/until';

const WITHIN_MS = 120_000;
const START = 'Start';

const { chats, users, botId } = DEFAULTS;

/** A workflow that asks the moderators; its clock is that of the browser. */
function asking(message: string): Workflow {
	const node = (name: string, type: string, parameters: object) => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
	});
	return {
		name: message,
		nodes: [
			node(START, 'n8n-nodes-base.manualTrigger', {}),
			node('Ask', `${PACKAGE_NAME}.botMessaging`, {
				resource: 'message',
				operation: 'sendAndWait',
				chatId: { __rl: true, mode: 'id', value: String(chats.moderators) },
				message,
			}),
		],
		connections: { [START]: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] } },
		settings: {
			executionOrder: 'v1',
			timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
		},
	};
}

/** The moderators' chat, as Milan sees it: one question is answered, and another one waits. */
export async function pictureQuestions(
	{ n8n, emulator, credential }: Stage,
	editor: Editor,
	file: string,
): Promise<void> {
	const listener = triggerWorkflow({
		name: 'Gets the answers',
		type: 'botMessagingPollingTrigger',
		credential,
	});
	const listening = await n8n.rest.importWorkflow(listener);
	await n8n.rest.publish(listening);

	/** The bot's newest message there, as soon as it says this. */
	async function said(words: string) {
		const newest = async () => {
			const { messages } = (await (await fetch(`${emulator.url}/_emulator/state`)).json()) as State;
			const ofBot = ({ chat_id: chat, from_id: author }: Message) =>
				chat === chats.moderators && author === botId;
			return messages.filter(ofBot).at(-1);
		};
		const isSaid = async () => (await newest())?.text?.includes(words) === true;
		await until(`the chat says "${words}"`, isSaid, WITHIN_MS);
		return (await newest())!;
	}

	async function ask(message: string) {
		const id = await n8n.rest.importWorkflow(withCredential(asking(message), credential));
		await n8n.rest.run(id, START);
		return await said(message);
	}

	const { message_id, reply_markup: markup } = await ask('May Ada join the Demo Group?');
	const { inline_keyboard: rows } = markup as {
		inline_keyboard: Array<Array<{ callback_data: string }>>;
	};
	const press = {
		user_id: users.milan,
		chat_id: chats.moderators,
		message_id,
		callback_data: rows[0][0].callback_data,
	};
	await fetch(`${emulator.url}/_emulator/act/press`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(press),
	});
	await said('Milan: ');
	await ask('Noah wrote in the Demo Group: “Buy my watches”. Mute him for a day?');
	const place = new URLSearchParams({ as: String(users.milan), chat: String(chats.moderators) });
	await editor.openPage(`${emulator.url}/_emulator/chat#${place.toString()}`, 640, 420);
	await editor.pictureOfWindow(file);
	await n8n.rest.unpublish(listening);
}
