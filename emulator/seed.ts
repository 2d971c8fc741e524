import type { State } from './store';

type List = 'bots' | 'users' | 'chats' | 'members' | 'messages' | 'files' | 'games';

export type Seed = Partial<Record<List, object[]>>;

/** What tells the entries of a list apart. */
const IDENTITY: Record<List, string[]> = {
	bots: ['id'],
	users: ['id'],
	chats: ['id'],
	members: ['chat_id', 'user_id'],
	messages: ['chat_id', 'message_id'],
	files: ['file_id'],
	games: ['short_name'],
};

const identity = (list: List, entry: object): string =>
	IDENTITY[list].map((field) => (entry as Record<string, unknown>)[field]).join(' ');

/** What a seed may leave out of a bot or a message. */
function completed(list: List, entry: object): object {
	if (list === 'bots') return { next_update_id: 1, updates: [], ...entry };
	if (list === 'messages') return { date: Math.floor(Date.now() / 1000), deleted: false, ...entry };
	return entry;
}

/** A state with what a seed lists: added, or in the place of what was there under the same id. */
export function seeded(state: State, seed: Seed): State {
	const next = { ...state };
	for (const [name, entries] of Object.entries(seed)) {
		const list = name as List;
		const given = new Set(entries.map((entry) => identity(list, entry)));
		const others = state[list].filter((entry) => !given.has(identity(list, entry)));
		Object.assign(next, { [list]: [...others, ...entries.map((entry) => completed(list, entry))] });
	}
	return next;
}
