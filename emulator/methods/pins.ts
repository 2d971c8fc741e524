import type { Chat, Message } from '../world/entities';
import { chatOf, type CallContext, type Methods } from './method';
import { forbidden, notFound } from '../world/refusal';
import { botIn, has } from '../world/rules';

/** The chat of a call. Throws 403 if the bot may not pin there. */
function pinningChat(context: CallContext): Chat {
	const chat = chatOf(context);
	const member = botIn(context, chat);
	const right = chat.type === 'channel' ? 'can_edit_messages' : 'can_pin_messages';
	if (chat.type !== 'private' && !has(member, right)) {
		throw forbidden('not enough rights to pin a message');
	}
	return chat;
}

function pin({ store }: CallContext, message: Message, pinned: number | undefined): true {
	message.pinned = pinned;
	store.changed('edit', { message });
	return true;
}

function pinChatMessage(context: CallContext): true {
	const { store, params } = context;
	const message = store.message(pinningChat(context).id, params.message_id as number);
	if (!message) throw notFound('message to pin not found');
	return pin(context, message, store.nextId());
}

/** Without a message, the one that was pinned last. */
function unpinChatMessage(context: CallContext): true {
	const { store, params } = context;
	const chat = pinningChat(context);
	const pinned = store.state.messages
		.filter((message) => message.chat_id === chat.id && !message.deleted && message.pinned)
		.sort((a, b) => a.pinned! - b.pinned!);
	const { message_id: wanted } = params;
	const message =
		wanted === undefined ? pinned.at(-1) : pinned.find(({ message_id }) => message_id === wanted);
	if (!message) throw notFound('message to unpin not found');
	return pin(context, message, undefined);
}

/** Reference 5.2. */
export const pinMethods = {
	pinChatMessage: {
		run: pinChatMessage,
	},
	unpinChatMessage: {
		run: unpinChatMessage,
	},
} satisfies Methods;
