import type { Operation } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { inviteLink } from '../../fields/inviteLink';
import { MAY_NOT_INVITE, NOT_OWN } from './hints';
import { linkItem } from './linkItem';

/** Service methods, "Invite links". */
export const revokeChatInviteLink: Operation<'revokeChatInviteLink'> = {
	resource: 'inviteLink',
	value: 'revokeChatInviteLink',
	method: 'revokeChatInviteLink',
	effect: 'repeatable',
	ordered: true,
	name: 'Revoke',
	action: 'Revoke an invite link',
	description: 'Revoke a link permanently. People who already joined stay in the chat.',
	hints: [MAY_NOT_INVITE, NOT_OWN],
	fields: [chatId, inviteLink],
	output: linkItem,
};
