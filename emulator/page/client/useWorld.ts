import { useEffect, useReducer, useRef, useState } from 'preact/hooks';

import type { CallbackQuery } from '../../world/entities';
import { live } from './live';
import { World } from './world';

/** The least time between two drawings: a bot may do a hundred things a second. */
const PAUSE_MS = 100;

/** The world, kept fresh; drawn again soon after a change, and each second for the clocks. */
export function useWorld(onAnswer: (query: CallbackQuery) => void): {
	world: World;
	isConnected: boolean | undefined;
} {
	const [world] = useState(() => new World());
	const [isConnected, onConnection] = useState<boolean>();
	const [, draw] = useReducer((count: number) => count + 1, 0);
	const answer = useRef(onAnswer);
	answer.current = onAnswer;
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		let drawnAt = 0;
		world.listener = () => {
			timer ??= setTimeout(
				() => {
					timer = undefined;
					drawnAt = Date.now();
					draw(undefined);
				},
				drawnAt + PAUSE_MS - Date.now(),
			);
		};
		const clock = setInterval(() => draw(undefined), 1000);
		const end = live(world, { onConnection, onAnswer: (query) => answer.current(query) });
		return () => {
			clearInterval(clock);
			end();
		};
	}, []);
	return { world, isConnected };
}

/** Remembers how far each chat was read; messages that exist at the start count as read. */
export function useSeen(world: World, openChat: number | null): Map<number, number> {
	const [seen] = useState(() => new Map<number, number>());
	const epoch = useRef(world.epoch);
	const isNew = epoch.current !== world.epoch;
	epoch.current = world.epoch;
	for (const { id } of world.chats) {
		const highest = world.messagesOf(id).at(-1)?.message_id ?? 0;
		if (isNew || id === openChat || !seen.has(id)) seen.set(id, highest);
	}
	return seen;
}
