import { randomBytes } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../../../api/errors';
import type { Body } from '../../../../api/multipart';
import type { Batch, Reading } from '../../../../engine/define';
import { buttonsFor, dataOf, destinationOf, MOST_BUTTONS } from '../buttonData';
import { NextAnswers } from '../nextAnswers';
import type { Question } from '../question';
import { unanswered } from '../result';
import { withReviewed } from './reviewed';

/** A question as the form asks it. */
export interface Asking extends Omit<Question, 'chatId' | 'messageId' | 'sent' | 'ref'> {
	/** How many buttons are in each row. */
	rows: number[];
	/** What the button says that tells how to answer, if there has to be one. */
	help: string;
	/** Until when n8n waits. */
	until: Date;
}

/** Puts buttons into rows; what the rows have no room for gets a row of its own. */
function inRows<T>(buttons: T[], lengths: number[]): T[][] {
	const rows: T[][] = [];
	let taken = 0;
	for (const length of [...lengths, Infinity]) {
		const row = buttons.slice(taken, taken + length);
		if (row.length > 0) rows.push(row);
		taken += length;
	}
	return rows;
}

/** The buttons of a question. Those that answer come first, in the order of its choices. */
function keyboardOf(asking: Asking, batch: Batch, ref: string) {
	const { by, choices, rows, help } = asking;
	if (by === 'links') {
		const buttons = choices.map(({ label: text }, place) => {
			return { text, url: batch.pause.address({ answer: String(place), question: ref }) };
		});
		return inRows(buttons, rows);
	}
	const destination = destinationOf(batch.pause.address());
	const count = Math.max(by === 'reply' ? 1 : choices.length, buttonsFor(destination));
	if (count > MOST_BUTTONS) {
		throw new UserError(
			`Buttons has ${count} buttons, but at most ${MOST_BUTTONS} are possible`,
			'Remove some of the buttons, or ask for a Typed Reply.',
		);
	}
	const data = dataOf(destination, by === 'reply' ? 'reply' : 'press', count);
	const labels = [...choices.map(({ label }) => label), ...(by === 'reply' ? [help] : [])];
	const buttons = data.map((callback_data, place) => ({
		text: labels[place] ?? '?',
		callback_data,
	}));
	return inRows(buttons, rows);
}

/** Lets the triggers of this process know whose next message answers a typed question. */
function expectNext(batch: Batch, question: Question, message: IDataObject, until: Date): void {
	const { by, answerers, userIds, chatId, messageId } = question;
	const isPrivate = (Object(message.chat) as IDataObject).type === 'private';
	if (by !== 'reply' || (!isPrivate && answerers !== 'users')) return;
	batch.bot.part(NextAnswers).expect(chatId, {
		carried: { ...destinationOf(batch.pause.address()), kind: 'reply' },
		messageId,
		...(!isPrivate && { userIds }),
		until: until.getTime(),
	});
}

/** Sends the question of the one item, and has n8n wait for its answer. Throws as a send does. */
export async function ask(batch: Batch, reading: Reading, asking: Asking): Promise<void> {
	const { item, body, reviewed } = reading;
	const { rows: _rows, help: _help, until, ...kept } = asking;
	const ref = randomBytes(16).toString('hex');
	const reply_markup = { inline_keyboard: keyboardOf(asking, batch, ref) };
	const sent: Body = { ...withReviewed(body, reviewed?.parameters), reply_markup };
	const { result } = await batch.send({ chat: String(body.chat_id), body: async () => sent });
	const message = Object(result) as IDataObject;
	const chatId = (Object(message.chat) as IDataObject).id;
	const { text, parse_mode, link_preview_options } = sent as unknown as Question['sent'];
	const question: Question = {
		...kept,
		ref,
		chatId: String(chatId ?? body.chat_id),
		messageId: String(message.message_id),
		sent: {
			text,
			...(parse_mode && { parse_mode }),
			...(link_preview_options && { link_preview_options }),
		},
	};
	expectNext(batch, question, message, until);
	await batch.pause.begin({ question }, until, unanswered(question));
	batch.emit(item, { chatId, messageId: message.message_id });
}
