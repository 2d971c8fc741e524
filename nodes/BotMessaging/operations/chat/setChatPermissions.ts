import { chatId } from '../../fields/chat';
import { permissionFields } from '../../fields/rights';
import { operation } from '../../engine/define';
import { doneOrAlready, NOT_MODIFIED } from '../done';

/** Reference 5.4. It begins with Custom, so that nobody locks a group by overlooking a field. */
export const setChatPermissions = operation('chat', 'setChatPermissions', {
	effect: 'repeatable',
	ordered: true,
	name: 'Set Permissions',
	action: 'Set the permissions of a chat',
	belowNode: {
		permissions: { allowAll: 'Allow All: chat', mute: 'Mute: chat', textOnly: 'Text Only: chat' },
	},
	description:
		'Set what the members of a group may do, or lock the group with Mute. Administrators are not affected, and restricted members stay restricted.',
	fields: [chatId, ...permissionFields('members', 'custom')],
	...doneOrAlready(NOT_MODIFIED, 'chat_id', 'permissions'),
});
