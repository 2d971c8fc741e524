import type { Results } from '../../reference';

type Fields = Record<string, unknown>;

const has =
	(fields: Record<string, string>) =>
	(value: unknown): boolean =>
		typeof value === 'object' &&
		value !== null &&
		Object.entries(fields).every(([name, type]) => typeof (value as Fields)[name] === type);

const listOf = (isOne: (value: unknown) => boolean) => (value: unknown) =>
	Array.isArray(value) && value.every(isOne);

const isMessage = has({ message_id: 'number', date: 'number', chat: 'object' });
const isMember = has({ user: 'object', status: 'string' });
const isCopy = has({ message_id: 'number' });
const isTrue = (value: unknown) => value === true;

interface DeletionReport {
	failed_message_ids: Array<{ message_id: number }>;
}

/** What deleteMessages answers with if it is asked about each message. */
export const isDeletionReport = (value: unknown): value is DeletionReport =>
	has({ deleted_message_ids: 'object', failed_message_ids: 'object' })(value);

/** Whether a result has what is documented of its type. */
export const SHAPES: Record<keyof Results, (value: unknown) => boolean> = {
	true: isTrue,
	count: (value) => typeof value === 'number',
	link: (value) => typeof value === 'string',
	User: has({ id: 'number', is_bot: 'boolean' }),
	Chat: has({ id: 'number', type: 'string' }),
	Message: isMessage,
	Messages: listOf(isMessage),
	CopiedMessage: (value) => isCopy(value) || listOf(isCopy)(value),
	Deletion: (value) => isTrue(value) || isDeletionReport(value),
	ChatMember: isMember,
	ChatMembers: listOf(isMember),
	File: has({ file_id: 'string', file_unique_id: 'string' }),
	ProfilePhotos: has({ total_count: 'number', photos: 'object' }),
	Updates: listOf(has({ update_id: 'number' })),
	WebhookInfo: has({ url: 'string' }),
	InviteLink: has({ invite_link: 'string', is_revoked: 'boolean' }),
	BotCommands: listOf(has({ command: 'string', description: 'string' })),
	GameHighScores: listOf(has({ position: 'number', score: 'number' })),
	Score: (value) => isTrue(value) || isMessage(value),
};
