import { chatId } from '../../fields/chat';
import { userId } from '../../fields/user';
import { untilFields } from '../../fields/until';
import type { Operation } from '../../engine/define';
import { doneUntil } from './done';
import { isKick, kick, kickWay } from './kick';
import { lookFirst } from './named';

/** Reference 5.4. */
export const banChatMember: Operation<'banChatMember'> = {
	resource: 'member',
	value: 'banChatMember',
	method: 'banChatMember',
	effect: 'repeatable',
	ordered: false,
	name: 'Ban',
	action: 'Ban or kick a member',
	belowNode: { until: { kick: 'Kick' } },
	description: 'Remove a member from a chat: for good, for some time, or just once (kick)',
	fields: [chatId, userId, ...untilFields('permanent', kickWay)],
	// A kick is over at once.
	output: (result, body, values) =>
		doneUntil(
			result,
			isKick(values) ? { ...body, until_date: Math.round(Date.now() / 1000) } : body,
		),
	inParts: (reading) => kick(reading) ?? lookFirst(reading),
};
