import { METHODS } from '../../reference';
import { CHANNEL_RIGHTS, RIGHTS, type Chat, type Member, type Rights } from '../world/entities';
import { changeMember } from '../world/membership';
import { chatOf, type CallContext, type Methods } from './method';
import { badRequest, forbidden, notFound } from '../world/refusal';
import { botIn, has, isPresent } from '../world/rules';
import { memberOf } from './members';

/** Throws 403 if somebody else promoted this administrator (Telegram's `can_be_edited`). */
function checkMayEdit({ bot }: CallContext, member: Member): void {
	if (member.status === 'creator') throw forbidden("can't change the rights of the chat owner");
	if (member.status === 'administrator' && member.promoted_by !== bot.id) {
		throw forbidden('not enough rights to edit an administrator whom somebody else has promoted');
	}
}

/** The rights that a call grants. A bot grants only its own rights; any of them implies the first. */
function rightsGiven({ params }: CallContext, chat: Chat, giver: Member): Rights {
	const known = RIGHTS.filter(
		(right) => chat.type === 'channel' || !CHANNEL_RIGHTS.includes(right),
	);
	const given = known.filter((right) => params[right] === true);
	const missing = given.find((right) => !has(giver, right));
	if (missing) throw forbidden(`not enough rights: the bot has no ${missing} to give`);
	const isAny = given.length > 0 || params.is_anonymous === true;
	return Object.fromEntries(
		known.map((right) => [right, given.includes(right) || (right === 'can_manage_chat' && isAny)]),
	);
}

/** Every right that is absent is revoked; without any, an administrator becomes a plain member. */
function promoteChatMember(context: CallContext): true {
	const { store, updates, bot, params } = context;
	const chat = chatOf(context);
	if (chat.type === 'private') throw badRequest('method is available for groups and channels only');
	const giver = botIn(context, chat);
	if (!has(giver, 'can_promote_members')) throw forbidden('not enough rights to promote members');
	const before = memberOf(context, chat);
	if (before.user_id === bot.id) throw badRequest("can't promote self");
	checkMayEdit(context, before);
	if (!isPresent(before)) throw notFound('user not found in the chat');
	const rights = rightsGiven(context, chat, giver);
	const { chat_id, user_id, status, custom_title } = before;
	if (rights.can_manage_chat) {
		changeMember(store, updates, bot.id, {
			chat_id,
			user_id,
			status: 'administrator',
			rights,
			custom_title,
			is_anonymous: params.is_anonymous === true,
			promoted_by: bot.id,
		});
	} else if (status === 'administrator') {
		changeMember(store, updates, bot.id, { chat_id, user_id, status: 'member' });
	}
	return true;
}

const { most: LONGEST_TITLE } = METHODS.setChatAdministratorCustomTitle.params.custom_title;
const EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\uFE0F/u;

/** Sets the title of an administrator whom the bot promoted; an empty title removes it. */
function setChatAdministratorCustomTitle(context: CallContext): true {
	const { store, updates, bot, params } = context;
	const chat = chatOf(context);
	if (chat.type === 'private') throw badRequest('method is available for groups and channels only');
	const title = params.custom_title as string | undefined;
	if (title === undefined) throw badRequest('parameter "custom_title" is required');
	if ([...title].length > LONGEST_TITLE) throw badRequest('custom title is too long');
	if (EMOJI.test(title)) throw badRequest('ADMIN_RANK_EMOJI_NOT_ALLOWED');
	botIn(context, chat);
	const before = memberOf(context, chat);
	if (before.status !== 'administrator' && before.status !== 'creator') {
		throw badRequest('user is not an administrator');
	}
	checkMayEdit(context, before);
	changeMember(store, updates, bot.id, { ...before, custom_title: title || undefined });
	return true;
}

/** Reference 5.4. */
export const administratorMethods = {
	promoteChatMember: { run: promoteChatMember },
	setChatAdministratorCustomTitle: {
		// An empty title is a value.
		run: setChatAdministratorCustomTitle,
	},
} satisfies Methods;
