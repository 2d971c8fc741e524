import { chatId, userId } from '../../fields/chat';
import { permissionFields } from '../../fields/permissions';
import { untilFields } from '../../fields/until';
import type { Field, Operation } from '../../engine/define';
import { NOT_MODERATED } from './hints';
import { outcome } from './outcome';

/**
 * What has no restriction cannot end. The field's own condition comes first: n8n looks no further
 * than the first one that an expression decides, and would demand an End Date of everybody. It begins
 * with a duration (an hour), so that nobody is muted for ever by a field that was overlooked.
 */
const untilOfRestriction: Field[] = untilFields.map((field) => ({
	...field,
	...(field.name === 'until' && { default: 'duration' }),
	displayOptions: {
		show: { ...field.displayOptions?.show, permissions: ['mute', 'textOnly', 'custom'] },
	},
}));

/** API reference, "restrictChatMember". */
export const restrictChatMember: Operation = {
	resource: 'member',
	value: 'restrictChatMember',
	method: 'restrictChatMember',
	effect: 'repeatable',
	ordered: false,
	name: 'Restrict',
	action: 'Mute or restrict a member',
	description: 'Mute a member, allow text only, choose each permission, or lift a restriction',
	hints: [{ code: 400, hint: 'Check Chat ID, User ID and Permissions.' }, ...NOT_MODERATED],
	fields: [chatId, userId, ...permissionFields, ...untilOfRestriction],
	output: outcome,
};
