import { useEffect, useRef, useState } from 'preact/hooks';

import { Bubble } from './bubble';
import { gist } from './chatNames';
import { useEnd } from './following';
import { Icon } from './icons';
import { day } from './times';
import { isService, timeline, type Entry } from './timeline';
import { useView } from './view';
import type { Aside, Shown } from './world';

const PAGE = 200;

function AsideLine({ aside }: { aside: Aside }) {
	const { world } = useView();
	if (aside.kind === 'notice') return <li class="line notice">{aside.text}</li>;
	return (
		<li class="refusal">
			<div class="bubble">
				<s class="text">{aside.text}</s>
				<strong>Not sent: {aside.reason}</strong>
			</div>
			<button
				type="button"
				class="quiet"
				aria-label="Dismiss"
				onClick={() => world.dropAside(aside.id)}
			>
				<Icon name="close" />
			</button>
		</li>
	);
}

function Line({ entry, onReply }: { entry: Entry; onReply(message: Shown): void }) {
	const { world } = useView();
	if (entry.kind === 'day') return <li class="line day">{day(entry.date)}</li>;
	if (entry.kind === 'aside') return <AsideLine aside={entry.aside} />;
	const [first] = entry.messages;
	if (isService(first)) {
		const struck = first.deleted ? 'struck' : '';
		return <li class={`line service ${struck}`}>{gist(world, first)}</li>;
	}
	return (
		<Bubble messages={entry.messages} isFirstOfSender={entry.isFirstOfSender} onReply={onReply} />
	);
}

/** The messages of one chat. */
export function Conversation({ chatId, onReply }: { chatId: number; onReply(m: Shown): void }) {
	const { world, me } = useView();
	const [count, setCount] = useState(PAGE);
	const list = useRef<HTMLDivElement>(null);
	const heightBefore = useRef<number | undefined>(undefined);
	const all = world.messagesOf(chatId);
	const shown = all.slice(-count);
	const asides = world.asides.filter(
		({ chat_id, kind, user_id }) => chat_id === chatId && (kind === 'notice' || user_id === me),
	);
	const ownMessage = all.findLast(({ from_id }) => from_id === me)?.message_id;
	const ownRefusal = asides.findLast(({ kind }) => kind === 'refusal')?.id;
	const newest = all.at(-1)?.message_id ?? 0;
	const ends = [`${newest} ${asides.at(-1)?.id}`, `${ownMessage} ${ownRefusal}`] as const;
	const { isAtEnd, toEnd } = useEnd(list, ...ends);
	const seen = useRef(0);
	if (isAtEnd) seen.current = newest;
	const news = all.filter(({ message_id: id, deleted }) => id > seen.current && !deleted).length;
	const showEarlier = () => {
		heightBefore.current = list.current!.scrollHeight;
		setCount(count + PAGE);
	};
	useEffect(() => {
		// Keep the visible messages in place when older ones appear above.
		if (heightBefore.current === undefined) return;
		list.current!.scrollTop += list.current!.scrollHeight - heightBefore.current;
		heightBefore.current = undefined;
	}, [count]);
	return (
		<div class="conversation">
			<div class="scroller" ref={list} tabIndex={0} role="region" aria-label="Messages">
				<div class="messages">
					{all.length > shown.length && (
						<button type="button" class="soft" onClick={showEarlier}>
							Show earlier messages
						</button>
					)}
					<ol aria-live="polite">
						{timeline(shown, asides).map((entry) => (
							<Line key={entry.key} entry={entry} onReply={onReply} />
						))}
					</ol>
					{all.length === 0 && asides.length === 0 && <p class="empty">No messages yet</p>}
				</div>
			</div>
			{!isAtEnd && (
				<button
					type="button"
					class="to-end"
					aria-label={`To the newest message${news > 0 ? `, ${news} new` : ''}`}
					onClick={toEnd}
				>
					{news > 0 && <span class="badge">{news}</span>}
					<Icon name="down" />
				</button>
			)}
		</div>
	);
}
