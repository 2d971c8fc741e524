import { DELIVERY } from '../../reference';
import type { Chat, Message, Permissions } from '../world/entities';
import { checkCaption, checkText } from '../world/formatting';
import { checkMarkup } from '../world/keyboards';
import { chatOf, type CallContext, type Methods } from './method';
import { optionsOf } from '../world/options';
import { presentChat, presentMessage, presentUser } from '../world/present';
import { badRequest, notFound } from '../world/refusal';
import { botIn, mustWrite, replyTarget } from '../world/rules';
import { replyId } from './send';

type Verb = 'copy' | 'forward';

/** The message to copy or forward. Throws 404 if it does not exist, 403 if the bot cannot see it. */
function sourceOf(context: CallContext, verb: Verb): Message {
	const { store, params } = context;
	const chat = store.chat(params.from_chat_id);
	botIn(context, chat);
	const message = store.message(chat.id, params.message_id as number);
	if (!message) throw notFound(`message to ${verb} not found`);
	if (message.new_chat_members ?? message.left_chat_member) {
		throw badRequest(`the message can't be ${verb === 'copy' ? 'copied' : 'forwarded'}`);
	}
	return message;
}

/** The permission that such a message needs. */
function needed({ media, dice, game }: Message): keyof Permissions {
	if (media) return 'can_send_media_messages';
	return (dice ?? game) ? 'can_send_other_messages' : 'can_send_messages';
}

const contentOf = ({ text, caption, parse_mode, media, dice, game, content }: Message) => ({
	text,
	caption,
	parse_mode,
	media,
	dice,
	game,
	content,
});

/** The options that a copy keeps: those for its looks, not for its delivery. */
function looksOf({ options = {} }: Message): Record<string, unknown> {
	const delivery = new Set(Object.keys(DELIVERY));
	return Object.fromEntries(Object.entries(options).filter(([name]) => !delivery.has(name)));
}

/** The content of a message with other words, which drop its formatting. */
function contentWith(source: Message, words: unknown): Partial<Message> {
	if (words === undefined) return contentOf(source);
	const { caption: _old, parse_mode: _mode, ...content } = contentOf(source);
	if (source.text === undefined) checkCaption(words as string, undefined);
	else checkText(words as string, undefined);
	return { ...content, [source.text === undefined ? 'caption' : 'text']: words };
}

function withoutEntities(looks: Record<string, unknown>): Record<string, unknown> {
	const { entities: _text, caption_entities: _caption, ...others } = looks;
	return others;
}

function copyMessage(context: CallContext): object[] {
	const { store, bot, params } = context;
	const chat = chatOf(context);
	const source = sourceOf(context, 'copy');
	mustWrite(context, chat, needed(source));
	checkMarkup(params.reply_markup);
	const looks = params.caption === undefined ? looksOf(source) : withoutEntities(looksOf(source));
	const options = { ...looks, ...optionsOf({ ...params, caption_entities: undefined }) };
	const { message_id } = store.addMessage({
		chat_id: chat.id,
		from_id: bot.id,
		...contentWith(source, params.caption),
		reply_markup: params.reply_markup,
		reply_to_message_id: replyTarget(store, chat, replyId(params)),
		options,
	});
	return [{ message_id }];
}

/** Telegram's MessageOrigin, of a person or of a channel. */
function originOf({ store }: CallContext, source: Message, from: Chat): object {
	const { date, from_id, message_id, forward_origin } = source;
	if (forward_origin) return forward_origin;
	return from.type === 'channel'
		? { type: 'channel', date, chat: presentChat(from), message_id }
		: { type: 'user', date, sender_user: presentUser(store, from_id) };
}

function forwardMessage(context: CallContext): object {
	const { store, bot, params } = context;
	const chat = chatOf(context);
	const source = sourceOf(context, 'forward');
	if (source.options?.protect_content) throw badRequest("the message can't be forwarded");
	mustWrite(context, chat, needed(source));
	const forwarded = store.addMessage({
		chat_id: chat.id,
		from_id: bot.id,
		...contentOf(source),
		forward_origin: originOf(context, source, store.chat(source.chat_id)),
		options: { ...looksOf(source), ...optionsOf(params) },
	});
	return presentMessage(store, forwarded);
}

/** Reference 5.2. */
export const copyMethods = {
	copyMessage: {
		isSend: true,
		run: copyMessage,
	},
	forwardMessage: { isSend: true, run: forwardMessage },
} satisfies Methods;
