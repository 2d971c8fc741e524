import { chatId } from '../../fields/chat';
import { delivery } from '../../fields/sending';
import { sourceFields } from '../../fields/source';
import type { Operation } from '../../engine/define';
import { NOT_SENT_ON } from './hints';

/** An older edition of the service's documentation, "forwardMessage"; the newest has none. */
export const forwardMessage: Operation<'forwardMessage'> = {
	resource: 'message',
	value: 'forwardMessage',
	method: 'forwardMessage',
	effect: 'once',
	ordered: true,
	name: 'Forward Message',
	action: 'Forward a message',
	description:
		'Send a message to another chat with the name of its sender. Some servers offer only Copy Message.',
	hints: [
		{
			code: 404,
			namesNothing: true,
			reason: 'other',
			hint: 'This server does not offer Forward Message. Use Copy Message instead: it sends the same content in the name of the bot.',
		},
		...NOT_SENT_ON,
	],
	fields: [chatId, ...sourceFields],
	additionalFields: delivery,
};
