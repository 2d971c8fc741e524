import { useMemo } from 'preact/hooks';

import { Avatar } from './avatar';
import { Content } from './content';
import { Icon } from './icons';
import { Keyboard } from './keyboard';
import { senderOf, type Together } from './timeline';
import { clock } from './times';
import { useView } from './view';
import type { Shown } from './world';

interface Props {
	/** One message, or the messages of an album. */
	messages: Together;
	isFirstOfSender: boolean;
	onReply(message: Shown): void;
}

function Message({ messages, isFirstOfSender, onReply }: Props) {
	const { world, me } = useView();
	const [first] = messages;
	const last = messages.at(-1) ?? first;
	const isBot = world.botIds.has(first.from_id);
	const isMine = senderOf(first) === me;
	const isGone = messages.every(({ deleted }) => deleted);
	const name = world.senderName(first);
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
					<Avatar id={senderOf(first)} name={name} isBot={isBot} />
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
						<time dateTime={new Date(last.date * 1000).toISOString()}>
							{clock(last.date * 1000)}
						</time>
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

/** A message or an album. Rendered again only when it changes, as there are hundreds. */
export function Bubble({ messages, isFirstOfSender, onReply }: Props) {
	const { world, me } = useView();
	const [first] = messages;
	const target = world.message(first.chat_id, first.reply_to_message_id ?? 0);
	const answers = first.reply_markup ? world.answered.size : 0;
	return useMemo(
		() => <Message messages={messages} isFirstOfSender={isFirstOfSender} onReply={onReply} />,
		[...messages, isFirstOfSender, onReply, target, answers, me, world.epoch],
	);
}
