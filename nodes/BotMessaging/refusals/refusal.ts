import type { ErrorReason } from '../api/errors';

/** A row of the table: words of a server of this family, and what they mean. */
export interface Refusal {
	/**
	 * The server's words, as whole words and in any case: one of these. In them, `…` is anything, and `#` a
	 * number. Without it, whatever the server says with this code.
	 */
	says?: string[];
	/** Nothing but these words. */
	isAll?: true;
	/** The status code; without it, any. 500 is each from 500 on. */
	code?: number;
	/** Only for operations with this parameter. */
	only?: string;
	/** Only for requests by this method of the API. */
	method?: string;
	/** Only for requests about the private chat with a person. */
	toPerson?: true;
	reason: ErrorReason;
	/**
	 * What to do. `{right}` is the right that the operation needs, `{action}` is the operation, and the name
	 * of a parameter in braces is its label: operations without it do not use this row.
	 */
	hint: string;
	/** Parameters to check, as far as the operation has them. Of those with `|` between, the first. */
	check?: string[];
}
