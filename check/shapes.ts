import { METHODS, type MethodName, type MethodShape, type Results } from '../reference';

type Fields = Record<string, unknown>;

const has =
	(fields: Record<string, string>) =>
	(value: unknown): boolean =>
		typeof value === 'object' &&
		value !== null &&
		Object.entries(fields).every(([name, type]) => typeof (value as Fields)[name] === type);

const listOf = (isOne: (value: unknown) => boolean) => (value: unknown) =>
	Array.isArray(value) && value.every(isOne);

const isMember = has({ user: 'object', status: 'string' });
const isNumbered = has({ message_id: 'number' });
const isTrue = (value: unknown) => value === true;

interface DeletionReport {
	failed_message_ids: Array<{ message_id: number }>;
}

/** The answer of deleteMessages that reports each message. */
export const isDeletionReport = (value: unknown): value is DeletionReport =>
	has({ deleted_message_ids: 'object' })(value) &&
	listOf(isNumbered)((value as Fields).failed_message_ids);

/** Whether a result has the fields that the check needs. */
const USABLE: Record<keyof Results, (value: unknown) => boolean> = {
	true: isTrue,
	count: (value) => typeof value === 'number',
	link: (value) => typeof value === 'string',
	User: has({ id: 'number', is_bot: 'boolean' }),
	Chat: has({ id: 'number', type: 'string' }),
	Message: isNumbered,
	Messages: listOf(isNumbered),
	CopiedMessage: (value) => isNumbered(value) || listOf(isNumbered)(value),
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
	Score: (value) => isTrue(value) || isNumbered(value),
};

export const isUsable = (type: keyof Results, value: unknown) => USABLE[type](value);

/** Fields of every message in a group, with their types. */
const OF_EACH = { message_id: 'number', date: 'number', chat: 'object', from: 'object' };

/** The content of each method's message. */
const CONTENT: Partial<Record<MethodName, string[]>> = {
	sendMessage: ['text'],
	editMessageText: ['text'],
	sendPhoto: ['photo'],
	sendDocument: ['document'],
	sendAudio: ['audio'],
	sendVoice: ['voice'],
	sendVideo: ['video'],
	sendDice: ['dice'],
	sendMediaGroup: ['media_group_id'],
};

/** Parameters that must also be in the message, under the same name. */
const ASKED_FOR = ['caption', 'reply_markup', 'entities'];

function missingIn(method: MethodName, message: Fields, params: Fields): string | undefined {
	const wrong = Object.entries(OF_EACH).find(([name, type]) => typeof message[name] !== type);
	if (wrong) return wrong[0];
	const asked = ASKED_FOR.filter((name) => params[name] !== undefined);
	return [...(CONTENT[method] ?? []), ...asked].find((name) => message[name] === undefined);
}

/** Types by the names of fields, in all objects of the API. An `id` that is text belongs to an update. */
const TYPES: Array<[names: RegExp, type: string]> = [
	[/^(is|can|has)_/, 'boolean'],
	[/^((message|update|user)_id|date|\w+_date|length|width|height|duration)$/, 'number'],
	[/^(file_size|value|total_count|pending_update_count|member_limit)$/, 'number'],
	[/^(text|caption|title|\w+_name|username|name|description|command)$/, 'string'],
	[/^(file_id|file_unique_id|file_path|mime_type|emoji|status|type|url)$/, 'string'],
];

/** Fields that are always there, by the name of the object or of its field. */
const ALWAYS: Record<string, string[]> = {
	...Object.fromEntries(['chat', 'from', 'user', 'creator'].map((name) => [name, ['id']])),
	dice: ['emoji', 'value'],
	document: ['file_id', 'file_unique_id'],
	audio: ['file_id', 'file_unique_id', 'duration'],
	voice: ['file_id', 'file_unique_id', 'duration'],
	video: ['file_id', 'file_unique_id', 'width', 'height', 'duration'],
	WebhookInfo: ['has_custom_certificate', 'pending_update_count'],
	InviteLink: ['creator', 'creates_join_request', 'is_primary'],
};

/** A field of another type, at any depth, or one that is missing; a field without a value counts as left out. */
function wrongField(value: unknown, name: string): string | undefined {
	if (Array.isArray(value)) return value.map((one) => wrongField(one, name)).find(Boolean);
	if (!isObject(value)) return undefined;
	const missing = ALWAYS[name]?.find((field) => value[field] === undefined);
	if (missing) return `\`${missing}\` is missing`;
	const wrong = Object.entries(value).map(([field, one]) => {
		if (one === null || one === '') return undefined;
		const isNumbered = field === 'id' && name in ALWAYS;
		const type = isNumbered ? 'number' : TYPES.find(([names]) => names.test(field))?.[1];
		if (type && typeof one !== type) return `\`${field}\` is not a ${type}`;
		return wrongField(one, field);
	});
	return wrong.find(Boolean);
}

/** In an album, each part has the content that was requested. */
function missingInAlbum(messages: Fields[], { media }: Fields): string | undefined {
	for (const [at, message] of messages.entries()) {
		const { type } = Object((media as unknown[] | undefined)?.[at]) as { type?: string };
		const missing = missingIn('sendMediaGroup', message, {});
		if (missing) return missing;
		if (type && message[type] === undefined) return type;
	}
	return undefined;
}

/** What is wrong with a result, in words; nothing if it matches the documentation. */
export function faultOf(method: MethodName, value: unknown, params: Fields): string | undefined {
	const { result }: MethodShape = METHODS[method];
	const missing =
		result === 'Message' && isObject(value)
			? missingIn(method, value, params)
			: result === 'Messages' && Array.isArray(value) && value.every(isObject)
				? missingInAlbum(value, params)
				: undefined;
	if (missing) return `\`${missing}\` is missing`;
	if (!USABLE[result](value)) return `the result is not what is documented (${result})`;
	return wrongField(value, result);
}

const isObject = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
