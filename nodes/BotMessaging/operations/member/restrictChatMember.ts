import { chatId } from '../../fields/chat';
import { userId } from '../../fields/user';
import { shownFor } from '../../fields/formField';
import { permissionFields } from '../../fields/rights';
import { untilFields } from '../../fields/until';
import { operation } from '../../engine/define';
import { doneTo } from '../done';
import { withCleanUp } from './cleanUp';
import { lookFirst } from './named';

/** Only these can have an end. */
const RESTRICTIONS = ['mute', 'textOnly', 'custom'];

/** The default is a duration of one hour, so that nobody is muted forever by mistake. */
const until = untilFields('duration');

/** Reference 5.4. */
export const restrictChatMember = operation('member', 'restrictChatMember', {
	effect: 'repeatable',
	ordered: false,
	name: 'Restrict',
	action: 'Mute or restrict a member',
	belowNode: { permissions: { allowAll: 'Allow All', mute: 'Mute', textOnly: 'Text Only' } },
	description: 'Mute a member, allow text only, choose each permission, or lift a restriction',
	fields: [
		chatId,
		userId,
		...permissionFields('the member', 'mute'),
		...shownFor('permissions', RESTRICTIONS, until),
	],
	...withCleanUp(lookFirst, doneTo('chat_id', 'user_id', 'until_date')),
});
