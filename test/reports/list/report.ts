/** A public report about a chat node, a bot library or a moderation bot, and the tests for it here. */
export interface Report {
	/** In the list of reports, e.g. `A1`. */
	id: string;
	/** The thread with the report. */
	source: string;
	outcome: 'tested' | 'tested elsewhere' | 'does not apply';
	/** Test files, from the root. In a file of `tested`, the name of a test contains the id. */
	where: string[];
	note?: string;
}
