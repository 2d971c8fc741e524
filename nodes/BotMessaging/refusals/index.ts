import { NEEDED_RIGHTS, type Right } from '../../../reference/rights';
import { ABOUT_CHATS } from './chats';
import { ABOUT_FILES } from './files';
import { ABOUT_MESSAGES } from './messages';
import { ABOUT_PEOPLE } from './people';
import { refusalOf } from './refusal';
import { ABOUT_CODES, ABOUT_RATES, ABOUT_REQUESTS } from './requests';

export { fits, type Refusal } from './refusal';
export { TOO_LARGE } from './files';
export { NOT_KNOWN, SERVER_TROUBLE } from './requests';

/** Refusals of the servers of this family. */
export const REFUSALS_BY_TASK = {
	'Writing too fast': ABOUT_RATES.map(refusalOf),
	'Members and rights': ABOUT_PEOPLE.map(refusalOf),
	'Messages and buttons': ABOUT_MESSAGES.map(refusalOf),
	Files: ABOUT_FILES.map(refusalOf),
	'Dice, games, commands and webhooks': ABOUT_REQUESTS.map(refusalOf),
	Chats: ABOUT_CHATS.map(refusalOf),
	'Codes without known words': ABOUT_CODES.map(refusalOf),
};

/** The first row that fits wins. */
export const REFUSALS = Object.values(REFUSALS_BY_TASK).flat();

const IN_WORDS: Record<Right, string> = {
	can_change_info: 'change the chat info',
	can_delete_messages: 'delete messages',
	can_edit_messages: 'edit messages',
	can_invite_users: 'invite users',
	can_pin_messages: 'pin messages',
	can_post_messages: 'post messages',
	can_promote_members: 'add administrators and with every right that it should grant',
	can_restrict_members: 'restrict members',
};

/** @param right the API's name of an administrator's right */
export const rightInWords = (right: string): string =>
	new Map(Object.entries(IN_WORDS)).get(right) ?? 'do this';

/** The right that the bot needs to call a method, in words. */
export function rightFor(method = ''): string {
	const right = new Map<string, Right>(Object.entries(NEEDED_RIGHTS)).get(method);
	return rightInWords(right ?? '');
}
