import type { Operation } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { inviteLink, linkOptions } from '../../fields/inviteLink';
import { MAY_NOT_INVITE, NOT_OWN } from './hints';
import { linkItem } from './linkItem';

/** Service methods, "Invite links". */
export const editChatInviteLink: Operation<'editChatInviteLink'> = {
	resource: 'inviteLink',
	value: 'editChatInviteLink',
	method: 'editChatInviteLink',
	effect: 'repeatable',
	ordered: true,
	name: 'Edit',
	action: 'Edit an invite link',
	description:
		'Change the name, the expiry date, the limit and the approval of a link. A server may reset the fields that you leave out.',
	hints: [MAY_NOT_INVITE, NOT_OWN],
	fields: [chatId, inviteLink],
	additionalFields: linkOptions,
	output: linkItem,
};
