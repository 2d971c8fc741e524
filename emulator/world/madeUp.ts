import { keepAttachment, madeUpPicture } from './attachments';
import type { Chat, Message } from './entities';
import type { SentAsKind } from './sentAs';
import type { Store } from './store';

/** A bot whose name appears in messages sent via a bot; it is in no chat. */
const LENDER = { id: 90_000_001, is_bot: true, first_name: 'GIF Bot', username: 'gif_bot' };

/** A downloadable file with a single pixel, as a message shows it. */
function fileOf(store: Store, filename: string, mime_type: string) {
	const picture = madeUpPicture(store);
	const kept = keepAttachment(store, { ...picture, kind: 'document', filename, mime_type });
	const file = store.state.files.find(({ file_id }) => file_id === kept?.file_id)!;
	const { file_id, file_unique_id, file_size } = file;
	return { file_id, file_unique_id, file_size, mime_type };
}

/** The channel that a person owns; created on first use. */
export function channelOf(store: Store, userId: number): Chat {
	const owns = ({ id, type }: Chat) =>
		type === 'channel' && store.member(id, userId)?.status === 'creator';
	const own = store.state.chats.find(owns);
	if (own) return own;
	const id = Math.min(-1100, ...store.state.chats.map((chat) => chat.id)) - 1;
	const title = `${store.user(userId)?.first_name ?? `User ${userId}`}’s Channel`;
	const chat: Chat = { id, type: 'channel', title };
	store.state.chats.push(chat);
	store.changed('chat', { chat });
	store.setMember({ chat_id: id, user_id: userId, status: 'creator' });
	return chat;
}

type Content = Pick<Message, 'text' | 'caption' | 'content' | 'reply_markup'>;

const CONTENTS: Record<SentAsKind, (store: Store, words: string | undefined) => Content> = {
	sticker: (store) => {
		const file = fileOf(store, 'wave.webp', 'image/webp');
		const look = { type: 'regular', width: 512, height: 512, is_animated: false, is_video: false };
		return { content: { sticker: { ...file, ...look, emoji: '👋', set_name: 'Waves' } } };
	},
	animation: (store, caption) => {
		const file = { ...fileOf(store, 'party.mp4', 'video/mp4'), file_name: 'party.mp4' };
		const animation = { ...file, width: 320, height: 240, duration: 2 };
		return { caption, content: { animation, document: file } };
	},
	voice: (store, caption) => ({
		caption,
		content: { voice: { ...fileOf(store, 'voice.ogg', 'audio/ogg'), duration: 3 } },
	}),
	video_note: (store) => ({
		content: {
			video_note: { ...fileOf(store, 'note.mp4', 'video/mp4'), length: 240, duration: 4 },
		},
	}),
	poll: (store, question = 'Tea or coffee?') => ({
		content: {
			poll: {
				id: String(1_000_000 + store.nextId()),
				question,
				options: ['Tea', 'Coffee'].map((text) => ({ text, voter_count: 0 })),
				total_voter_count: 0,
				is_closed: false,
				is_anonymous: true,
				type: 'regular',
				allows_multiple_answers: false,
			},
		},
	}),
	contact: (_store, first_name = 'Ada') => ({
		content: { contact: { phone_number: '+15550100', first_name } },
	}),
	location: () => ({ content: { location: { latitude: 48.8584, longitude: 2.2945 } } }),
	via_bot: (_store, text = 'Found by a bot') => ({ text, content: { via_bot: LENDER } }),
	link_button: (_store, text = 'Look at this') => ({
		text,
		content: { via_bot: LENDER },
		reply_markup: { inline_keyboard: [[{ text: 'Open', url: 'https://example.com/offer' }]] },
	}),
	channel: (_store, text = 'News from my channel') => ({ text }),
};

/** Made-up content of a kind, with a person's words if it has a place for them. */
export const madeUp = (store: Store, kind: SentAsKind, words: string | undefined): Content =>
	CONTENTS[kind](store, words === '' ? undefined : words);
