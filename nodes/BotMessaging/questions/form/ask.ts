import { UserError } from '../../api/errors';
import type { Body } from '../../api/multipart';
import { settle } from '../../api/basics';
import { quickCallOf } from '../../api/client';
import { pacedCall } from '../../api/pace';
import { newStep, resumeAddressOf } from '../../callbackData/buttonData';
import { hidden } from '../../callbackData/proof';
import type { Batch, Reading, Values } from '../../engine/define';
import { isBlank } from '../../engine/reading';
import { integer } from '../../fields/encode';
import { sendAsked } from '../ask';
import { ownResumeUrl, pause, resumedIn } from '../pause';
import { wireId } from '../question';
import { WORDS, wordsOf } from './fields';
import { atStep, takesMessage, unanswered, type Form } from './form';
import { fieldsOf } from './read';
import { checkQuestions, leave, messageOf, NO_BUTTONS, show } from './screen';

/** The ID of the person who is asked. Throws UserError. */
function personOf({ personId }: Values, chat: unknown): string {
	// A private chat has the number of its person.
	if (Number(chat) > 0) return String(chat);
	if (!isBlank(personId)) return String(integer(personId, 'User ID'));
	throw new UserError(
		'User ID is empty',
		'In a group, one person is asked. Fill in User ID, for example {{ $json.userId }} behind a trigger.',
	);
}

/** The form of the node before it is sent. Throws UserError. */
export function formOf({ values, body }: Reading): Form {
	const title = String(body.text ?? '');
	const added = values.additionalFields as Values & Form['reading'];
	const words = wordsOf(added);
	const fields = fieldsOf(values, words);
	const form: Form = {
		step: '',
		chatId: String(body.chat_id),
		messageId: '',
		userIds: [personOf(values, body.chat_id)],
		title,
		fields,
		answers: fields.map(() => null),
		screen: 'question',
		at: 0,
		picks: [],
		reading: { dateFormat: added.dateFormat, decimalSign: added.decimalSign },
		words,
	};
	checkQuestions(form);
	return atStep(form, { at: 0 });
}

/** The address for its answers. */
const addressIn = (batch: Batch) =>
	hidden(batch.credential.data, resumeAddressOf(ownResumeUrl(batch.context)));

const waitFor = async (batch: Batch, form: Form, until: Date) =>
	await pause(batch, 0, { form }, until, unanswered(form));

/** Sends a form at its step, and waits. Throws as a send does. */
export async function ask(batch: Batch, form: Form, until: Date, more: Body = {}): Promise<void> {
	const address = addressIn(batch);
	const { step, chatId, userIds } = form;
	const sent = { ...more, chat_id: wireId(chatId), ...messageOf(form, address) };
	const next = takesMessage(form) ? { userIds, until } : undefined;
	const message = await sendAsked(batch, sent, { ...address, kind: 'form', step }, next);
	await waitFor(batch, { ...form, ...message }, until);
}

/** Asks in a new message, below what was written since; if that fails, in the old one. */
async function askBelow(batch: Batch, form: Form, left: Partial<Form>): Promise<Form> {
	const message = messageOf(form, addressIn(batch));
	const sent = { chat_id: wireId(form.chatId), ...message };
	const call = pacedCall(quickCallOf(batch), batch.bot);
	const { value } = await settle(call('sendMessage', sent));
	const id = value?.message_id;
	// Not awaited: if n8n is killed while an execution runs, it loses the execution, so it should wait soon.
	if (id === undefined) void show(call, form, message);
	else void leave(call, { ...form, ...left });
	return id === undefined ? form : { ...form, messageId: String(id) };
}

/** Lets a form wait again after an answer, or ends it; a copy asks again. Returns whether there was a form. */
export async function resume(batch: Batch): Promise<boolean> {
	const again = resumedIn(batch.context);
	if (!again?.form) return false;
	const { form, left, until, isCopy, isOver } = again;
	if (isOver && !isCopy) {
		batch.emit(0, unanswered(form));
		// A form that an earlier version asked has no words for this.
		const { textWhenTimeIsUp: text = WORDS.textWhenTimeIsUp[0] } = form.words;
		// Not awaited: the workflow waits for nobody.
		void show(pacedCall(quickCallOf(batch), batch.bot), form, { text, ...NO_BUTTONS });
	} else if (isCopy) await ask(batch, { ...form, step: newStep() }, until);
	else await waitFor(batch, left ? await askBelow(batch, form, left) : form, until);
	return true;
}
