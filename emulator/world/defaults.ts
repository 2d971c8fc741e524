import type { Chat, Member, Message, Rights } from './entities';
import { RIGHTS } from './entities';
import { emptyState, type State } from './store';

/** The fixed ids of the default world. */
export const DEFAULTS = {
	token: '4839574812:AAEmulatorTokenForTryingThingsOut',
	botId: 4_839_574_812,
	/** People: owner, administrator, two members, and one who is in no chat. */
	users: { olga: 1001, milan: 1002, mia: 1003, noah: 1004, zoe: 1005 },
	chats: {
		/** The bot is administrator with all rights. */
		demoGroup: -1001,
		/** The bot is a plain member. */
		quietGroup: -1002,
		/** The bot is administrator; for moderators only. */
		moderators: -1003,
		/** The bot is not in it. */
		elsewhere: -1004,
		privateOlga: 1001,
		privateMia: 1003,
	},
	/** Messages of the demo group. */
	messages: { byOlga: 1, byMia: 2, byNoah: 3, byBot: 4, game: 5 },
	/** A message by Mia in the quiet group, which the bot may not delete. */
	quietMessage: 1,
	gameShortName: 'demo_game',
	inlineMessageId: 'inline-demo-game',
} as const;

const { users, chats } = DEFAULTS;

const ALL_RIGHTS = Object.fromEntries(RIGHTS.map((right) => [right, true])) as Rights;

const PLAYERS = Array.from({ length: 8 }, (_none, index) => ({
	id: 1010 + index,
	is_bot: false,
	first_name: `Player ${index + 1}`,
}));

const group = (id: number, title: string, username?: string): Chat => ({
	id,
	type: 'group',
	title,
	username,
});

function members(): Member[] {
	const of = (chat_id: number, user_id: number, status: Member['status']): Member => ({
		chat_id,
		user_id,
		status,
		...(status === 'administrator' && { rights: ALL_RIGHTS }),
	});
	return [
		of(chats.demoGroup, users.olga, 'creator'),
		of(chats.demoGroup, users.milan, 'administrator'),
		of(chats.demoGroup, users.mia, 'member'),
		of(chats.demoGroup, users.noah, 'member'),
		of(chats.demoGroup, DEFAULTS.botId, 'administrator'),
		of(chats.quietGroup, users.olga, 'creator'),
		of(chats.quietGroup, users.mia, 'member'),
		of(chats.quietGroup, users.noah, 'member'),
		of(chats.quietGroup, DEFAULTS.botId, 'member'),
		of(chats.moderators, users.olga, 'creator'),
		of(chats.moderators, users.milan, 'administrator'),
		of(chats.moderators, DEFAULTS.botId, 'administrator'),
		of(chats.elsewhere, users.olga, 'creator'),
		of(chats.elsewhere, users.mia, 'member'),
		of(chats.privateOlga, users.olga, 'member'),
		of(chats.privateOlga, DEFAULTS.botId, 'member'),
		of(chats.privateMia, users.mia, 'member'),
		of(chats.privateMia, DEFAULTS.botId, 'member'),
	];
}

function messages(now: number): Message[] {
	const { botId } = DEFAULTS;
	const texts: Array<[chat: number, from: number, text: string | undefined]> = [
		[chats.demoGroup, users.olga, 'Welcome to the demo group.'],
		[chats.demoGroup, users.mia, 'Hello everybody!'],
		[chats.demoGroup, users.noah, 'Hi Mia.'],
		[chats.demoGroup, botId, 'Good morning, I am the demo bot.'],
		[chats.demoGroup, botId, undefined],
		[chats.quietGroup, users.mia, 'Is anybody here?'],
	];
	const counts = new Map<number, number>();
	return texts.map(([chat_id, from_id, text]) => {
		const message_id = (counts.get(chat_id) ?? 0) + 1;
		counts.set(chat_id, message_id);
		return {
			message_id,
			chat_id,
			from_id,
			date: now - 3600,
			deleted: false,
			...(text === undefined ? { game: { short_name: DEFAULTS.gameShortName } } : { text }),
		};
	});
}

/**
 * Update ids continue from start to start, so that a client that still confirms old updates does not
 * confirm new ones.
 */
const firstUpdateId = () => Math.floor(Date.now() / 1000);

/** A bot, four people in a group, and something for every method to work on. */
export function defaultState(): State {
	const person = (id: number, first_name: string) => ({
		id,
		is_bot: false,
		first_name,
		username: first_name.toLowerCase(),
	});
	return {
		...emptyState(),
		bots: [
			{ id: DEFAULTS.botId, token: DEFAULTS.token, next_update_id: firstUpdateId(), updates: [] },
		],
		users: [
			{ id: DEFAULTS.botId, is_bot: true, first_name: 'Demo Bot', username: 'demo_bot' },
			person(users.olga, 'Olga'),
			person(users.milan, 'Milan'),
			person(users.mia, 'Mia'),
			person(users.noah, 'Noah'),
			person(users.zoe, 'Zoe'),
			...PLAYERS,
		],
		chats: [
			group(chats.demoGroup, 'Demo Group', 'demo_group'),
			group(chats.quietGroup, 'Quiet Group'),
			group(chats.moderators, 'Moderators'),
			group(chats.elsewhere, 'Elsewhere'),
			{ id: users.olga, type: 'private', first_name: 'Olga', username: 'olga' },
			{ id: users.mia, type: 'private', first_name: 'Mia', username: 'mia' },
		],
		members: members(),
		messages: messages(Math.floor(Date.now() / 1000)),
		games: [
			{
				short_name: DEFAULTS.gameShortName,
				title: 'Demo Game',
				scores: [
					...PLAYERS.map(({ id }, index) => ({ user_id: id, score: 1000 - 100 * index })),
					{ user_id: users.mia, score: 450 },
					{ user_id: users.noah, score: 50 },
				],
				inline_message_ids: [DEFAULTS.inlineMessageId],
			},
		],
	};
}
