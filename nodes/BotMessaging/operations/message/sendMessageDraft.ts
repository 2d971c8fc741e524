import { UserError } from '../../api/errors';
import { numericChatId } from '../../fields/chat';
import { integer } from '../../fields/encode';
import { parseMode, shortText } from '../../fields/message';
import { entities } from '../../fields/sending';
import type { Encode, Operation } from '../../engine/define';

const draftNumber: Encode = (value, label) => {
	const number = integer(value, label);
	if (number !== 0) return number;
	throw new UserError(`${label} must not be 0`, 'Enter any other number, for example 1.');
};

/** Service documentation, "sendMessageDraft". */
export const sendMessageDraft: Operation<'sendMessageDraft'> = {
	resource: 'message',
	value: 'sendMessageDraft',
	method: 'sendMessageDraft',
	effect: 'repeatable',
	ordered: true,
	name: 'Suggest Text',
	action: 'Suggest a text as a draft',
	description:
		'Fill the input field of a person with a text that they can change and send to the bot',
	hints: [
		{
			description: 'CHAT_WRITE_FORBIDDEN',
			reason: 'blocked',
			hint: 'The person has never written to the bot. They must open the chat with the bot and write first.',
		},
		{
			description: 'TEXTDRAFT_PEER_INVALID',
			reason: 'badValue',
			hint: 'Check Chat: it must be the ID of a person, not of a group or channel.',
		},
		{
			description: 'USER_IS_BOT',
			reason: 'badValue',
			hint: 'Check Chat: it is the ID of a bot. Bots cannot get drafts.',
		},
		{
			description: 'USER_DELETED',
			reason: 'blocked',
			hint: 'This account was deleted or limited. Filter this person out with an If node.',
		},
		{
			description: 'RANDOM_ID_INVALID',
			reason: 'badValue',
			hint: 'Check Draft ID: it must be a whole number other than 0.',
		},
		{
			description: 'MESSAGE_EMPTY',
			reason: 'badValue',
			hint: 'Text is empty, or contains only spaces and formatting.',
		},
		{
			description: 'MESSAGE_TOO_LONG',
			reason: 'tooLong',
			hint: 'Shorten Text: a draft can hold up to 4,096 characters.',
		},
	],
	fields: [
		{
			...numericChatId,
			description:
				'The ID of a person who has written to the bot. The triggers output it as userId.',
		},
		{
			displayName: 'Draft ID',
			name: 'draftId',
			type: 'string',
			default: '1',
			required: true,
			placeholder: 'e.g. 1',
			description:
				'The number of the draft: any whole number except 0. A draft with the same number replaces the previous one.',
			wire: { encode: draftNumber },
		},
		{ ...shortText, description: 'The text of the draft' },
	],
	additionalFields: [parseMode, entities],
	output: (result, { chat_id: chatId, draft_id: draftId }) => [
		{ success: result === true, chatId, draftId },
	],
};
