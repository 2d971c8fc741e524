import type { ErrorReason } from '../api/errors';

/** A row of the table: how a server words a refusal, and what it means. */
export interface Refusal {
	/**
	 * Wordings of servers, matched as whole words in any case. `…` matches anything, and `#` a number.
	 * Without it, the row fits every answer with this code.
	 */
	says?: string[];
	/** The answer must have no other words. */
	isAll?: true;
	/** The status code; 500 means 500 and above. Without it, any. */
	code?: number;
	/** Only for operations with this parameter. */
	only?: string;
	/** Only for requests by this method of the API. */
	method?: string;
	/** Only for requests about the private chat with a person. */
	toPerson?: true;
	reason: ErrorReason;
	/**
	 * What to do. `{right}` is the right that the operation needs, `{action}` the operation. The name of a
	 * parameter in braces becomes its label; operations without that parameter skip this row.
	 */
	hint: string;
	/** Parameters to check, if the operation has them. With `|`, the first that it has. */
	check?: string[];
}

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const patternOf = (words: string) => escaped(words).replaceAll('…', '.*').replaceAll('#', '\\d+');

/** Matches the words of a row as whole words, so USER_DELETED is not found in SUPERUSER_DELETED. */
function expressionOf({ says, isAll }: Refusal): RegExp {
	const any = (says ?? []).map(patternOf).join('|');
	if (!says) return /^/;
	return new RegExp(isAll ? `^(?:${any})$` : `(?<!\\w)(?:${any})(?!\\w)`, 'is');
}

const known = new WeakMap<Refusal, RegExp>();

/** Whether a row of the table is about this answer. */
export function fits(row: Refusal, code: number, description: string): boolean {
	if (row.code !== undefined && row.code !== (code > 500 ? 500 : code)) return false;
	const expression = known.get(row) ?? expressionOf(row);
	known.set(row, expression);
	return expression.test(description);
}
