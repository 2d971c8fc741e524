import type { Part, Planned } from './define';
import { fingerprintOfPart } from './fingerprint';
import type { Begun, Memory } from './memory';
import { CHANGED_SINCE, type Notices } from './notices';

/** What has been sent of the items of a run that take several messages. */
export class Parts {
	private readonly begun = new Map<number, Begun>();

	/** @param bot what botOf says of the credential */
	constructor(
		private readonly memory: Memory,
		private readonly notices: Notices,
		private readonly bot: string,
	) {}

	/** What has been sent of an item, in this try or an earlier one, if anything. */
	of(item: number): Begun | undefined {
		const begun = this.begun.get(item) ?? this.memory.at(item)?.begun;
		return begun && begun.parts.length > 0 ? begun : undefined;
	}

	/** The items that were begun in this try. */
	get all(): number[] {
		return [...this.begun.keys()];
	}

	/** Sends the messages of an item one after the other, apart from those that an earlier try has sent. */
	async send<T extends Planned, P extends Part>(
		item: number,
		chat: string,
		planned: T[],
		send: (part: T) => Promise<P>,
	): Promise<P[]> {
		const requestOf = ({ body }: Planned) => fingerprintOfPart(this.bot, body);
		const { isChanged, ...begun } = this.memory.begunOf(item, chat, planned.map(requestOf));
		this.begun.set(item, begun);
		if (isChanged) this.notices.ofItem(CHANGED_SINCE);
		const { parts } = begun;
		for (const part of planned.slice(parts.length)) {
			const request = requestOf(part);
			parts.push({ ...(await send(part)), request });
		}
		return parts as unknown as P[];
	}
}
