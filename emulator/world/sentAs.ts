// The chat page uses this table too, so it imports nothing that needs Node.
import type { Permissions } from './entities';

interface SentAs {
	/** Its name on the chat page. */
	label: string;
	/** The permission that it needs. */
	needs: keyof Permissions;
	/** Where the written words go; without it, they stay in the input box. */
	words?: 'text' | 'caption' | 'content';
}

/** Made-up content that a person can send, besides texts and their own files. */
export const SENT_AS = {
	sticker: { label: 'Sticker', needs: 'can_send_other_messages' },
	animation: { label: 'GIF', needs: 'can_send_other_messages', words: 'caption' },
	voice: { label: 'Voice message', needs: 'can_send_media_messages', words: 'caption' },
	video_note: { label: 'Video message', needs: 'can_send_media_messages' },
	poll: { label: 'Poll', needs: 'can_send_polls', words: 'content' },
	contact: { label: 'Contact', needs: 'can_send_messages', words: 'content' },
	location: { label: 'Location', needs: 'can_send_messages' },
	via_bot: { label: 'Message via a bot', needs: 'can_send_other_messages', words: 'text' },
	link_button: { label: 'Button with a link', needs: 'can_send_other_messages', words: 'text' },
	channel: { label: 'My channel’s message', needs: 'can_send_messages', words: 'text' },
} satisfies Record<string, SentAs>;

export type SentAsKind = keyof typeof SENT_AS;

export const SENT_AS_KINDS = Object.keys(SENT_AS) as SentAsKind[];

export const sentAs = (kind: SentAsKind): SentAs => SENT_AS[kind];
