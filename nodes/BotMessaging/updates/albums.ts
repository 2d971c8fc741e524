import { sleep } from 'n8n-workflow';

import { ticks } from './clock';
import { bringsMessage, chatOf, kindOf, messageOf, type Update } from './update';

/** An album is taken as whole when no part has come for so long. */
const WINDOW_MS = 1000;

/** Updates that go together: the parts of an album, or a single one. */
export interface Group {
	/** Resolves with all parts, in the order of their messages, when no more come. */
	whole: Promise<Update[]>;
	/** Set by whoever runs the group: ends when its turn is over. */
	turn?: Promise<void>;
}

/** What the parts of one album have in common; absent for a single message. */
export function albumOf(update: Update): string | undefined {
	const group = bringsMessage(update) ? messageOf(update).media_group_id : undefined;
	if (group === undefined) return undefined;
	return [kindOf(update), chatOf(update).id, group].map(String).join(':');
}

const byMessage = (a: Update, b: Update) =>
	Number(messageOf(a).message_id) - Number(messageOf(b).message_id);

/** An album of which parts still come. */
interface Open {
	parts: Update[];
	/** When the last part came, in ticks. */
	lastAt: number;
}

/** Gathers the parts of albums while they arrive. */
export class Albums {
	private readonly open = new Map<string, Open & { group: Group }>();

	/** The group an update belongs to: the same object for all parts of an album. */
	groupOf(update: Update): Group {
		const album = albumOf(update);
		if (album === undefined) return { whole: Promise.resolve([update]) };
		const known = this.open.get(album);
		if (known) {
			known.parts.push(update);
			known.lastAt = ticks();
			return known.group;
		}
		const begun: Open = { parts: [update], lastAt: ticks() };
		const entry = Object.assign(begun, { group: { whole: this.whole(album, begun) } });
		this.open.set(album, entry);
		return entry.group;
	}

	private async whole(album: string, entry: Open): Promise<Update[]> {
		const left = () => entry.lastAt + WINDOW_MS - ticks();
		while (left() > 0) await sleep(left());
		this.open.delete(album);
		return entry.parts.sort(byMessage);
	}
}
