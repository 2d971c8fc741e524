import { chatId, userId } from '../../fields/chat';
import { permissionFields } from '../../fields/permissions';
import { untilFields } from '../../fields/until';
import type { Operation } from '../../operation/define';

/** API reference, "restrictChatMember". */
export const restrictChatMember: Operation = {
	resource: 'member',
	value: 'restrictChatMember',
	name: 'Restrict',
	action: 'Restrict a member',
	description: 'Mute a member, allow text only, choose each permission, or lift a restriction',
	fields: [chatId, userId, ...permissionFields, ...untilFields],
};
