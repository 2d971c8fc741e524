import type { Call } from '../wire/calls';
import type {
	CallbackQuery,
	Chat,
	CommandList,
	InviteLink,
	JoinRequest,
	Member,
	Message,
	StoredFile,
	Update,
	User,
} from '../world/entities';
import type { Delivery } from '../wire/webhooks';

/** The events of `/_emulator/events`; `at` is in Unix milliseconds. */
export type Change = { at: number } & (
	| { type: 'reset' }
	| { type: 'message' | 'edit' | 'delete'; message: Message }
	| { type: 'member'; member: Member }
	| { type: 'chat'; chat: Chat }
	| { type: 'user'; user: User }
	| { type: 'commands'; bot_id: number; commands: CommandList[] }
	| { type: 'invite_link'; invite_link: InviteLink }
	| { type: 'join_request'; request: JoinRequest; ended?: boolean }
	| { type: 'file'; file: StoredFile }
	| { type: 'callback_answer'; query: CallbackQuery }
	| { type: 'clock'; clock_ahead: number }
	| { type: 'call'; call: Call }
	| { type: 'update'; bot_id: number; update: Update }
	| { type: 'delivery'; delivery: Delivery }
	| { type: 'fetched' | 'confirmed' | 'dropped'; bot_id: number; update_ids: number[] }
);
