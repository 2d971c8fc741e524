import { operation } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { linkOptions } from '../../fields/inviteLink';
import { linkItem } from '../done';

/** Reference 5.5. */
export const createChatInviteLink = operation('inviteLink', 'createChatInviteLink', {
	effect: 'once',
	ordered: false,
	name: 'Create',
	action: 'Create an invite link',
	description: 'Create a link to join a chat, optionally with an expiry date or a member limit',
	fields: [chatId],
	additionalFields: linkOptions,
	output: linkItem,
});
