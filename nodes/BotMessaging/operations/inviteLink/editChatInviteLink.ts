import { operation } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { inviteLink, linkOptions } from '../../fields/inviteLink';
import { linkItem } from '../done';

/** Reference 5.5. */
export const editChatInviteLink = operation('inviteLink', 'editChatInviteLink', {
	effect: 'repeatable',
	ordered: true,
	name: 'Edit',
	action: 'Edit an invite link',
	description:
		'Change the name, the expiry date, the limit and the approval of a link. A server may reset the fields that you leave out.',
	fields: [chatId, inviteLink],
	additionalFields: linkOptions,
	output: linkItem,
});
