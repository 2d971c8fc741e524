import { gist } from './chatNames';
import { Formatted } from './formatted';
import { Media } from './media';
import { OtherContent } from './otherContent';
import type { Together } from './timeline';
import { useView } from './view';
import type { Shown } from './world';

function Dice({ dice }: { dice: NonNullable<Shown['dice']> }) {
	return (
		<span class="dice" role="img" aria-label={`Dice ${dice.emoji}: ${dice.value}`}>
			<span class="dice-emoji">{dice.emoji}</span>
			<span class="dice-value">{dice.value}</span>
		</span>
	);
}

function Quote({ message }: { message: Shown }) {
	const { world } = useView();
	const target = world.message(message.chat_id, message.reply_to_message_id ?? 0);
	return (
		<span class="quote">
			<strong>{target ? world.name(target.from_id) : 'Reply'}</strong>
			<span>{target && !target.deleted ? gist(world, target) : 'a message that is gone'}</span>
		</span>
	);
}

/** The content of a message or an album. */
export function Content({ messages, isGone }: { messages: Together; isGone: boolean }) {
	const { world } = useView();
	const [first] = messages;
	const captioned = messages.find(({ caption }) => caption !== undefined);
	const pieces = messages.filter(({ media }) => media);
	return (
		<>
			{first.reply_to_message_id !== undefined && <Quote message={first} />}
			{pieces.length > 0 && (
				<span class={pieces.length > 1 ? 'album' : 'single'}>
					{pieces.map((message) => (
						<span
							key={message.message_id}
							class={message.deleted && !isGone ? 'piece struck' : 'piece'}
						>
							<Media message={message as Parameters<typeof Media>[0]['message']} />
						</span>
					))}
				</span>
			)}
			{first.content && <OtherContent content={first.content} />}
			{first.dice && <Dice dice={first.dice} />}
			{first.game && <span class="game">{gist(world, first)}</span>}
			{first.text !== undefined && (
				<div class="text">
					<Formatted text={first.text} mode={first.parse_mode} entities={first.options?.entities} />
				</div>
			)}
			{captioned && (
				<div class="text">
					<Formatted
						text={captioned.caption!}
						mode={captioned.parse_mode}
						entities={captioned.options?.caption_entities}
					/>
				</div>
			)}
		</>
	);
}
