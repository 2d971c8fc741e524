import { identityOf, type Update } from '../../update/update';

/** What the server listed last, to see whether it listens to what was confirmed. */
export class Listing {
	/** The server lists what was confirmed. */
	ignoresOffset = false;

	/** All below it was confirmed. */
	private confirmed = -Infinity;

	/** The identities of what the last answer listed. */
	private last = new Set<string>();

	/**
	 * Leaves out what was confirmed and is listed all the same. A server that begins its count again
	 * lists other updates under such numbers: those are new.
	 *
	 * @param offset what the server was asked for, if it was told where to begin
	 */
	fresh(updates: Update[], offset = this.confirmed): Update[] {
		const before = this.last;
		this.confirmed = offset;
		this.last = new Set(updates.map(identityOf));
		const fresh = updates.filter(
			(update) => update.update_id >= offset || !before.has(identityOf(update)),
		);
		// An offset at the first update that is listed shows nothing.
		const isProof = updates[0]?.update_id !== offset;
		if (isProof) this.ignoresOffset = fresh.length < updates.length;
		return fresh;
	}
}
