// The page with the chats needs this table too, so it imports nothing that only Node has.
import type { Permissions } from './entities';

interface SentAs {
	/** How the page with the chats names it. */
	label: string;
	/** What a member must be allowed. */
	needs: keyof Permissions;
	/** Where the written words go; without it, they stay where they are written. */
	words?: 'text' | 'caption' | 'content';
}

/** What a person can send beside texts and their own files; what is in it is made up. */
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
