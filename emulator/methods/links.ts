import { METHODS } from '../../reference';
import type { Chat, InviteLink } from '../world/entities';
import {
	addLink,
	endRequest,
	findLink,
	letIn,
	presentLink,
	type LinkOptions,
} from '../world/invitations';
import { chatOf, type CallContext, type Methods } from './method';
import { badRequest, forbidden, notFound } from '../world/refusal';
import { botIn, has } from '../world/rules';

const LONGEST_NAME = 32;
const { most: MOST_MEMBERS } = METHODS.createChatInviteLink.params.member_limit;

/** The chat of a call, in which the bot may invite people. Throws 400, 403 and 404. */
function invitingChat(context: CallContext): Chat {
	const chat = chatOf(context);
	if (chat.type === 'private') throw badRequest('there are no invite links to a private chat');
	if (!has(botIn(context, chat), 'can_invite_users')) {
		throw forbidden('not enough rights to manage chat invite link');
	}
	return chat;
}

/** The options of a link in a request. Throws 400 for invalid ones. */
function optionsOf({ params }: CallContext): LinkOptions {
	const { name, expire_date, member_limit, creates_join_request = false } = params as LinkOptions;
	if (name !== undefined && name.length > LONGEST_NAME) {
		throw badRequest('invite link name is too long');
	}
	if (member_limit !== undefined && (member_limit < 1 || member_limit > MOST_MEMBERS)) {
		throw badRequest('member_limit must be 1 to 99999');
	}
	if (member_limit !== undefined && creates_join_request) {
		throw badRequest("member_limit can't be specified for links that create join requests");
	}
	return { name, expire_date, member_limit, creates_join_request };
}

/** The link of a call, if this bot created it. Throws 400 and 404. */
function ownLink({ store, bot, params }: CallContext, chat: Chat): InviteLink {
	const link = findLink(store, chat, params.invite_link);
	if (!link) throw notFound('invite link not found');
	if (link.creator_id !== bot.id) throw badRequest('the invite link was made by somebody else');
	return link;
}

function createChatInviteLink(context: CallContext): object {
	const { store, bot } = context;
	const chat = invitingChat(context);
	const options = { ...optionsOf(context), is_primary: false };
	return presentLink(store, addLink(store, chat, bot.id, options));
}

function editChatInviteLink(context: CallContext): object {
	const { store } = context;
	const chat = invitingChat(context);
	const options = optionsOf(context);
	const link = ownLink(context, chat);
	if (link.is_primary) throw badRequest("the primary invite link can't be edited");
	Object.assign(link, options);
	store.changed('invite_link', { invite_link: link });
	return presentLink(store, link);
}

/** Ends the bot's main link to a chat, if there is one, and makes another. */
function replacePrimary({ store, bot }: CallContext, chat: Chat): InviteLink {
	const old = store.state.invite_links.find(
		(link) =>
			link.chat_id === chat.id && link.creator_id === bot.id && link.is_primary && !link.is_revoked,
	);
	if (old) revoke(store, old);
	return addLink(store, chat, bot.id, { is_primary: true, creates_join_request: false });
}

function revoke(store: CallContext['store'], link: InviteLink): void {
	link.is_revoked = true;
	store.changed('invite_link', { invite_link: link });
}

function revokeChatInviteLink(context: CallContext): object {
	const { store } = context;
	const chat = invitingChat(context);
	const link = ownLink(context, chat);
	if (link.is_primary && !link.is_revoked) replacePrimary(context, chat);
	else revoke(store, link);
	return presentLink(store, link);
}

/** Removes the join request of a call; returns the link that it came through. Throws 400 if the person has not asked to join. */
function takeRequest(context: CallContext, chat: Chat): InviteLink | undefined {
	const { store, params } = context;
	const userId = params.user_id as number;
	if (!store.user(userId)) throw notFound('user not found');
	const link = endRequest(store, chat, userId);
	if (link === false) throw badRequest('HIDE_REQUESTER_MISSING');
	return link;
}

function approveChatJoinRequest(context: CallContext): true {
	const { store, updates, bot, params } = context;
	const chat = invitingChat(context);
	const link = takeRequest(context, chat);
	letIn(store, updates, chat, params.user_id as number, { byId: bot.id, link });
	return true;
}

function declineChatJoinRequest(context: CallContext): true {
	takeRequest(context, invitingChat(context));
	return true;
}

/** Reference 5.5. */
export const linkMethods = {
	createChatInviteLink: { run: createChatInviteLink },
	editChatInviteLink: { run: editChatInviteLink },
	revokeChatInviteLink: { run: revokeChatInviteLink },
	exportChatInviteLink: {
		run: (context) => replacePrimary(context, invitingChat(context)).invite_link,
	},
	approveChatJoinRequest: { run: approveChatJoinRequest },
	declineChatJoinRequest: { run: declineChatJoinRequest },
} satisfies Methods;
