import { DEFAULTS, defaultState } from '../world/defaults';
import type { Settings } from '../world/entities';
import type { State } from '../world/store';
import type { Dialect } from '.';

/** Above all ids of people in the default world. */
const FIRST_GROUP = 9_000_000;

type Chats = Record<keyof typeof DEFAULTS.chats, number>;

/** The id of a chat on a server where groups have positive ids. */
const positive = (id: number) => (id < 0 ? FIRST_GROUP - id : id);

/** The same world with positive group ids, so that nobody can recognise a group by its sign. */
function withPositiveGroups(state: State): State {
	const moved = <T extends { chat_id: number }>(list: T[]): T[] =>
		list.map((entry) => ({ ...entry, chat_id: positive(entry.chat_id) }));
	return {
		...state,
		chats: state.chats.map((chat) => ({ ...chat, id: positive(chat.id) })),
		members: moved(state.members),
		messages: moved(state.messages),
		invite_links: moved(state.invite_links),
		join_requests: moved(state.join_requests),
	};
}

/** The fixed ids of the default world, in a dialect. */
export function defaultsIn({ groupIds }: Dialect) {
	const { chats, ...rest } = DEFAULTS;
	const moved = Object.entries(chats).map(([name, id]) => [
		name,
		groupIds === 'positive' ? positive(id) : id,
	]);
	return { ...rest, chats: Object.fromEntries(moved) as Chats };
}

/** The default world, in the dialect of the settings. */
export function worldOf({ dialect }: Settings): State {
	return dialect.groupIds === 'positive' ? withPositiveGroups(defaultState()) : defaultState();
}
