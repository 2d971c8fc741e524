import { chatId, userId } from '../../fields/chat';
import { permissionFields } from '../../fields/permissions';
import { untilFields } from '../../fields/until';
import type { Field, Operation } from '../../operation/define';

/**
 * What has no restriction cannot end. The field's own condition comes first: n8n looks no further
 * than the first one that an expression decides, and would demand an End Date of everybody.
 */
const untilOfRestriction: Field[] = untilFields.map((field) => ({
	...field,
	displayOptions: {
		show: { ...field.displayOptions?.show, permissions: ['mute', 'textOnly', 'custom'] },
	},
}));

/** API reference, "restrictChatMember". */
export const restrictChatMember: Operation = {
	resource: 'member',
	value: 'restrictChatMember',
	name: 'Restrict',
	action: 'Restrict a member',
	description: 'Mute a member, allow text only, choose each permission, or lift a restriction',
	fields: [chatId, userId, ...permissionFields, ...untilOfRestriction],
};
