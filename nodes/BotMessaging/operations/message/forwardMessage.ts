import { chatId } from '../../fields/chat';
import { delivery, sourceFields } from '../../fields/message';
import { operation } from '../../engine/define';

/** An older edition of the service's documentation, "forwardMessage"; the newest has none. */
export const forwardMessage = operation('message', 'forwardMessage', {
	effect: 'once',
	ordered: true,
	name: 'Forward Message',
	action: 'Forward a message',
	description:
		'Send a message to another chat with the name of its sender. Some servers offer only Copy Message.',
	fields: [chatId, ...sourceFields],
	additionalFields: delivery,
});
