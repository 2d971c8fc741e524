import { updateOf } from './webhookTests';

/** Unexpected values; the last one cannot even be converted to text. */
const ODD: unknown[] = [null, [null], [], {}, 0, -1, '', 'x', true, 1e300, [[{}]], { toString: 1 }];

/** Endless pseudo-random numbers, the same in each run. */
function* numbers(): Generator<number, never> {
	for (let state = 21; ;) {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		yield state >>> 8;
	}
}

const message = (id: number, chat: number) => ({
	...updateOf(id, chat).message,
	text: '/ban @mia https://a.example',
	entities: [{ type: 'bot_command', offset: 0, length: 4 }],
	new_chat_members: [{ id: 5 }],
	left_chat_member: { id: 6 },
	reply_to_message: { message_id: 1, from: { id: 2 }, chat: { id: chat } },
	reply_markup: { inline_keyboard: [[{ text: 'a', url: 'https://b.example' }]] },
	photo: [{ file_id: 'p', file_size: 1 }],
	forward_origin: { type: 'user' },
	sender_chat: { id: chat, type: 'channel' },
});

/** Updates of several kinds, numbered from 1, each with two unexpected fields. */
export function mutatedUpdates(count: number, chat: number): Array<{ update_id: number }> {
	const random = numbers();
	const pick = <T>(list: T[]) => list[random.next().value % list.length];
	const kinds = [
		(id: number) => ({ message: message(id, chat) }),
		(id: number) => ({ edited_message: message(id, chat) }),
		(id: number) => ({
			callback_query: { id: '1', from: { id: 3 }, message: message(id, chat), data: 'x' },
		}),
		() => ({
			chat_member: {
				chat: { id: chat, type: 'group' },
				from: { id: 3 },
				old_chat_member: { status: 'left', user: { id: 4 } },
				new_chat_member: { status: 'member', user: { id: 4 } },
			},
		}),
		() => ({ message_reaction: { chat: { id: chat }, user: { id: 3 }, new_reaction: [{}] } }),
	];
	/** Replaces a random value at a random depth. */
	const spoil = (target: object): void => {
		const key = pick(Object.keys(target));
		const fields = target as { [name: string]: unknown };
		const below = fields[key];
		const isDeeper = typeof below === 'object' && below !== null && Object.keys(below).length > 0;
		if (isDeeper && random.next().value % 3 > 0) spoil(below);
		else fields[key] = pick(ODD);
	};
	return Array.from({ length: count }, (_none, index) => {
		const payload = structuredClone(pick(kinds)(index + 1));
		// The kind itself stays: without it this is no update.
		for (const kind of Object.values(payload)) {
			spoil(kind);
			spoil(kind);
		}
		return { update_id: index + 1, ...payload };
	});
}
