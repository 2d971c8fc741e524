import { sleep } from 'n8n-workflow';

import { ticks } from '../api/clock';
import { bringsMessage, chatOf, kindOf, messageOf, type Update } from './update';

/** An album counts as complete when no part has come for this long. */
const WINDOW_MS = 1000;

/** Updates that go together: the parts of an album, or a single one. */
export interface Group {
	/** Resolves with all parts, in the order of their messages, when no more come. */
	whole: Promise<Update[]>;
	/** Set by the trigger: whether all parts together start the workflow. */
	isAccepted?: Promise<boolean>;
	/** Set by the polling trigger: ends when its turn is over. */
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

/** An album that may still get parts. */
interface OpenAlbum extends Group {
	parts: Update[];
	/** When the last part came, in ticks. */
	lastAt: number;
}

/** Gathers the parts of albums while they arrive. */
export class Albums {
	private readonly open = new Map<string, OpenAlbum>();

	/** The group an update belongs to: the same object for all parts of an album. */
	groupOf(update: Update): Group {
		const key = albumOf(update);
		if (key === undefined) return { whole: Promise.resolve([update]) };
		const album = this.open.get(key) ?? this.begin(key);
		album.parts.push(update);
		album.lastAt = ticks();
		return album;
	}

	private begin(key: string): OpenAlbum {
		const parts: Update[] = [];
		const whole = this.gather(key).then(() => parts.sort(byMessage));
		const album = { whole, parts, lastAt: ticks() };
		this.open.set(key, album);
		return album;
	}

	private async gather(key: string): Promise<void> {
		for (let ms = WINDOW_MS; ms > 0; ms = this.open.get(key)!.lastAt + WINDOW_MS - ticks()) {
			await sleep(ms);
		}
		this.open.delete(key);
	}
}
