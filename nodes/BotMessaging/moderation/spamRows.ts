import { createHash } from 'crypto';

import { Bounded, isObject, tryJson } from '../api/basics';
import { BOUNDS } from '../api/bounds';
import { UserError } from '../api/errors';
import { learn, type Learned, type JudgedText } from './learned';
import { LONGEST_TEXT } from './pieces';

export const MOST_ROWS = 20_000;

const SPAM = new Set<unknown>([true, 'true', 1, '1']);
const GOOD = new Set<unknown>([false, 'false', 0, '0']);

const HINT =
	'Use the items of a node that gets the rows, for example {{ $("Get Rows").all() }}. Each has the fields text and isSpam.';

/** A row of a list: an object, or an item of n8n with one. Undefined if it has no text or no verdict. */
function rowOf(given: unknown): JudgedText | undefined {
	const item = Object(given) as { json?: unknown };
	const { text, isSpam } = Object(isObject(item.json) ? item.json : item) as Partial<JudgedText>;
	if (typeof text !== 'string' || !text.trim()) return undefined;
	if (!SPAM.has(isSpam) && !GOOD.has(isSpam)) return undefined;
	return { text: text.slice(0, LONGEST_TEXT), isSpam: SPAM.has(isSpam) };
}

/** The rows of the field Looks Like Spam: a list, or its JSON. Leaves out what is no row. Throws UserError. */
export function rowsIn(given: unknown): JudgedText[] {
	const list = typeof given === 'string' ? tryJson(given) : given;
	if (!Array.isArray(list)) throw new UserError('Looks Like Spam must be a list of rows', HINT);
	if (list.length > MOST_ROWS) {
		throw new UserError(
			`Looks Like Spam has ${list.length} rows, but at most ${MOST_ROWS} are possible`,
			'Give it the latest rows, for example with Limit in the node that gets them.',
		);
	}
	return list.flatMap((entry) => rowOf(entry) ?? []);
}

/** What was learned lately, of a bot: the same rows are learned once. */
export class LearnedRows {
	private readonly known = new Bounded<string, Promise<Learned | undefined>>(BOUNDS.learned);

	async from(rows: JudgedText[]): Promise<Learned | undefined> {
		const hash = createHash('sha256');
		for (const { text, isSpam } of rows) hash.update(JSON.stringify([text, isSpam]));
		const key = hash.digest('hex');
		const learned = this.known.get(key) ?? learn(rows);
		// Set again, so that the one that was not used for the longest time is forgotten first.
		this.known.set(key, learned);
		return await learned;
	}
}
