import type { Refusal } from './refusal';

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
