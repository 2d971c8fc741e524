import { METHODS } from '../../reference';
import { checkText, parseModeOf } from '../world/formatting';
import { chatOf, type CallContext, type Methods } from './method';
import { badRequest, forbidden, hasMigrated } from '../world/refusal';
import { botIn, has, may } from '../world/rules';
import { send } from './send';

const { most: MOST_IDS } = METHODS.deleteMessages.params.message_ids;

/** Older messages cannot be deleted (reference 5.2). */
const OLDEST_SECONDS = 48 * 3600;

function sendMessage(context: CallContext): object {
	return send(context, 'can_send_messages', () => {
		const text = context.params.text as string;
		const parse_mode = parseModeOf(context.params.parse_mode);
		checkText(text, parse_mode);
		return { text, parse_mode };
	});
}

/** Deletes one message. Returns the reason if it cannot, in the words of the reference (FailedMessageId). */
function deleteOne(
	{ store, bot }: CallContext,
	chatId: number | undefined,
	messageId: number,
): string | undefined {
	const message = chatId === undefined ? undefined : store.message(chatId, messageId);
	const isOld = message !== undefined && store.now() - message.date > OLDEST_SECONDS;
	const isKept = isOld && store.settings.dialect.oldMessages === 'kept';
	if (!message || isKept) return 'message to delete not found';
	const member = store.member(message.chat_id, bot.id);
	if (message.from_id !== bot.id && !(member && has(member, 'can_delete_messages'))) {
		return 'not enough rights to delete message';
	}
	message.deleted = true;
	store.changed('delete', { message });
	return undefined;
}

function deleteMessages(context: CallContext): unknown {
	const { store, params } = context;
	const ids = params.message_ids as number[];
	if (ids.length > MOST_IDS) throw badRequest('too many messages to delete: at most 100');
	const chat = store.findChat(params.chat_id);
	if (chat?.migrated_to !== undefined) throw hasMigrated(chat.migrated_to);
	if (chat && !may(chat, botIn(context, chat), 'can_send_messages')) {
		throw forbidden('bot is restricted in the chat');
	}
	const isKnown = chat !== undefined || store.user(Number(params.chat_id)) !== undefined;
	const deleted: number[] = [];
	const failed: Array<{ message_id: number; description: string }> = [];
	for (const id of ids) {
		const description = isKnown ? deleteOne(context, chat?.id, id) : 'chat not found';
		if (description === undefined) deleted.push(id);
		else failed.push({ message_id: id, description });
	}
	return params.return_failed ? { deleted_message_ids: deleted, failed_message_ids: failed } : true;
}

function deleteMessage(context: CallContext): true {
	const chat = chatOf(context);
	botIn(context, chat);
	const reason = deleteOne(context, chat.id, context.params.message_id as number);
	if (reason) throw badRequest(reason);
	return true;
}

/** Reference 5.2. */
export const messageMethods = {
	sendMessage: {
		isSend: true,
		run: sendMessage,
	},
	deleteMessages: {
		run: deleteMessages,
	},
	deleteMessage: {
		run: deleteMessage,
	},
} satisfies Methods;
