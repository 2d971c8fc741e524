import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { Bubble } from './bubble';
import { gist } from './chatNames';
import { Icon } from './icons';
import { day } from './times';
import { isService, timeline, type Entry } from './timeline';
import { useView } from './view';
import type { Aside, Shown } from './world';

const PAGE = 200;

/** How near its end a list counts as read to the end, in pixels. */
const NEAR = 60;

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

/**
 * Keeps a scrolled list at its end while the reader is there. Returns whether that is so, and how
 * to go there.
 */
function useEnd(list: RefObject<HTMLDivElement | null>): { isAtEnd: boolean; toEnd(): void } {
	const [isAtEnd, setAtEnd] = useState(true);
	const following = useRef(true);
	const toEnd = () => list.current!.scrollTo({ top: list.current!.scrollHeight });
	useLayoutEffect(() => {
		const element = list.current!;
		const onScroll = () => {
			following.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
			setAtEnd(following.current);
		};
		// Pictures arrive late, and a keyboard on the screen takes room away.
		const watch = new ResizeObserver(() => following.current && toEnd());
		watch.observe(element);
		watch.observe(element.firstElementChild!);
		element.addEventListener('scroll', onScroll, { passive: true });
		toEnd();
		return () => {
			watch.disconnect();
			element.removeEventListener('scroll', onScroll);
		};
	}, []);
	return { isAtEnd, toEnd };
}

/** The messages of one chat. */
export function Conversation({ chatId, onReply }: { chatId: number; onReply(m: Shown): void }) {
	const { world, me } = useView();
	const [count, setCount] = useState(PAGE);
	const list = useRef<HTMLDivElement>(null);
	const { isAtEnd, toEnd } = useEnd(list);
	const heightBefore = useRef<number | undefined>(undefined);
	const all = world.messagesOf(chatId);
	const shown = all.slice(-count);
	const asides = world.asides.filter(
		({ chat_id, kind, user_id }) => chat_id === chatId && (kind === 'notice' || user_id === me),
	);
	const showEarlier = () => {
		heightBefore.current = list.current!.scrollHeight;
		setCount(count + PAGE);
	};
	useEffect(() => {
		// What was in sight stays in sight when older messages come in above it.
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
				<button type="button" class="to-end" aria-label="To the newest message" onClick={toEnd}>
					<Icon name="down" />
				</button>
			)}
		</div>
	);
}
