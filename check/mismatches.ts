import { METHODS, type MethodName, type MethodShape } from '../reference';

type Fields = Record<string, unknown>;

/** Compares a result with what was asked for. Returns which field says something else; nothing if none does. */
type Look = (result: Fields, asked: Fields, botId?: number) => string | undefined;

/** Longer ones may be cut, which is a finding of its own. */
const MOST = { text: 4096, caption: 1024 };

/** Each has at least one. */
const MOST_PIPS: Record<string, number> = { '🎲': 6, '🎯': 6, '🎳': 6, '🏀': 5, '⚽': 5, '🎰': 64 };

/** Marks that nobody sees. */
const MARKS = /<b>\w+<\/b>|\*\w+\*/;

/** Between the clock of the server and that of this computer. */
const MOST_APART_SECONDS = 600;

const fieldsOf = (value: unknown) => Object(value) as Fields;

const list = (value: unknown) => (Array.isArray(value) ? (value as Fields[]) : []);

/** A field that was left out, of the request or of the answer, says nothing. */
const isOther = (found: unknown, asked: unknown) =>
	found !== undefined && asked !== undefined && String(found) !== String(asked);

/** The first field with another value than the request has under the same name. */
export const otherIn = (names: string[], found: Fields, asked: Fields) =>
	names.find((name) => isOther(found[name], asked[name]));

/** Whether it is another chat than the one that was named by its ID or by its @username. */
function isOtherChat(chat: unknown, asked: unknown): boolean {
	const { id, username } = fieldsOf(chat);
	if (!String(asked).startsWith('@')) return isOther(id, asked);
	return isOther(username, String(asked).slice(1));
}

/** What each button shows and carries. */
const buttonsIn = (markup: unknown) =>
	JSON.stringify(
		((fieldsOf(markup).inline_keyboard ?? []) as Fields[][]).map((row) =>
			row.map(({ text, callback_data: data, url }) => [text, data, url]),
		),
	);

/** Captions with marks are bold from end to end. */
function otherMarked({ caption, caption_entities: marks }: Fields, asked: Fields) {
	if (typeof caption !== 'string' || asked.caption === undefined) return undefined;
	if (caption !== String(asked.caption).replace(/<\/?b>/g, '')) return 'caption';
	const [{ type, offset, length } = {}] = list(marks);
	const isBold = type === 'bold' && offset === 0 && length === caption.length;
	return isBold ? undefined : 'caption_entities';
}

function otherContent(message: Fields, asked: Fields): string | undefined {
	const { parse_mode: parseMode, reply_markup: markup, reply_parameters: parameters } = asked;
	for (const name of ['text', 'caption'] as const) {
		const [shown, whole] = [message[name], String(asked[name])];
		if (shown === whole && parseMode !== undefined && MARKS.test(whole)) return 'parse_mode';
		const isKept = parseMode !== undefined || shown === whole.slice(0, MOST[name]);
		if (!isKept && isOther(shown, asked[name])) return name;
	}
	const marked = parseMode === undefined ? undefined : otherMarked(message, asked);
	if (marked) return marked;
	const repliedTo = asked.reply_to_message_id ?? fieldsOf(parameters).message_id;
	const { reply_to_message: target, reply_markup: seen } = message;
	if (isOther(fieldsOf(target).message_id, repliedTo)) return 'reply_to_message';
	if (seen && markup && buttonsIn(seen) !== buttonsIn(markup)) return 'reply_markup';
	const { emoji, value } = fieldsOf(message.dice);
	const isOff = Number(value) < 1 || Number(value) > MOST_PIPS[String(emoji)]!;
	if (isOther(emoji, asked.emoji) || isOff) return 'dice';
	const { size, name } = fieldsOf(asked.document instanceof File ? asked.document : undefined);
	const { file_size, file_name } = fieldsOf(message.document);
	return isOther(file_size, size) || isOther(file_name, name) ? 'document' : undefined;
}

const ofMessage: Look = (message, asked, botId) => {
	const { chat, from } = message;
	if (isOtherChat(chat, asked.chat_id)) return 'chat';
	if (isOther(fieldsOf(from).id, botId)) return 'from';
	const now = Date.now() / 1000;
	const isOff = (name: string) => Math.abs(Number(message[name]) - now) > MOST_APART_SECONDS;
	const wrong = ['date', 'edit_date'].find(isOff) ?? otherIn(['message_id'], message, asked);
	return wrong ?? otherContent(message, asked);
};

/** A link that tells no end or no limit has none. */
const ofLink =
	(is_revoked?: boolean): Look =>
	(link, asked, botId) =>
		['invite_link', 'name', 'expire_date', 'member_limit'].find(
			(name) => asked[name] !== undefined && String(link[name]) !== String(asked[name]),
		) ??
		['creates_join_request', 'is_primary'].find((name) => link[name] === true) ??
		otherIn(['is_revoked'], link, { is_revoked }) ??
		(isOther(fieldsOf(link.creator).id, botId) ? 'creator' : undefined);

/** By method. What a method does to the server is seen in its step. */
const LOOKS: Partial<Record<MethodName, Look>> = {
	getMe: ({ is_bot: isBot }) => (isBot === false ? 'is_bot' : undefined),
	getChat: (chat, { chat_id: asked }) => (isOtherChat(chat, asked) ? 'id' : undefined),
	getChatMember: ({ user }, { user_id: asked }) =>
		isOther(fieldsOf(user).id, asked) ? 'user' : undefined,
	getChatAdministrators: (all) =>
		list(all).some(({ status }) => !/^(creator|administrator)$/.test(String(status)))
			? 'status'
			: undefined,
	getUserProfilePhotos: ({ total_count: count, photos }, { limit }) =>
		list(photos).length > Math.min(Number(count), Number(limit ?? count)) ? 'photos' : undefined,
	getUpdates: (all, { limit }) => {
		const ids = list(all).map(({ update_id: id }) => Number(id));
		if (ids.length > Number(limit ?? ids.length)) return 'limit';
		return ids.some((id, at) => at > 0 && id <= ids[at - 1]!) ? 'update_id' : undefined;
	},
	createChatInviteLink: ofLink(false),
	editChatInviteLink: ofLink(),
	revokeChatInviteLink: ofLink(true),
	copyMessage: (copy, { message_id: asked }) =>
		[copy, ...list(copy)].some(({ message_id: id }) => id !== undefined && id === asked)
			? 'message_id'
			: undefined,
	sendMediaGroup: (messages, asked, botId) => {
		const media = list(asked.media);
		if (media.length > 0 && list(messages).length !== media.length) return 'the number of messages';
		const [first, ...others] = list(messages).map(({ media_group_id: id }) => id);
		if (others.some((id) => isOther(id, first))) return 'media_group_id';
		const looks = list(messages).map((message, at) =>
			ofMessage(message, { ...media[at], chat_id: asked.chat_id }, botId),
		);
		return looks.find((field) => field !== undefined);
	},
};

/** What a result says otherwise than it was asked for, in words; nothing if it says the same. */
export function mismatchOf(
	method: MethodName,
	result: unknown,
	asked: Fields,
	botId?: number,
): string | undefined {
	const { result: type }: MethodShape = METHODS[method];
	const look = LOOKS[method] ?? (type === 'Message' ? ofMessage : undefined);
	const field = look?.(result as Fields, asked, botId);
	return field && `\`${field}\` is not what was asked for`;
}
