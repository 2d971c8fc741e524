import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../../../../api/client';
import { AnswerError } from '../../../../api/errors';
import { withRetries } from '../../../../api/retry';
import { settle } from '../../../../api/settle';
import { dataOf, type Destination } from '../buttonData';
import { wireId } from '../protocol';
import type { Form } from './form';
import { buttonRows, textOf } from './screen';

/** Nobody repeats it by hand. */
const PATIENCE = { retries: 3, longestWaitMs: 30_000 };

/** The message of a form at this step: text and buttons. */
export function messageOf(form: Form, destination: Destination) {
	const rows = buttonRows(form);
	const data = dataOf(destination, 'form', rows.flat().length, form.step);
	const inline_keyboard = rows.map((row) =>
		row.map(({ label: text }) => ({ text, callback_data: data.shift()! })),
	);
	return { text: textOf(form), reply_markup: { inline_keyboard } };
}

/**
 * Shows in the chat what a form says now: in its message, or in a new one if that is gone or cannot be
 * changed. It is only for the eyes: an earlier message shows the form again after each press.
 */
export async function show(
	call: Call,
	{ chatId, messageId }: Pick<Form, 'chatId' | 'messageId'>,
	message: { text: string; reply_markup?: IDataObject },
): Promise<void> {
	const body = { chat_id: wireId(chatId), ...message };
	const edit = async () =>
		await call('editMessageText', { ...body, message_id: wireId(messageId) });
	const { error } = await settle(withRetries('repeatable', edit, PATIENCE));
	const isRefused = error instanceof AnswerError && !error.isRateLimit && error.code < 500;
	if (!isRefused || /not modified/i.test(error.description)) return;
	const send = async () => await call('sendMessage', body);
	await settle(withRetries('once', send, PATIENCE));
}
