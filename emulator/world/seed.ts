import type { StoredFile } from './entities';
import { badRequest } from './refusal';
import { emptyState, type State } from './store';

type List =
	| 'bots'
	| 'users'
	| 'chats'
	| 'members'
	| 'messages'
	| 'files'
	| 'invite_links'
	| 'join_requests'
	| 'games';

export type Seed = Partial<Record<List, object[]>>;

/** The fields that identify an entry of a list. */
const IDENTITY: Record<List, string[]> = {
	bots: ['id'],
	users: ['id'],
	chats: ['id'],
	members: ['chat_id', 'user_id'],
	messages: ['chat_id', 'message_id'],
	files: ['file_id'],
	invite_links: ['invite_link'],
	join_requests: ['chat_id', 'user_id'],
	games: ['short_name'],
};

const identity = (list: List, entry: object): string =>
	IDENTITY[list].map((field) => (entry as Record<string, unknown>)[field]).join(' ');

/** What a seed may leave out of a bot, a message, an invite link or a file. */
function complete(list: List, entry: object): object {
	if (list === 'bots') return { next_update_id: 1, updates: [], ...entry };
	if (list === 'messages') return { date: Math.floor(Date.now() / 1000), deleted: false, ...entry };
	if (list === 'invite_links') {
		const isNot = { creates_join_request: false, is_primary: false, is_revoked: false };
		return { ...isNot, user_ids: [], ...entry };
	}
	if (list !== 'files') return entry;
	const { file_id, kind } = entry as StoredFile;
	return {
		file_unique_id: file_id,
		file_path: `${kind}s/${file_id}`,
		file_name: '',
		mime_type: 'application/octet-stream',
		file_size: 0,
		...entry,
	};
}

/** Every message needs its chat, because they are shown together. */
function checkChats({ chats, messages }: State): void {
	const known = new Set(chats.map(({ id }) => id));
	const lost = messages.find(({ chat_id }) => !known.has(chat_id));
	if (lost)
		throw badRequest(`message ${lost.message_id} is in chat ${lost.chat_id}, which is not there`);
}

/**
 * A state plus the entries of a seed, which replace entries with the same id. Throws 400 for a message
 * without its chat.
 */
export function withSeed(state: State, seed: Seed): State {
	const next = { ...state };
	for (const [name, entries] of Object.entries(seed)) {
		const list = name as List;
		const given = new Set(entries.map((entry) => identity(list, entry)));
		const others = state[list].filter((entry) => !given.has(identity(list, entry)));
		Object.assign(next, { [list]: [...others, ...entries.map((entry) => complete(list, entry))] });
	}
	checkChats(next);
	return next;
}

/** The state of a snapshot. Throws 400 for a message without its chat. */
export function fromSnapshot(state: State): State {
	const { callback_queries, inline_queries, clock_ahead, next_id, ...lists } = state;
	const rest = { callback_queries, inline_queries, clock_ahead, next_id };
	return withSeed({ ...emptyState(), ...rest }, lists);
}
