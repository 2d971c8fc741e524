import { randomInt } from 'node:crypto';

import type { Game, Message } from '../world/entities';
import { checkInlineMarkup, type Button } from '../world/keyboards';
import { chatOf, type CallContext, type Methods } from './method';
import { presentMessage, presentUser } from '../world/present';
import { badRequest, forbidden, notFound, Refusal } from '../world/refusal';
import { isPresent, mustWrite } from '../world/rules';
import { send } from './send';

/** Highest value of each emoji (reference 5.7). */
const HIGHEST = new Map([
	['🎲', 6],
	['🎯', 6],
	['🎳', 6],
	['🏀', 5],
	['⚽', 5],
	['🎰', 64],
]);

const BALL_WITH_SELECTOR = '⚽\uFE0F';

function sendDice(context: CallContext): object {
	const { params } = context;
	if (!/^-?\d+$/.test(String(params.chat_id))) throw badRequest('chat_id must be numeric');
	return send(context, 'can_send_other_messages', () => {
		const given = (params.emoji as string | undefined) ?? '🎲';
		const emoji = given === BALL_WITH_SELECTOR ? '⚽' : given;
		const highest = HIGHEST.get(emoji);
		if (!highest) throw new Refusal(400, 'EMOTICON_STICKERPACK_MISSING');
		return { dice: { emoji, value: randomInt(1, highest + 1) } };
	});
}

/** Throws 400 for a keyboard whose first button does not start the game. */
function checkGameMarkup(markup: unknown): void {
	checkInlineMarkup(markup);
	const [[first] = []] = (markup as { inline_keyboard: Button[][] }).inline_keyboard;
	if (!first?.callback_game) throw badRequest('the first button must start the game');
}

function sendGame(context: CallContext): object {
	const { store, bot, params } = context;
	const chat = chatOf(context);
	mustWrite(context, chat, 'can_send_other_messages');
	const game = store.state.games.find(({ short_name }) => short_name === params.game_short_name);
	if (!game) throw badRequest('wrong game short name specified');
	const play = { inline_keyboard: [[{ text: `Play ${game.title}`, callback_game: {} }]] };
	const { reply_markup = play } = params;
	checkGameMarkup(reply_markup);
	const { short_name } = game;
	return presentMessage(
		store,
		store.addMessage({ chat_id: chat.id, from_id: bot.id, game: { short_name }, reply_markup }),
	);
}

/** The message of a call; undefined if it is inline. */
const messageOf = ({ store, params }: CallContext): Message | undefined =>
	params.message_id === undefined
		? undefined
		: store.message(store.chat(params.chat_id).id, params.message_id as number);

function setGameScore(context: CallContext): unknown {
	const { store, bot, params } = context;
	const game = gameOf(context);
	const message = messageOf(context);
	if (message && message.from_id !== bot.id) throw forbidden('the game is not of this bot');
	const { user_id, score } = params as { user_id: number; score: number };
	if (!store.user(user_id)) throw notFound('user not found');
	if (score < 0) throw badRequest('the score must not be below 0');
	const old = game.scores.find((known) => known.user_id === user_id);
	if (old && old.score >= score && !params.force) throw badRequest('the score is not higher');
	if (old) old.score = score;
	else game.scores.push({ user_id, score });
	if (!message) return true;
	if (!params.disable_edit_message) {
		message.edit_date = store.now();
		store.changed('edit', { message });
	}
	return presentMessage(store, message);
}

function gameOf(context: CallContext): Game {
	const { store, bot, params } = context;
	const { chat_id: chatId, message_id: messageId, inline_message_id: inlineId } = params;
	const inChat = chatId !== undefined || messageId !== undefined;
	if (inChat === (inlineId !== undefined)) {
		throw badRequest('give either chat_id and message_id or inline_message_id');
	}
	const { games } = store.state;
	if (inlineId !== undefined) {
		const game = games.find((known) => known.inline_message_ids.includes(inlineId as string));
		if (!game) throw notFound('message not found');
		return game;
	}
	if (chatId === undefined || messageId === undefined) {
		throw badRequest('chat_id and message_id are required');
	}
	const chat = chatOf(context);
	if (!isPresent(store.member(chat.id, bot.id))) {
		throw forbidden('not enough rights to view the scores');
	}
	const message = store.message(chat.id, messageId as number);
	if (!message) throw notFound('message not found');
	const game = games.find(({ short_name }) => short_name === message.game?.short_name);
	if (!game) throw badRequest('the game does not exist');
	return game;
}

/** Ranks shown on each side and at the top; the service does not document how many. */
const NEIGHBOURS = 2;
const TOP = 3;

function getGameHighScores(context: CallContext): object[] {
	const { store, params } = context;
	const game = gameOf(context);
	const userId = params.user_id as number;
	if (!store.user(userId)) throw notFound('user not found');
	const ranked = [...game.scores].sort((a, b) => b.score - a.score);
	const at = ranked.findIndex(({ user_id }) => user_id === userId);
	if (at < 0) return [];
	return ranked
		.map(({ user_id, score }, index) => {
			const { id, first_name } = presentUser(store, user_id);
			return { position: index + 1, user: { id, first_name }, score };
		})
		.filter((_row, index) => Math.abs(index - at) <= NEIGHBOURS || index < TOP);
}

/** Reference 5.7. */
export const gameMethods = {
	sendDice: {
		isSend: true,
		run: sendDice,
	},
	sendGame: {
		isSend: true,
		run: sendGame,
	},
	setGameScore: {
		run: setGameScore,
	},
	getGameHighScores: {
		run: getGameHighScores,
	},
} satisfies Methods;
