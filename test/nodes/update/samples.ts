import type { Update } from '../../../nodes/BotMessaging/update/update';

const mia = { id: 1003, is_bot: false, first_name: 'Mia', username: 'mia' };
const chat = { id: -1001, type: 'group', title: 'Demo Group', username: 'demo_group' };

/** Mia's message in the demo group, with optional further fields. */
export const message = (more: object = {}, kind = 'message'): Update => ({
	update_id: 7,
	[kind]: { message_id: 42, from: mia, chat, date: 1_700_000_000, ...more },
});

export const press = (data = 'undo:42'): Update => ({
	update_id: 8,
	callback_query: {
		id: '9001',
		from: mia,
		message: {
			message_id: 43,
			from: { id: 1, is_bot: true },
			chat,
			date: 1_700_000_001,
			text: 'Sure?',
		},
		chat_instance: '-1001',
		data,
	},
});

export const memberChange = (before: string, after: string): Update => ({
	update_id: 9,
	chat_member: {
		chat,
		from: { id: 1001, is_bot: false, first_name: 'Olga' },
		date: 1_700_000_002,
		old_chat_member: { user: mia, status: before },
		new_chat_member: { user: mia, status: after },
	},
});

export const reaction: Update = {
	update_id: 10,
	message_reaction: { chat, message_id: 42, user: mia, date: 1_700_000_003, new_reaction: [] },
};

export const photo = message({
	caption: 'Look',
	media_group_id: 'trip',
	photo: [
		{ file_id: 'small', file_unique_id: 's', width: 90, height: 90 },
		{ file_id: 'large', file_unique_id: 'l', width: 900, height: 900 },
	],
});

export const poll: Update = { update_id: 11, poll: { id: 'p1', question: 'Lunch?' } };
