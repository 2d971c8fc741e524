import { Context } from '../../../nodes/BotMessaging/update/context';
import type { Update } from '../../../nodes/BotMessaging/update/update';

const user = { id: 1003, first_name: 'Mia' };

type Side = [status: string, isMember?: boolean];

const side = ([status, isMember]: Side) => ({
	user,
	status,
	...(isMember !== undefined && { is_member: isMember }),
});

const change = (before: Side, after: Side): Update => ({
	update_id: 1,
	chat_member: {
		chat: { id: -1001, type: 'group' },
		from: { id: 1001 },
		date: 1,
		old_chat_member: side(before),
		new_chat_member: side(after),
	},
});

test.each<[what: string, before: Side, after: Side, is: 'join' | 'leave' | 'neither']>([
	['comes', ['left'], ['member'], 'join'],
	['comes back muted', ['restricted', false], ['restricted', true], 'join'],
	['comes for the first time and is muted by it', ['left'], ['restricted', true], 'join'],
	['is muted while outside', ['left'], ['restricted', false], 'neither'],
	['is no longer banned, but still muted', ['kicked'], ['restricted', false], 'neither'],
	['is muted inside', ['member'], ['restricted', true], 'neither'],
	['is no longer muted', ['restricted', true], ['member'], 'neither'],
	['is muted, by a server that says no more', ['member'], ['restricted'], 'neither'],
	['goes while muted', ['restricted', true], ['restricted', false], 'leave'],
	['is banned while outside', ['restricted', false], ['kicked'], 'neither'],
	['is banned', ['member'], ['kicked'], 'leave'],
])('a person %s', (_what, before, after, is) => {
	const update = change(before, after);
	expect(new Context(update).joined).toEqual(is === 'join' ? [user] : []);
	expect(new Context(update).left).toEqual(is === 'leave' ? [user] : []);
});
