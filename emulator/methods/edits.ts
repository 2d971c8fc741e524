import { isDeepStrictEqual } from 'node:util';

import type { Message } from '../world/entities';
import { checkText, parseModeOf } from '../world/formatting';
import { checkInlineMarkup } from '../world/keyboards';
import { chatOf, type CallContext, type Methods } from './method';
import { optionsOf } from '../world/options';
import { presentMessage } from '../world/present';
import { badRequest, forbidden, notFound } from '../world/refusal';
import { botIn, has } from '../world/rules';

/** The message that a call edits. Throws if it does not exist, or is not the bot's to edit. */
function editableOf(context: CallContext): Message {
	const { store, bot, params } = context;
	const chat = chatOf(context);
	const member = botIn(context, chat);
	const message = store.message(chat.id, params.message_id as number);
	if (!message) throw notFound('message to edit not found');
	const mayEditAll = chat.type === 'channel' && has(member, 'can_edit_messages');
	if (message.from_id !== bot.id && !mayEditAll) {
		throw forbidden("message can't be edited: it is not the bot's own");
	}
	return message;
}

/** Applies a change to a message. Throws 400 if it changes nothing. */
function applyEdit({ store }: CallContext, message: Message, change: Partial<Message>): object {
	const names = Object.keys(change) as Array<keyof Message>;
	const before = Object.fromEntries(names.map((name) => [name, message[name]]));
	if (isDeepStrictEqual(before, change)) throw badRequest('message is not modified');
	Object.assign(message, change);
	message.edit_date = store.now();
	store.changed('edit', { message });
	return presentMessage(store, message);
}

function editMessageText(context: CallContext): object {
	const { params } = context;
	const message = editableOf(context);
	if (message.text === undefined) throw badRequest('there is no text in the message to edit');
	const text = params.text as string;
	const parse_mode = parseModeOf(params.parse_mode);
	checkText(text, parse_mode);
	checkInlineMarkup(params.reply_markup);
	const { entities: _old, link_preview_options: _preview, ...kept } = message.options ?? {};
	const options = { ...kept, ...optionsOf(params) };
	return applyEdit(context, message, {
		text,
		parse_mode,
		reply_markup: params.reply_markup,
		options: Object.keys(options).length > 0 ? options : undefined,
	});
}

/** Removes the keyboard if there are no buttons: no parameter, `{}`, or no rows. */
function editMessageReplyMarkup(context: CallContext): object {
	const message = editableOf(context);
	const given = context.params.reply_markup as { inline_keyboard?: unknown[] } | undefined;
	const isNone = given === undefined || Object.keys(given).length === 0;
	if (!isNone) checkInlineMarkup(given);
	const isEmpty = isNone || given.inline_keyboard?.length === 0;
	return applyEdit(context, message, { reply_markup: isEmpty ? undefined : given });
}

/** Reference 5.2. */
export const editMethods = {
	editMessageText: {
		run: editMessageText,
	},
	editMessageReplyMarkup: {
		run: editMessageReplyMarkup,
	},
} satisfies Methods;
