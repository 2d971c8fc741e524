import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../../../api/errors';
import type { Body } from '../../../../api/multipart';
import type { Batch, Reading, Values } from '../../../../engine/define';
import { isBlank } from '../../../../engine/reading';
import { integer } from '../../../../fields/encode';
import { destinationOf, type Destination } from '../buttonData';
import { untilOf } from '../form/waitLimit';
import { NextAnswers } from '../nextAnswers';
import { hidden } from '../proof';
import { wireId } from '../protocol';
import type { Reply } from '../question';
import { fieldsOf } from './read';
import { newStep, takesMessage, atStep, type Form } from './form';
import { unanswered } from './result';
import { messageOf } from './show';
import { wordsOf } from './words';

/** Who is asked in a group; nobody is named in a private chat. Throws UserError. */
function personOf({ personId }: Values, chat: unknown): string | undefined {
	if (Number(chat) > 0) return undefined;
	if (!isBlank(personId)) return String(integer(personId, 'User ID'));
	throw new UserError(
		'User ID is empty',
		'In a group, one person is asked. Fill in User ID, for example {{ $json.userId }} behind a trigger.',
	);
}

/** The form of the node before it is sent. Throws UserError. */
export function formOf({ values, body }: Reading, timezone: string): Form {
	const title = String(body.text ?? '');
	const words = wordsOf(values.additionalFields as Values);
	const fields = fieldsOf(values, title, words);
	const added = values.additionalFields as Pick<Reply, 'dateFormat' | 'decimalSign'>;
	const { dateFormat, decimalSign } = added;
	const form: Form = {
		step: newStep(),
		chatId: String(body.chat_id),
		messageId: '',
		personId: personOf(values, body.chat_id),
		title,
		fields,
		answers: fields.map(() => null),
		screen: 'question',
		at: 0,
		picks: [],
		isChanging: false,
		until: untilOf(values, timezone).toISOString(),
		reading: { dateFormat, decimalSign },
		words,
		executionId: '',
		isResumed: false,
	};
	return atStep(form, { at: 0 });
}

/** Where n8n takes the answers, as the buttons carry it. */
function destinationFor(batch: Batch): Destination {
	const destination = destinationOf(batch.pause.ownAddress());
	const signature = hidden(batch.credential, destination);
	return { ...destination, signature };
}

/** Has n8n wait for the next answer. */
async function wait(batch: Batch, form: Form): Promise<void> {
	const until = new Date(form.until);
	const kept = { ...form, isResumed: false };
	await batch.pause.begin({ form: kept }, until, unanswered(kept));
	const { chatId, messageId } = unanswered(form);
	batch.emit(0, { chatId, messageId });
}

/** Sends a form at its step, and waits. Throws as a send does. */
export async function ask(batch: Batch, form: Form, more: Body = {}): Promise<void> {
	const destination = destinationFor(batch);
	const sent = { ...more, chat_id: wireId(form.chatId), ...messageOf(form, destination) };
	const { result } = await batch.send({ chat: form.chatId, body: async () => sent });
	const { message_id: id, chat } = Object(result) as IDataObject;
	const chatId = String((Object(chat) as IDataObject).id ?? form.chatId);
	const messageId = String(id);
	const { executionId } = destination;
	if (takesMessage(form)) {
		batch.bot.part(NextAnswers).expect(chatId, {
			carried: { ...destination, kind: 'form', step: form.step },
			messageId,
			...(form.personId !== undefined && { userIds: [form.personId] }),
			until: new Date(form.until).getTime(),
		});
	}
	await wait(batch, { ...form, chatId, messageId, executionId });
}

/**
 * The form that is to wait again, as n8n runs the node after each answer. In the copy of an execution, which
 * n8n makes to try it again, its buttons lead nowhere: it is asked again, with all answers so far.
 *
 * @returns whether there was one
 */
export async function resume(batch: Batch): Promise<boolean> {
	const form = batch.pause.kept.form as unknown as Form | undefined;
	if (!form?.isResumed) return false;
	const { executionId } = destinationOf(batch.pause.ownAddress());
	if (executionId === form.executionId) await wait(batch, form);
	else await ask(batch, { ...form, step: newStep() });
	return true;
}
