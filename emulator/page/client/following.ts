import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A list counts as read to the end within this distance, in pixels. */
const NEAR = 60;

/**
 * Keeps a scrolled list at its end until the reader scrolls up. Returns whether it is there, and how
 * to go there.
 *
 * @param newest changes when anything is added to the end of the list
 * @param own changes when the reader adds something, which they then want to see
 */
export function useEnd(
	list: RefObject<HTMLDivElement | null>,
	newest: unknown,
	own: unknown,
): { isAtEnd: boolean; toEnd(): void } {
	const [isAtEnd, setAtEnd] = useState(true);
	const following = useRef(true);
	const toEnd = () => {
		following.current = true;
		list.current!.scrollTo({ top: list.current!.scrollHeight });
	};
	useLayoutEffect(() => {
		const element = list.current!;
		let before = element.scrollTop;
		const onScroll = () => {
			const { scrollHeight, scrollTop, clientHeight } = element;
			const isNear = scrollHeight - scrollTop - clientHeight < NEAR;
			// In a burst the end runs away from its reader: only a way up is the reader's own.
			if (isNear) following.current = true;
			else if (scrollTop < before) following.current = false;
			before = scrollTop;
			setAtEnd(following.current);
		};
		// Pictures load late, and an on-screen keyboard takes up space.
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
	// If the oldest message is removed as the newest arrives, the list may keep its length.
	useLayoutEffect(() => {
		if (following.current) toEnd();
	}, [newest]);
	const isFirst = useRef(true);
	useEffect(() => {
		if (!isFirst.current) toEnd();
		isFirst.current = false;
	}, [own]);
	return { isAtEnd, toEnd };
}
