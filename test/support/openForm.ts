import type { IDataObject } from 'n8n-workflow';

import { callbackDataIn } from '../../nodes/BotMessaging/callbackData/buttonData';
import type { TestEmulator } from './emulator';
import { byId } from './locators';
import { WaitingExecution } from './waitingExecution';
import type { Seen } from '../e2e/support/people';

/** The acting person, and the bot of the form. */
interface Surroundings {
	emulator: TestEmulator;
	token: string;
	soon: (what: string, isSo: () => Promise<boolean>) => Promise<unknown>;
}

/** A form in n8n-core, with answers from a real trigger, as a person in its chat sees it. */
export class OpenForm {
	readonly execution: WaitingExecution;

	private messageId = 0;

	constructor(
		private readonly around: Surroundings,
		readonly chat: number,
		readonly user: number,
		fields: IDataObject[],
		more: IDataObject = {},
		before: IDataObject = {},
	) {
		this.execution = new WaitingExecution(
			{ baseUrl: around.emulator.url, botToken: around.token },
			{
				operation: 'askForm',
				chatId: byId(String(chat)),
				...(chat < 0 && { personId: String(user) }),
				formFields: { values: fields },
				...more,
			},
			[{ json: before }],
		);
	}

	async ask(): Promise<this> {
		await this.execution.ask();
		this.messageId = (await this.messages()).at(-1)!.message_id;
		return this;
	}

	private async messages(): Promise<Seen[]> {
		const { messages } = await this.around.emulator.state();
		return (messages as Seen[]).filter(({ chat_id: chat }) => chat === this.chat);
	}

	/** The current version of the message that asks. */
	async now(): Promise<Seen> {
		const asking = /"form":.*?"messageId":"(\d+)"/.exec(this.execution.stored);
		const isAsking = ({ message_id: id }: Seen) => id === Number(asking?.[1] ?? this.messageId);
		return (await this.messages()).find(isAsking)!;
	}

	/** The last message of the chat. */
	async last(): Promise<Seen> {
		return (await this.messages()).at(-1)!;
	}

	async buttons(): Promise<string[]> {
		return ((await this.now()).reply_markup?.inline_keyboard ?? []).flat().map(({ text }) => text);
	}

	/** Waits until the message contains these words. */
	async shows(words: string): Promise<Seen> {
		await this.around.soon(`the form shows ${words}`, async () => {
			const text = (await this.now())?.text ?? '';
			if (text.includes(words)) return true;
			throw new Error(`It shows ${text}`);
		});
		return await this.now();
	}

	/** Delivers a press on an older version of the message. Returns the notice. */
	async pressAgain(words: string, seen: Seen): Promise<string> {
		const buttons = seen.reply_markup!.inline_keyboard.flat();
		const button = buttons.findIndex(({ text }) => text === words);
		const { step } = callbackDataIn(seen)!;
		const user = { id: this.user };
		return (await this.execution.press(seen, button, user, { step })).data.say as string;
	}

	/** Somebody presses a button by its words. Returns the notice. */
	async press(words: string, user = this.user): Promise<string> {
		const message = await this.now();
		const buttons = message.reply_markup?.inline_keyboard.flat() ?? [];
		const button = buttons.find(({ text }) => text === words);
		if (!button)
			throw new Error(`There is no ${words} in ${buttons.map(({ text }) => text).join()}`);
		const { emulator, soon } = this.around;
		const { query_id: id } = await emulator.act('press', {
			user_id: user,
			chat_id: this.chat,
			message_id: message.message_id,
			callback_data: button.callback_data,
		});
		let said = '';
		await soon('the press is answered', async () => {
			const { callback_queries: queries } = await emulator.state();
			const answer = queries.find((query) => query.id === id)?.answer;
			said = answer?.text ?? '';
			return answer !== undefined;
		});
		return said;
	}

	/** Writes in the chat, by default in reply to the form's message. Returns the message's id. */
	async write(text: string, more: object = {}, user = this.user): Promise<number> {
		const { message } = await this.around.emulator.act('message', {
			user_id: user,
			chat_id: this.chat,
			text,
			reply_to_message_id: (await this.now())?.message_id,
			...more,
		});
		return message.message_id as number;
	}

	/** Waits for the bot's reply to a message. */
	async repliesTo(id: number): Promise<string> {
		let said: string | undefined;
		await this.around.soon('the bot replies', async () => {
			said = (await this.messages()).find(({ reply_to_message_id: to }) => to === id)?.text;
			return said !== undefined;
		});
		return said!;
	}

	/** Waits for the end, and returns the output. */
	async ends() {
		await this.around.soon(
			'it ends',
			async () => this.execution.ending?.json.outcome !== undefined,
		);
		return this.execution.ending!;
	}
}
