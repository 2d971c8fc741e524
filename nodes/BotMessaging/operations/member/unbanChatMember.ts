import { chatId } from '../../fields/chat';
import { sentSwitch } from '../../fields/formField';
import { userId } from '../../fields/user';
import { operation } from '../../engine/define';
import { doneTo } from '../done';
import { lookFirst } from './named';

/** Reference 5.4: without only_if_banned the server removes a member who is not banned. */
export const unbanChatMember = operation('member', 'unbanChatMember', {
	effect: 'repeatable',
	ordered: false,
	name: 'Unban',
	action: 'Unban a member',
	description: 'Lift a ban, so that the person can join again. Does not add them to the chat.',
	fields: [
		chatId,
		userId,
		sentSwitch(
			'onlyIfBanned',
			'Only If Banned',
			'Whether to do nothing if the person is not banned. If turned off, the server may remove a member who is not banned.',
		),
	],
	output: doneTo('chat_id', 'user_id'),
	inParts: lookFirst,
});
