import type { Param, ParamTable, ParamType } from '../../../reference';
import { DEFAULTS } from '../../support/emulator';
import type { Random } from './random';

const CHATS = [
	...Object.values(DEFAULTS.chats),
	'@demo_group',
	String(DEFAULTS.chats.demoGroup),
	77,
];
const USERS = [...Object.values(DEFAULTS.users), DEFAULTS.botId, 5];
const PARSE_MODES = ['HTML', 'Markdown', 'MarkdownV2', 'html', ''];
const FILES = ['video-file-000001', 'attach://video', 'photo-file-000002', 'no-such-file'];

const button = (random: Random) => ({
	text: random.text(),
	...(random.isHit(0.7) && { callback_data: random.text() }),
	...(random.isHit(0.2) && { url: random.text() }),
});

const rows = (random: Random) =>
	random.list(3, () => random.list(3, () => random.pick([button(random), random.text(), null])));

function markup(random: Random): object {
	return random.pick([
		{ inline_keyboard: rows(random) },
		{ inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] },
		{ keyboard: rows(random), input_field_placeholder: random.text() },
		{ remove_keyboard: true },
		{ force_reply: true },
	]);
}

const entry = (random: Random) => ({
	type: random.pick(['photo', 'video', 'audio']),
	media: random.pick(FILES),
	...(random.isHit(0.3) && { caption: random.text(), parse_mode: random.pick(PARSE_MODES) }),
});

/** Plausible values by parameter name. */
const LIKELY: Record<string, (random: Random) => unknown> = {
	chat_id: (random) => random.pick(CHATS),
	user_id: (random) => random.pick(USERS),
	message_id: (random) => 1 + random.integer(20),
	message_ids: (random) => random.list(110, () => 1 + random.integer(20)),
	reply_to_message_id: (random) => 1 + random.integer(8),
	reply_parameters: (random) => ({ message_id: 1 + random.integer(8) }),
	text: (random) => random.text(),
	caption: (random) => random.text(),
	parse_mode: (random) => random.pick(PARSE_MODES),
	reply_markup: markup,
	media: (random) => random.list(11, () => entry(random)),
	video: (random) => random.pick(FILES),
	emoji: (random) => random.pick(['🎲', '🎰', '⚽\uFE0F', 'x']),
	permissions: (random) => ({ can_send_messages: random.isHit(0.5) }),
	until_date: (random) => Math.floor(Date.now() / 1000) + random.integer(1000),
	// Nothing listens there.
	url: (random) => random.pick(['http://127.0.0.1:9/', 'https://[', 'ftp://x', '']),
	timeout: (random) => random.integer(2),
	allowed_updates: (random) => random.list(3, () => random.pick(['message', 'chat_member'])),
	callback_data: () => 'yes',
	invite_link: (random) => `https://chat.example/+invite00000${random.integer(9)}`,
};

const BY_TYPE: Record<ParamType, (random: Random) => unknown> = {
	integer: (random) => random.integer(200) - 50,
	float: (random) => random.integer(400) / 2 - 100,
	chat: (random) => random.pick(CHATS),
	string: (random) => random.text(),
	boolean: (random) => random.isHit(0.5),
	object: (random) => ({ [random.text()]: random.value() }),
	integers: (random) => random.list(5, () => random.integer(100)),
	strings: (random) => random.list(5, () => random.text()),
	objects: (random) => random.list(5, () => ({ [random.text()]: random.value() })),
	file: (random) => random.pick(FILES),
};

/** A value at a documented limit or one beyond it; undefined for a parameter without one. */
function atBound(random: Random, { type, least = 0, most = least }: Param): unknown {
	const bound = random.pick([least - 1, least, most, most + 1]);
	if (most === 0 || type === 'file') return undefined;
	if (type === 'integer' || type === 'float') return bound;
	const length = Math.max(bound, 0);
	if (type === 'string') return 'x'.repeat(length);
	return Array.from({ length }, (_entry, index) => (type === 'integers' ? index : {}));
}

/** Parameters of a method: mostly plausible ones, some left out, some arbitrary. */
export function parameters(random: Random, table: ParamTable): Record<string, unknown> {
	const params: Record<string, unknown> = {};
	for (const [name, param] of Object.entries(table)) {
		const { type, required } = param;
		if (random.isHit(required ? 0.03 : 0.6)) continue;
		const likely = LIKELY[name] ?? BY_TYPE[type];
		const bound = random.isHit(0.05) ? atBound(random, param) : undefined;
		params[name] = bound ?? (random.isHit(0.95) ? likely(random) : random.value());
	}
	if (random.isHit(0.02)) params[random.text()] = random.value();
	// A poll is held as long as it asks for, which is no fault.
	if (typeof params.timeout === 'number') params.timeout = Math.min(params.timeout, 1);
	return params;
}

/** An act of a person. */
export const act = (random: Random): Record<string, unknown> =>
	parameters(random, {
		user_id: { type: 'integer', required: true },
		chat_id: { type: 'chat', required: true },
		message_id: { type: 'integer' },
		reply_to_message_id: { type: 'integer' },
		text: { type: 'string' },
		photo: { type: 'boolean' },
		caption: { type: 'string' },
		callback_data: { type: 'string' },
		emoji: { type: 'string' },
		invite_link: { type: 'string' },
	});
