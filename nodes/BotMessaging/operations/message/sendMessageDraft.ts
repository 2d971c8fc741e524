import { UserError } from '../../api/errors';
import { numericChatId } from '../../fields/chat';
import { sent } from '../../fields/formField';
import { integer } from '../../fields/encode';
import { parseMode, shortText, entities } from '../../fields/message';
import { operation, type Encode } from '../../engine/define';
import { doneTo } from '../done';

const draftNumber: Encode = (value, label) => {
	const number = integer(value, label);
	if (number !== 0) return number;
	throw new UserError(`${label} must not be 0`, 'Enter any other number, for example 1.');
};

/** Reference 5.2. */
export const sendMessageDraft = operation('message', 'sendMessageDraft', {
	effect: 'repeatable',
	ordered: true,
	name: 'Suggest Text',
	action: 'Suggest a text as a draft',
	description:
		'Fill the input field of a person with a text that they can change and send to the bot',
	fields: [
		{
			...numericChatId,
			description:
				'The ID of a person who has written to the bot. The triggers output it as userId.',
		},
		sent(
			'draftId',
			'The number of the draft: any whole number except 0. A draft with the same number replaces the previous one.',
			draftNumber,
			{ displayName: 'Draft ID', default: '1', required: true, placeholder: 'e.g. 1' },
		),
		{ ...shortText, description: 'The text of the message' },
	],
	additionalFields: [parseMode, entities],
	output: doneTo('chat_id', 'draft_id'),
});
