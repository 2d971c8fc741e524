import type { IDataObject } from 'n8n-workflow';

import { DEFAULTS } from '../../emulator/world/defaults';
import type { Message } from '../../emulator/world/entities';
import type { State } from '../../emulator/world/store';
import { withCredential } from '../../sandbox/lib/demo';
import type { Editor } from '../lib/editor';
import { PACKAGE_NAME } from '../lib/paths';
import type { Workflow } from '../../sandbox/lib/rest';
import type { Stage } from '../../sandbox/lib/stage';
import { triggerWorkflow } from '../../sandbox/lib/triggers';
import { until } from '../lib/until';

const WITHIN_MS = 120_000;
const START = 'Start';

const { chats, users, botId } = DEFAULTS;

/** A workflow that asks in a chat; it uses the browser's clock. */
function asking(name: string, parameters: IDataObject): Workflow {
	const node = (label: string, type: string, given: object) => ({
		id: label,
		name: label,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: given,
	});
	return {
		name,
		nodes: [
			node(START, 'n8n-nodes-base.manualTrigger', {}),
			node('Ask', `${PACKAGE_NAME}.botMessaging`, { resource: 'message', ...parameters }),
		],
		connections: { [START]: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] } },
		settings: {
			executionOrder: 'v1',
			timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
		},
	};
}

const inChat = (chat: number) => ({ __rl: true, mode: 'id', value: String(chat) });

const question = (message: string) =>
	asking(message, { operation: 'sendAndWait', chatId: inChat(chats.moderators), message });

const FORM = asking('A table for tonight', {
	operation: 'askForm',
	chatId: inChat(chats.privateMia),
	formTitle: 'A table for tonight',
	formFields: {
		values: [
			{
				fieldLabel: 'How many people?',
				fieldName: 'people',
				fieldType: 'number',
				requiredField: false,
			},
			{
				fieldLabel: 'What do you need?',
				fieldName: 'needs',
				fieldType: 'checkbox',
				fieldOptions: 'Garden, High chair, Vegan menu',
				requiredField: false,
			},
			{
				fieldLabel: 'Your phone number?',
				fieldName: 'phone',
				fieldType: 'phone',
				requiredField: false,
			},
		],
	},
});

interface Button {
	text: string;
	callback_data: string;
}

/** A chat in which the bot asks. */
class Room {
	constructor(
		private readonly stage: Stage,
		private readonly chat: number,
	) {}

	private async newest(): Promise<Message | undefined> {
		const answer = await fetch(`${this.stage.emulator.url}/_emulator/state`);
		const { messages } = (await answer.json()) as State;
		return messages.filter((one) => one.chat_id === this.chat && one.from_id === botId).at(-1);
	}

	/** The bot's newest message, once it contains these words. */
	async said(words: string): Promise<Message> {
		const isSaid = async () => (await this.newest())?.text?.includes(words) === true;
		await until(`the chat says "${words}"`, isSaid, WITHIN_MS);
		return (await this.newest())!;
	}

	async ask(workflow: Workflow, words: string): Promise<void> {
		const { rest } = this.stage.n8n;
		const id = await rest.importWorkflow(withCredential(workflow, this.stage.credential));
		await rest.run(id, START);
		await this.said(words);
	}

	private async act(what: string, body: IDataObject): Promise<void> {
		await fetch(`${this.stage.emulator.url}/_emulator/act/${what}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ chat_id: this.chat, ...body }),
		});
	}

	/** The button with this label in the newest message, once there is one. */
	private async button(label: string): Promise<Button & { message_id: number }> {
		const found = async () => {
			const { message_id, reply_markup: markup } = (await this.newest())!;
			const rows = (markup as { inline_keyboard: Button[][] }).inline_keyboard;
			const button = rows.flat().find(({ text }) => text.includes(label));
			return button && { ...button, message_id };
		};
		await until(`a button says "${label}"`, async () => !!(await found()), WITHIN_MS);
		return (await found())!;
	}

	async press(user: number, label: string, labelAfterwards?: string): Promise<void> {
		const { callback_data: data, message_id: id } = await this.button(label);
		await this.act('press', { user_id: user, message_id: id, callback_data: data });
		if (labelAfterwards) await this.button(labelAfterwards);
	}

	async write(user: number, text: string): Promise<void> {
		await this.act('message', { user_id: user, text });
	}

	/** The chat as this person sees it, in a window of this height in pixels. */
	async picture(editor: Editor, user: number, height: number, file: string): Promise<void> {
		const place = new URLSearchParams({ as: String(user), chat: String(this.chat) });
		const { url } = this.stage.emulator;
		await editor.openPage(`${url}/_emulator/chat#${place.toString()}`, 640, height);
		await editor.pictureOfWindow(file);
	}
}

/** The moderators' chat, as Milan sees it: one question is answered, and another one waits. */
async function pictureAnswered(stage: Stage, editor: Editor, file: string): Promise<void> {
	const room = new Room(stage, chats.moderators);
	const may = 'May Ada join the Demo Group?';
	await room.ask(question(may), may);
	await room.press(users.milan, 'Approve');
	await room.said('Milan: ');
	const mute = 'Noah wrote in the Demo Group: “Buy my watches”. Mute him for a day?';
	await room.ask(question(mute), mute);
	await room.picture(editor, users.milan, 420, file);
}

/** A form in Mia's private chat, at its second question. */
async function pictureForm(stage: Stage, editor: Editor, file: string): Promise<void> {
	const room = new Room(stage, chats.privateMia);
	await room.ask(FORM, 'How many people?');
	await room.write(users.mia, '4');
	await room.said('What do you need?');
	await room.press(users.mia, 'Garden', '✅ Garden');
	await room.picture(editor, users.mia, 640, file);
}

/** Waiting questions and a form in a chat. */
export async function pictureQuestions(
	stage: Stage,
	editor: Editor,
	files: { question: string; form: string },
): Promise<void> {
	const { rest } = stage.n8n;
	const listener = triggerWorkflow({
		name: 'Gets the answers',
		type: 'botMessagingPollingTrigger',
		credential: stage.credential,
	});
	const listening = await rest.importWorkflow(listener);
	await rest.publish(listening);
	await pictureAnswered(stage, editor, files.question);
	await pictureForm(stage, editor, files.form);
	await rest.unpublish(listening);
}
