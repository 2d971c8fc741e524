import type { IDataObject } from 'n8n-workflow';

import { AnswerError, isRateLimit, TransportError } from '../../../api/errors';
import { settle, without } from '../../../api/basics';
import type { Body } from '../../../api/multipart';
import { Stop } from '../../../api/retry';
import type { StoredFile } from '../../../engine/binary';
import type { Reading, Turn } from '../../../engine/define';
import { MOST } from '../../../fields/format';
import { fromLanguageModel, split, type Rich } from '../../../format';
import { isUnseen } from '../../../format/characters';
import type { GrowingAnswers } from '../../../questions/growing';
import { sharedOf } from '../sendInParts';

/** Whether a later change of the same message may work. */
const isPassing = (error: unknown): boolean =>
	isRateLimit(error) || (error instanceof TransportError && error.failure !== 'cancelled');

/** What people see in the chat itself; all other files are documents. */
const PHOTO = /^image\/(?:jpe?g|png)$/i;

interface AnswerPart {
	message: IDataObject;
	/** What it shows: the parameters of its last request that worked. */
	shows: string;
}

/** An answer in a chat: one message, or several if it gets too long for one, and its files below it. */
export class ShownAnswer {
	readonly parts: AnswerPart[] = [];

	/** All of its messages, with those of an earlier try of the item. */
	private messages: IDataObject[] = [];

	private readonly body: Body;

	private readonly files: StoredFile[];

	private readonly chat: string;

	constructor(
		private readonly turn: Turn,
		private readonly reading: Reading,
		private readonly growing: GrowingAnswers,
	) {
		const { files = [], ...body } = reading.body as Body & { files?: StoredFile[] };
		this.body = body;
		this.files = files;
		this.chat = String(body.chat_id);
	}

	/**
	 * Shows a text as far as it has come. Resolves with the number of messages.
	 *
	 * @param keyboard below the last message
	 */
	async show(text: string, keyboard?: unknown): Promise<number> {
		// The tag of thoughts, or a sign of two units, may not have come as a whole yet.
		const whole = text.replace(/(?:<\/?[a-z]{0,9}|[\ud800-\udbff])$/i, '');
		return await this.update(fromLanguageModel(whole), keyboard, false);
	}

	/**
	 * Shows the text that does not grow any more.
	 *
	 * @param mark a line below a text that is not whole
	 */
	async finish(text: string, mark: string): Promise<void> {
		const whole = fromLanguageModel(text);
		const rich = mark ? { ...whole, text: `${whole.text}\n\n${mark}` } : whole;
		this.parts.splice(await this.update(rich, this.body.reply_markup, true));
	}

	/** Sends the files below a whole text. Resolves with the IDs of all messages that stay in the chat. */
	async leave(isWhole: boolean): Promise<unknown[]> {
		const ids = this.parts.map(({ message }) => message.message_id);
		if (ids.length === 0) return ids;
		// An earlier try may have sent more. What of it is gone cannot be deleted.
		const surplus = this.messages.filter(({ message_id }) => !ids.includes(message_id));
		const remove = async (isText: boolean) => {
			const gone = surplus.filter((message) => 'text' in message === isText);
			for (const { message_id } of gone) await settle(this.change('deleteMessage', { message_id }));
		};
		await remove(false);
		const shared = without(sharedOf(this.body), 'link_preview_options');
		for (const file of isWhole ? this.files : []) {
			const isPhoto = PHOTO.test(String(file.data.mimeType));
			const [method, key] = isPhoto ? ['sendPhoto', 'photo'] : ['sendDocument', 'document'];
			ids.push((await this.send({ ...shared, [key]: file }, method))?.message_id);
		}
		// A further try changes these texts first: they go only if no file is refused any more.
		await remove(true);
		return ids;
	}

	private async update(rich: Rich, keyboard: unknown, isLast: boolean): Promise<number> {
		const { texts } = this.reading;
		const pieces = isUnseen(rich.text) ? [] : split(rich, MOST.text, MOST.text);
		for (const [place, piece] of pieces.entries()) {
			const content = {
				text: texts.html(piece),
				parse_mode: 'HTML',
				...(place === pieces.length - 1 && keyboard ? { reply_markup: keyboard } : {}),
			};
			const { error } = await settle(this.put(place, content));
			// A later change may work, and shows the same and more.
			if (error !== undefined && (isLast || !this.parts[place] || !isPassing(error))) throw error;
		}
		return pieces.length;
	}

	private async put(place: number, content: Body): Promise<void> {
		const shows = JSON.stringify(content);
		if (!this.parts[place]) await this.begin(place, content, shows);
		const { message, shows: before } = this.parts[place]!;
		if (before === shows) return;
		await new Stop().wait(this.growing.waitIn(this.chat));
		const { link_preview_options } = this.body;
		const edited = await this.change('editMessageText', {
			message_id: message.message_id,
			...content,
			...(link_preview_options !== undefined && { link_preview_options }),
		});
		this.parts[place] = { message: { ...message, ...edited }, shows };
	}

	/** Begins the next message of the text, unless an earlier try of the item has. */
	private async begin(place: number, content: Body, shows: string): Promise<void> {
		const body = place === 0 ? without(this.body, 'reply_markup') : sharedOf(this.body);
		const own = await this.send({ ...body, ...content });
		const texts = own ? [own] : this.messages.filter((message) => 'text' in message);
		this.parts.push(...texts.map((message) => ({ message, shows: own ? shows : '' })));
	}

	/** Sends a message. Resolves without one if an earlier try of the item has sent messages, to change first. */
	private async send(body: Body, method?: string): Promise<IDataObject | undefined> {
		let own: IDataObject | undefined;
		const planned = Array.from({ length: this.messages.length + 1 }, (_none, part) => ({
			body: { ...sharedOf(this.body), part },
		}));
		const sent = await this.turn.parts(planned, async () => {
			own = (await this.turn.send(body, method)) as IDataObject;
			return { message: own };
		});
		this.messages = sent.map(({ message }) => message);
		return own;
	}

	private async change(method: string, about: Body): Promise<IDataObject | undefined> {
		const { chat } = this;
		const body = async () => ({ chat_id: this.body.chat_id, ...about });
		const sending = this.turn.batch.send({
			...{ method, chat, body },
			effect: 'repeatable',
			ordered: false,
		});
		const { value, error } = await settle(sending);
		const isSame = error instanceof AnswerError && /not modified/i.test(error.description);
		if (error !== undefined && !isSame) throw error;
		return value?.result as IDataObject | undefined;
	}
}
