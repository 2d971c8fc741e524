import type { IDataObject } from 'n8n-workflow';

import { AnswerError, isRateLimit, TransportError } from '../../../api/errors';
import { settle, without } from '../../../api/basics';
import type { Body } from '../../../api/multipart';
import { Stop } from '../../../api/retry';
import type { Reading, Turn } from '../../../engine/define';
import { MOST } from '../../../fields/format';
import { fromLanguageModel, split, type Rich } from '../../../format';
import { isUnseen } from '../../../format/characters';
import type { GrowingAnswers } from '../../../questions/growing';
import { sharedOf } from '../sendInParts';

/** Whether a later change of the same message may work. */
const isPassing = (error: unknown): boolean =>
	isRateLimit(error) || (error instanceof TransportError && error.failure !== 'cancelled');

interface AnswerPart {
	message: IDataObject;
	/** What it shows: the parameters of its last request that worked. */
	shows: string;
}

/** An answer in a chat: one message, or several if it gets too long for one. */
export class ShownAnswer {
	readonly parts: AnswerPart[] = [];

	private readonly chat: string;

	constructor(
		private readonly turn: Turn,
		private readonly reading: Reading,
		private readonly growing: GrowingAnswers,
	) {
		this.chat = String(reading.body.chat_id);
	}

	/**
	 * Shows a text as far as it has come. Resolves with the number of messages.
	 *
	 * @param keyboard below the last message
	 */
	async show(text: string, keyboard?: unknown): Promise<number> {
		// The tag of thoughts may not have come as a whole yet.
		const whole = text.replace(/<\/?[a-z]{0,9}$/i, '');
		return await this.update(fromLanguageModel(whole), keyboard, false);
	}

	/**
	 * Shows the text that does not grow any more.
	 *
	 * @param mark a line below it
	 */
	async finish(text: string, mark: string): Promise<void> {
		const whole = fromLanguageModel(text);
		const rich = mark ? { ...whole, text: `${whole.text}\n\n${mark}` } : whole;
		const count = await this.update(rich, this.reading.body.reply_markup, true);
		for (const { message } of this.parts.splice(count)) {
			await this.change('deleteMessage', { message_id: message.message_id });
		}
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
		const { link_preview_options } = this.reading.body;
		const edited = await this.change('editMessageText', {
			message_id: message.message_id,
			...content,
			...(link_preview_options !== undefined && { link_preview_options }),
		});
		this.parts[place] = { message: { ...message, ...edited }, shows };
	}

	/** Sends the next message of the answer, unless an earlier try of the item has. */
	private async begin(place: number, content: Body, shows: string): Promise<void> {
		const body = without(this.reading.body, 'reply_markup');
		const planned = Array.from({ length: place + 1 }, (_none, part) => ({
			body: { ...sharedOf(body), part },
		}));
		const isNew = new Set<unknown>();
		const sent = await this.turn.parts(planned, async () => {
			const all = { ...(place === 0 ? body : sharedOf(body)), ...content };
			const message = (await this.turn.send(all)) as IDataObject;
			isNew.add(message);
			return { message };
		});
		for (const { message } of sent.slice(place)) {
			this.parts.push({ message, shows: isNew.has(message) ? shows : '' });
		}
	}

	private async change(method: string, about: Body): Promise<IDataObject | undefined> {
		const { chat } = this;
		const body = async () => ({ chat_id: this.reading.body.chat_id, ...about });
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
