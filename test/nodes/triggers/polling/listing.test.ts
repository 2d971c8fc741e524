import { Listing } from '../../../../nodes/BotMessaging/triggers/polling/listing';
import type { Update } from '../../../../nodes/BotMessaging/update/update';

const update = (id: number, text = ''): Update => ({ update_id: id, message: { text } });

let listing: Listing;
beforeEach(() => {
	listing = new Listing();
});

/** The numbers of what is new in an answer. */
const fresh = (ids: number[], offset?: number, text?: string) =>
	listing
		.fresh(
			ids.map((id) => update(id, text)),
			offset,
		)
		.map(({ update_id: id }) => id);

test('what is listed first is new', () => {
	expect(fresh([4, 5])).toEqual([4, 5]);
	expect(listing.ignoresOffset).toBe(false);
});

test('what is listed again and was not confirmed is handed on', () => {
	fresh([4, 5]);
	expect(fresh([4, 5], 4)).toEqual([4, 5]);
	expect(listing.ignoresOffset).toBe(false);
});

test('what was confirmed and is listed again is left out, and shows that the server does not listen', () => {
	fresh([4, 5]);
	expect(fresh([4, 5, 6], 6)).toEqual([6]);
	expect(listing.ignoresOffset).toBe(true);
	expect(fresh([5, 6])).toEqual([6]);
	expect(listing.ignoresOffset).toBe(true);
});

test('another update under a number that was confirmed is new', () => {
	fresh([4, 5]);
	expect(fresh([4, 5], 6, 'after the server lost its count')).toEqual([4, 5]);
	expect(listing.ignoresOffset).toBe(false);
});

test('a server that has listened once is believed again, and one that could not show it is not', () => {
	fresh([4, 5]);
	fresh([4, 5], 6);
	expect(listing.ignoresOffset).toBe(true);
	expect(fresh([6], 6)).toEqual([6]);
	expect(listing.ignoresOffset).toBe(true);
	expect(fresh([7], 6)).toEqual([7]);
	expect(listing.ignoresOffset).toBe(false);
	fresh([7], 8);
	expect(listing.ignoresOffset).toBe(true);
	expect(fresh([], 8)).toEqual([]);
	expect(listing.ignoresOffset).toBe(false);
});
