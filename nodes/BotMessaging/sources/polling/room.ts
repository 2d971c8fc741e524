import type { Context } from '../../update/context';

/** This many bytes count as one update. */
const BYTES = 1000;

/** What is known of the updates of one execution. */
export interface Guest {
	/** The ID of who wrote them. */
	person: string;
	count: number;
	/** How many they count as. */
	size: number;
}

export function guestOf(updates: Context[]): Guest {
	const { doer, chat } = updates[0]!;
	const sizes = updates.map(({ raw }) => Math.ceil(Buffer.byteLength(JSON.stringify(raw)) / BYTES));
	const size = sizes.reduce((sum, one) => sum + one);
	return { person: String(doer.id ?? chat.id), count: updates.length, size };
}

interface WaitingPerson<One> {
	/** Oldest first. */
	own: One[];
	size: number;
	/** How many of theirs had to go since they began to have something waiting. */
	dropped: number;
}

/**
 * What waits for a slow workflow, in the order in which it came. If it is too much, the newest of the person
 * with the most has to go: one person holds only themselves. Each act looks at one person; only making room looks
 * at all.
 */
export class Room<One extends { guest: Guest }> extends Set<One> {
	private readonly people = new Map<string, WaitingPerson<One>>();
	private taken = 0;
	private readonly begun = new Set<string>();
	private over: Array<[person: string, dropped: number]> = [];

	constructor(private readonly most: number) {
		super();
	}

	override add(one: One): this {
		const { person, size } = one.guest;
		const known = this.people.get(person) ?? { own: [], size: 0, dropped: 0 };
		this.people.set(person, known);
		known.own.push(one);
		known.size += size;
		this.taken += size;
		return super.add(one);
	}

	override delete(one: One): boolean {
		if (!super.delete(one)) return false;
		const { person, size } = one.guest;
		const known = this.people.get(person)!;
		known.own.splice(known.own.lastIndexOf(one), 1);
		known.size -= size;
		this.taken -= size;
		if (known.own.length === 0) this.end(person, known);
		return true;
	}

	override clear(): void {
		super.clear();
		this.taken = 0;
		for (const [person, known] of this.people) this.end(person, known);
	}

	/** Takes out what is too much. */
	surplus(): One[] {
		const gone: One[] = [];
		while (this.taken > this.most) {
			const [person, known] = this.largest();
			const one = known.own.at(-1)!;
			if (known.dropped === 0) this.begun.add(person);
			known.dropped += one.guest.count;
			this.delete(one);
			gone.push(one);
		}
		return gone;
	}

	/** Of several, the one who came last. */
	private largest(): [string, WaitingPerson<One>] {
		let found: [string, WaitingPerson<One>] | undefined;
		for (const one of this.people) if (!found || one[1].size >= found[1].size) found = one;
		return found!;
	}

	private end(person: string, { dropped }: WaitingPerson<One>): void {
		this.people.delete(person);
		if (dropped > 0) this.over.push([person, dropped]);
	}

	/** Whose updates have begun to be dropped since the last call, and how many were dropped of whom in the end. */
	takeNews(): { begun: string[]; over: Array<[person: string, dropped: number]> } {
		const news = { begun: [...this.begun], over: this.over };
		this.begun.clear();
		this.over = [];
		return news;
	}
}
