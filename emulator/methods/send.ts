import { CHAT, METHODS, SENDING, type MethodName, type MethodShape } from '../../reference';
import type { Message, Permissions } from '../world/entities';
import { checkMarkup } from '../world/keyboards';
import { optionsOf } from '../world/options';
import { presentMessage } from '../world/present';
import { mustWrite, replyTarget } from '../world/rules';
import { chatOf, type CallContext, type Method } from './method';

/** The message to reply to: `reply_to_message_id`, or the id in `reply_parameters`. */
export function replyId(params: CallContext['params']): unknown {
	const parameters = params.reply_parameters as { message_id?: number } | undefined;
	return params.reply_to_message_id ?? parameters?.message_id;
}

/**
 * Sends a message of the bot. Throws if the bot may not write, for a wrong keyboard, and if the message to
 * reply to is gone.
 *
 * @param contentOf what is in the message; throws if the parameters do not fit
 */
export function send(
	context: CallContext,
	needed: keyof Permissions,
	contentOf: () => Partial<Message>,
): object {
	const { store, bot, params } = context;
	const chat = chatOf(context);
	mustWrite(context, chat, needed);
	const content = contentOf();
	checkMarkup(params.reply_markup);
	return presentMessage(
		store,
		store.addMessage({
			chat_id: chat.id,
			from_id: bot.id,
			...content,
			reply_markup: params.reply_markup,
			reply_to_message_id: replyTarget(store, chat, replyId(params)),
			options: optionsOf(params),
		}),
	);
}

/** The method for a row with `content`. */
export function plainSend(content: string, { params: table }: MethodShape): Method {
	const own = Object.keys(table).filter((name) => !(name in CHAT || name in SENDING));
	return {
		isSend: true,
		run: (context) =>
			send(context, 'can_send_messages', () => ({
				content: { [content]: Object.fromEntries(own.map((name) => [name, context.params[name]])) },
			})),
	};
}

type PlainName = {
	[M in MethodName]: (typeof METHODS)[M] extends { content: string } ? M : never;
}[MethodName];

/** Methods that only send parameters of their own: the reference says all about them. */
export const plainMethods = Object.fromEntries(
	Object.entries<MethodShape>(METHODS).flatMap(([name, shape]) =>
		shape.content === undefined ? [] : [[name, plainSend(shape.content, shape)]],
	),
) as Record<PlainName, Method>;
