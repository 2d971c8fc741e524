import { inCode, isExpression } from './expression';
import { listOf, recordOf, textOf, type Parameters } from './workflow';

const looksSame = (one: string, other: string) => one.normalize() === other.normalize();

/** A list without duplicates. */
const once = (list: string[]) =>
	list.filter((one, place) => list.findIndex((other) => looksSame(one, other)) === place);

/** The options to choose from, without duplicates, as texts and expressions. */
export function optionsOf({ fieldOptions }: Parameters): string[] {
	const rows = listOf(recordOf(fieldOptions).values);
	const options = rows.map((row) => textOf(recordOf(row).option).trim());
	return once(options.filter((option) => option !== ''));
}

/** The choices, separated by commas; as a list in code, if they have commas or code themselves. */
export function choicesOf(options: string[]): string {
	const hasCode = options.some(isExpression);
	if (!hasCode && !options.some((option) => option.includes(','))) return options.join(', ');
	const list = inCode(options);
	return `={{ ${hasCode ? `[...new Set(${list})]` : list} }}`;
}

/** The rows of a form with unique names. n8n keeps the last answer under a label that fields share. */
export function withNames(rows: Parameters[]): Parameters[] {
	const labels = rows.map(({ fieldLabel }) => textOf(fieldLabel));
	return rows.map((row, place) => {
		const label = labels[place]!;
		const isLast = !labels.slice(place + 1).some((other) => looksSame(label, other));
		if (isLast) return row;
		const number = labels.slice(0, place + 1).filter((other) => looksSame(label, other)).length;
		return { ...row, fieldName: `${label} (${number})` };
	});
}
