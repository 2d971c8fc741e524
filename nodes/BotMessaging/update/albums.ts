import { sleep } from 'n8n-workflow';

import { ticks } from '../api/clock';
import { bringsMessage, chatOf, kindOf, messageOf, type Update, type UpdateParts } from './update';

/** An album counts as complete when no part has come for this long. */
const WINDOW_MS = 1000;

/** What the parts of one album have in common; absent for a single message. */
export function albumOf(update: Update): string | undefined {
	const group = bringsMessage(update) ? messageOf(update).media_group_id : undefined;
	if (group === undefined) return undefined;
	return [kindOf(update), chatOf(update).id, group].map(String).join(':');
}

const byMessage = (a: Update, b: Update) =>
	Number(messageOf(a).message_id) - Number(messageOf(b).message_id);

/** An album that may still get parts. */
interface OpenAlbum<T> {
	parts: UpdateParts;
	/** When the last part came, in ticks. */
	lastAt: number;
	result: Promise<T>;
}

/** Gathers the parts of albums while they arrive. */
export class Albums<T> {
	private readonly open = new Map<string, OpenAlbum<T>>();

	/**
	 * Resolves as `deal` does, which is called once for an album: at once, with a promise of all parts in
	 * the order of their messages. That resolves when no more come.
	 */
	async join(update: Update, deal: (whole: Promise<UpdateParts>) => Promise<T>): Promise<T> {
		const key = albumOf(update);
		if (key === undefined) return await deal(Promise.resolve([update]));
		const album = this.open.get(key);
		if (!album) return await this.begin(key, update, deal).result;
		album.parts.push(update);
		album.lastAt = ticks();
		return await album.result;
	}

	private begin(key: string, first: Update, deal: (whole: Promise<UpdateParts>) => Promise<T>) {
		const parts: UpdateParts = [first];
		const whole = this.gather(key).then(() => parts.sort(byMessage));
		const album: OpenAlbum<T> = { parts, lastAt: ticks(), result: deal(whole) };
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
