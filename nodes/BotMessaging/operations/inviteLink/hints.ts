import type { Hint } from '../../engine/hints';

export const MAY_NOT_INVITE: Hint = {
	code: 403,
	reason: 'noRight',
	hint: 'Make the bot an administrator of the chat with the right to invite users.',
};

export const WRONG_OPTIONS: Hint = {
	code: 400,
	reason: 'badValue',
	hint: 'Check the fields of this item. Member Limit and Needs Approval cannot be combined, and private chats have no invite links.',
};

export const NOT_OWN: Hint = {
	code: 400,
	reason: 'badValue',
	hint: 'Check Invite Link: a bot can change only links that it created. Its main link can be replaced, but not edited.',
};
