import { REASONS, type ErrorReason } from '../api/errors';

/** To which refusals a row of the table applies, besides the server's words. */
interface Conditions {
	/** The status code; 500 means 500 and above. Without it, any. */
	code?: number;
	/** The answer must have no other words. */
	isAll?: true;
	/** Only for operations with this parameter. */
	only?: string;
	/** Only for requests by methods of the API with such a name. */
	method?: RegExp;
	/** Only for requests about the private chat with a person. */
	toPerson?: true;
	/** Parameters to check, if the operation has them. With `|`, the first that it has. */
	check?: string[];
}

/** One reason, and no second one, with the hint as its value. */
type Advice = {
	[R in ErrorReason]: Record<R, string> & Partial<Record<Exclude<ErrorReason, R>, never>>;
}[ErrorReason];

/** A row as it is written: how servers word a refusal, and what it means. */
export type RefusalRow = Conditions &
	Advice & {
		/**
		 * Wordings of servers with ` | ` between them, matched as whole words in any case. `…` matches anything,
		 * and `#` a number. Without it, the row fits every answer with this code.
		 */
		says?: string;
	};

/** A row of the table. */
export interface Refusal extends Conditions {
	says?: string[];
	pattern: RegExp;
	reason: ErrorReason;
	/**
	 * What to do. `{right}` is the right that the operation needs, `{method}` what was asked for. The name of a
	 * parameter in braces becomes its label; operations without that parameter skip this row.
	 */
	hint: string;
}

const patternOf = (words: string) =>
	words
		.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
		.replaceAll('…', '.*')
		.replaceAll('#', '\\d+');

export function refusalOf(row: RefusalRow): Refusal {
	const reason = REASONS.find((one) => row[one] !== undefined)!;
	const says = row.says?.split(/\s*\|\s*/);
	const any = (says ?? ['…']).map(patternOf).join('|');
	// As whole words, so USER_DELETED is not found in SUPERUSER_DELETED.
	const pattern = new RegExp(row.isAll ? `^(?:${any})$` : `(?<!\\w)(?:${any})(?!\\w)`, 'is');
	return { ...row, says, pattern, reason, hint: row[reason]! };
}

/** Whether a row of the table is about this answer. */
export const fits = ({ code: wanted, pattern }: Refusal, code: number, words: string): boolean =>
	(wanted === undefined || wanted === Math.min(code, 500)) && pattern.test(words);
