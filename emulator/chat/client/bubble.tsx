import { Avatar } from './avatar';
import { gist } from './chatNames';
import { Formatted } from './formatted';
import { Icon } from './icons';
import { Keyboard } from './keyboard';
import { Media } from './media';
import { useView } from './view';
import type { Shown } from './world';

const time = (seconds: number) =>
	new Date(seconds * 1000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

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

function Content({ messages, isGone }: { messages: Shown[]; isGone: boolean }) {
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
			{first.dice && <Dice dice={first.dice} />}
			{first.game && <span class="game">{gist(world, first)}</span>}
			{first.text !== undefined && (
				<div class="text">
					<Formatted text={first.text} mode={first.parse_mode} />
				</div>
			)}
			{captioned && (
				<div class="text">
					<Formatted text={captioned.caption!} mode={captioned.parse_mode} />
				</div>
			)}
		</>
	);
}

interface Props {
	/** One message, or the messages of an album. */
	messages: Shown[];
	isFirstOfSender: boolean;
	onReply(message: Shown): void;
}

export function Bubble({ messages, isFirstOfSender, onReply }: Props) {
	const { world, me } = useView();
	const [first] = messages;
	const last = messages[messages.length - 1];
	const isBot = world.botIds.has(first.from_id);
	const isMine = first.from_id === me;
	const isGone = messages.every(({ deleted }) => deleted);
	const name = world.name(first.from_id);
	const ids =
		messages.length > 1 ? `#${first.message_id}–${last.message_id}` : `#${first.message_id}`;
	const classes = [
		'message',
		isMine ? 'mine' : '',
		isGone ? 'struck' : '',
		isFirstOfSender ? 'first' : '',
	];
	return (
		<li class={classes.filter(Boolean).join(' ')} data-message-id={first.message_id}>
			{!isMine &&
				(isFirstOfSender ? (
					<Avatar id={first.from_id} name={name} isBot={isBot} />
				) : (
					<span class="avatar-gap" />
				))}
			<div class="stack">
				<div class="bubble">
					{isFirstOfSender && !isMine && (
						<span class="sender">
							{name} {isBot && <span class="tag">bot</span>}
						</span>
					)}
					{isMine && <span class="unseen">You:</span>}
					<Content messages={messages} isGone={isGone} />
					<span class="meta">
						{isGone && <span class="mark">deleted</span>}
						{!isGone && first.edit_date !== undefined && <span class="mark">edited</span>}
						<span title="message_id">{ids}</span>
						<time dateTime={new Date(last.date * 1000).toISOString()}>{time(last.date)}</time>
					</span>
				</div>
				<Keyboard message={first} />
			</div>
			{!isGone && (
				<button
					type="button"
					class="quiet reply"
					aria-label={`Reply to ${ids} of ${name}`}
					onClick={() => onReply(first)}
				>
					<Icon name="reply" />
				</button>
			)}
		</li>
	);
}
