import { SENT_AS } from '../../world/sentAs';
import { duration } from './times';
import type { Shown } from './world';

/** Contents that the emulator only passes on, as far as the page shows them. */
interface Contents {
	sticker?: { emoji?: string };
	animation?: { file_name?: string; duration: number };
	voice?: { duration: number };
	video_note?: { duration: number };
	poll?: { question: string; options: Array<{ text: string }> };
	contact?: { first_name: string; phone_number: string };
	location?: { latitude: number; longitude: number };
	via_bot?: { username?: string };
}

type Kind = keyof Contents & keyof typeof SENT_AS;

function wordsOf(kind: Kind, contents: Contents): string {
	const { animation, voice, video_note: note, contact, location } = contents;
	switch (kind) {
		case 'animation':
			return `${animation?.file_name ?? ''} · ${duration(animation!.duration)}`;
		case 'voice':
			return duration(voice!.duration);
		case 'video_note':
			return duration(note!.duration);
		case 'contact':
			return `${contact!.first_name} · ${contact!.phone_number}`;
		case 'location':
			return `${location!.latitude}, ${location!.longitude}`;
		default:
			return '';
	}
}

/** The kind of such a content, in one word or two; undefined if a message has none. */
export function labelOf({ content }: Shown): string | undefined {
	const kind = Object.keys(content ?? {}).find((key) => key in SENT_AS);
	return kind && SENT_AS[kind as Kind].label;
}

/** Contents other than texts and people's own files. */
export function OtherContent({ content }: { content: NonNullable<Shown['content']> }) {
	const contents = content as Contents;
	const kinds = Object.keys(contents).filter((key): key is Kind => key in SENT_AS);
	return (
		<>
			{kinds.map((kind) => {
				const { label } = SENT_AS[kind];
				if (kind === 'via_bot') {
					return (
						<span class="via" key={kind}>
							via @{contents.via_bot?.username}
						</span>
					);
				}
				if (kind === 'sticker') {
					const { emoji = '' } = contents.sticker!;
					return (
						<span class="sticker" key={kind} role="img" aria-label={`Sticker ${emoji}`}>
							{emoji}
						</span>
					);
				}
				return (
					<span class="placeholder" key={kind}>
						<strong>{kind === 'poll' ? `${label}: ${contents.poll!.question}` : label}</strong>
						<span>
							{kind === 'poll'
								? contents.poll!.options.map(({ text }) => text).join(' · ')
								: wordsOf(kind, contents)}
						</span>
					</span>
				);
			})}
		</>
	);
}
