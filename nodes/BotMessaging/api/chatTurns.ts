import type { ChatNames } from './chatNames';

/** One task about a chat, from when it is asked for until it has ended. */
interface Turn {
	readonly chat: string;
	lane: Lane;
	/** Only while it waits. */
	begin?: () => void;
}

/** The turns of one chat. */
interface Lane {
	readonly key: string;
	underWay: number;
	/** In the order in which they were asked for. */
	waiting: Turn[];
}

/**
 * Gives tasks about one chat their turns one after the other, in the order in which they were asked
 * for. A name and a number that turn out to be one chat are in one order from then on, with all that
 * waits by then.
 */
export class ChatTurns {
	/** All that have not ended, in the order in which they were asked for. */
	private readonly turns = new Set<Turn>();

	private lanes = new Map<string, Lane>();

	/** What was known of the names when the lanes were made. */
	private version: number;

	constructor(private readonly names: ChatNames) {
		this.version = names.version;
	}

	/**
	 * Resolves when it is the turn of a task about this chat. The task, however it ends, calls what
	 * this resolves with.
	 *
	 * @param chat in the spelling of `spellingOf`
	 */
	async begin(chat: string): Promise<() => void> {
		this.joinLanes();
		const turn: Turn = { chat, lane: this.laneOf(chat) };
		this.turns.add(turn);
		turn.lane.waiting.push(turn);
		await new Promise<void>((resolve) => {
			turn.begin = resolve;
			this.serve(turn.lane);
		});
		return () => this.end(turn);
	}

	private end(turn: Turn): void {
		const { lane } = turn;
		this.turns.delete(turn);
		lane.underWay--;
		if (this.joinLanes()) return;
		this.serve(lane);
		if (lane.underWay === 0) this.lanes.delete(lane.key);
	}

	private serve(lane: Lane): void {
		if (lane.underWay > 0) return;
		const next = lane.waiting.shift();
		if (!next) return;
		lane.underWay++;
		next.begin!();
		next.begin = undefined;
	}

	/** Puts all turns into new lanes by what is known now. Returns whether that has changed. */
	private joinLanes(): boolean {
		if (this.version === this.names.version) return false;
		this.version = this.names.version;
		this.lanes = new Map();
		for (const turn of this.turns) {
			turn.lane = this.laneOf(turn.chat);
			if (turn.begin) turn.lane.waiting.push(turn);
			else turn.lane.underWay++;
		}
		for (const lane of this.lanes.values()) this.serve(lane);
		return true;
	}

	private laneOf(chat: string): Lane {
		const key = this.names.chatOf(chat);
		const lane = this.lanes.get(key) ?? { key, underWay: 0, waiting: [] };
		this.lanes.set(key, lane);
		return lane;
	}
}
