import type { Call } from '../../wire/calls';
import type { CallbackQuery } from '../../world/entities';
import type { State } from '../../world/store';
import type { Change } from '../changes';
import type { Outgoing } from '../outbox';
import type { World } from './world';

const CALLS_AT_FIRST = 200;

async function read<T>(path: string): Promise<T> {
	return (await (await fetch(`/_emulator/${path}`)).json()) as T;
}

export interface Listener {
	/** Called when a bot answers a button press. */
	onAnswer(query: CallbackQuery): void;
	/** Called when the connection to the emulator opens or breaks. */
	onConnection(isConnected: boolean): void;
}

/** Keeps the world in sync with the emulator, until the returned function is called. */
export function live(world: World, { onAnswer, onConnection }: Listener): () => void {
	/** Changes that arrived while the state was loading; undefined once it is loaded. */
	let held: Change[] | undefined;
	let latest = 0;
	const load = async () => {
		const mine = ++latest;
		held = [];
		const [state, calls, outbox] = await Promise.all([
			read<State>('state'),
			read<Call[]>(`calls?limit=${CALLS_AT_FIRST}`),
			read<Outgoing[]>('outbox'),
		]);
		if (mine !== latest) return;
		world.load(state, calls, outbox);
		for (const change of held) world.apply(change);
		held = undefined;
		onConnection(true);
	};
	const source = new EventSource('/_emulator/events');
	// Nobody waits: the page shows the error, and a new connection tries again.
	const tryLoad = () => void load().catch(() => onConnection(false));
	source.onopen = tryLoad;
	source.onerror = () => onConnection(false);
	source.onmessage = ({ data }: MessageEvent<string>) => {
		const change = JSON.parse(data) as Change;
		if (change.type === 'reset') return tryLoad();
		if (change.type === 'callback_answer') onAnswer(change.query);
		if (held) held.push(change);
		else world.apply(change);
	};
	return () => source.close();
}
