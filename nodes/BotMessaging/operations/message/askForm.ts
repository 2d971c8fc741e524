import { operation } from '../../engine/define';
import { without } from '../../api/basics';
import { chatId } from '../../fields/chat';
import { replyToMessageId, delivery } from '../../fields/message';
import { checkIsOne } from '../../questions/ask';
import { readingFields, untilOf } from '../../questions/fields';
import { ask, formOf, resume } from '../../questions/form/ask';
import { fields, wordFields } from '../../questions/form/fields';
import { FORM_OPERATION } from '../../questions/outputs';

/** Reference 5.2; the answers come back through a trigger, as for Send and Wait for Answer. */
export const askForm = operation('message', 'sendMessage', {
	value: FORM_OPERATION,
	effect: 'once',
	ordered: true,
	name: 'Ask a Form and Wait',
	action: 'Ask a form and wait',
	description: 'Ask one person several questions in a chat, and wait until the answers are sent',
	fields: [chatId, ...fields],
	additionalFields: [...delivery, replyToMessageId, ...readingFields, ...wordFields],
	run: async (batch) => {
		if (await resume(batch)) return;
		await batch.forEachItem(async (reading) => {
			const form = formOf(reading);
			const until = untilOf(reading.values, batch.context.getTimezone());
			// An execution in n8n can wait for only one thing at a time.
			checkIsOne(batch);
			await ask(batch, form, until, without(reading.body, 'text'));
		});
	},
});
