import { MOST_TEXT, parseModeOf, shown } from '../world/formatting';
import type { Chat } from '../world/entities';
import type { CallContext, Methods } from './method';
import { optionsOf } from '../world/options';
import { Refusal } from '../world/refusal';

const badDraft = (description: string) => new Refusal(400, description);

/** The bot's chat with the person of a call. Throws 400 if that person cannot get a draft. */
function draftChat({ store, bot, params }: CallContext): Chat {
	const given = String(params.chat_id);
	const user = /^\d+$/.test(given) ? store.user(Number(given)) : undefined;
	if (!user) throw badDraft('TEXTDRAFT_PEER_INVALID');
	if (user.is_bot) throw badDraft('USER_IS_BOT');
	if (user.is_deleted) throw badDraft('USER_DELETED');
	const chat = store.findChat(user.id);
	const hasWritten = store.state.messages.some(
		({ chat_id, from_id }) => chat_id === user.id && from_id === user.id,
	);
	if (!chat || !hasWritten || !store.member(chat.id, bot.id)) {
		throw badDraft('CHAT_WRITE_FORBIDDEN');
	}
	return chat;
}

function sendMessageDraft(context: CallContext): true {
	const { store, bot, params } = context;
	const draft_id = params.draft_id as number | undefined;
	if (!draft_id) throw badDraft('RANDOM_ID_INVALID');
	const text = (params.text ?? '') as string;
	const parse_mode = parseModeOf(params.parse_mode);
	const readable = shown(text, parse_mode);
	if (readable.trim() === '') throw badDraft('MESSAGE_EMPTY');
	if (readable.length > MOST_TEXT) throw badDraft('MESSAGE_TOO_LONG');
	const chat = draftChat(context);
	const { entities } = optionsOf(params) ?? {};
	chat.draft = { bot_id: bot.id, draft_id, text, parse_mode, entities };
	store.changed('draft', { chat_id: chat.id, draft: chat.draft });
	return true;
}

/** Reference 5.2: has its own words for missing parameters, so none is required. */
export const draftMethods = {
	sendMessageDraft: {
		run: sendMessageDraft,
	},
} satisfies Methods;
