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
	/** A bot has answered the press of a button. */
	onAnswer(query: CallbackQuery): void;
	/** The emulator answers, or it does not. */
	onConnection(isConnected: boolean): void;
}

/** Keeps the world as the emulator's is, until the returned function ends it. */
export function live(world: World, { onAnswer, onConnection }: Listener): () => void {
	/** Changes that came while the state was on its way; undefined when it has come. */
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
	// Nobody waits: what went wrong is shown on the page, and a new connection tries again.
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
