import { sleep } from 'n8n-workflow';

import { chatOf, messageOf, type Update } from './update';

/** An album is taken as whole when no part has come for so long. */
const WINDOW_MS = 1000;

/** Updates that go together: the parts of an album, or a single one. */
export interface Group {
	/** Resolves with all parts, in the order of their messages, when no more come. */
	whole: Promise<Update[]>;
	/** Set by who runs the group: how its run ends. */
	ended?: Promise<void>;
}

/** What keeps the parts of one album together: chat and media group; absent for a single message. */
function albumOf(update: Update): string | undefined {
	const group = messageOf(update).media_group_id;
	return group === undefined ? undefined : `${String(chatOf(update).id)}:${String(group)}`;
}

const byMessage = (a: Update, b: Update) =>
	Number(messageOf(a).message_id) - Number(messageOf(b).message_id);

/** Gathers the parts of albums while they arrive. */
export class Albums {
	private readonly open = new Map<string, { parts: Update[]; group: Group }>();

	/** The group an update belongs to: the same object for all parts of an album. */
	groupOf(update: Update): Group {
		const album = albumOf(update);
		if (album === undefined) return { whole: Promise.resolve([update]) };
		const known = this.open.get(album);
		if (known) {
			known.parts.push(update);
			return known.group;
		}
		const parts = [update];
		const group = { whole: this.wait(album, parts) };
		this.open.set(album, { parts, group });
		return group;
	}

	private async wait(album: string, parts: Update[]): Promise<Update[]> {
		let seen = 0;
		while (seen < parts.length) {
			seen = parts.length;
			await sleep(WINDOW_MS);
		}
		this.open.delete(album);
		return [...parts].sort(byMessage);
	}
}
