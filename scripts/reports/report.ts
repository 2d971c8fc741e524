/** A public report about a chat node, a bot library or a moderation bot, and what holds it here. */
export interface Report {
	/** In the list of reports, e.g. `A1`. */
	id: string;
	/** The thread where it was reported. */
	source: string;
	outcome: 'tested' | 'tested elsewhere' | 'does not apply';
	/** The test files, from the root. A file of `tested` has a test that is named by the id. */
	where: string[];
	note?: string;
}
