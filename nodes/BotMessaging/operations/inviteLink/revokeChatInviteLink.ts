import { operation } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { inviteLink } from '../../fields/inviteLink';
import { linkItem } from '../done';

/** Reference 5.5. */
export const revokeChatInviteLink = operation('inviteLink', 'revokeChatInviteLink', {
	effect: 'repeatable',
	ordered: true,
	name: 'Revoke',
	action: 'Revoke an invite link',
	description: 'Revoke a link permanently. People who already joined stay in the chat.',
	fields: [chatId, inviteLink],
	output: linkItem,
});
