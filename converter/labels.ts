import { isExpression } from './expression';
import { isRecord, textOf } from './workflow';

/** n8n's labels for fields that are named differently. */
const LABELS: Array<[names: RegExp, label: string]> = [
	[/^currentKey$/, 'Current Key Name'],
	[/^fieldToAggregate$/, 'Input Field Name'],
	[/^fieldToSplitOut$/, 'Fields To Split Out'],
	[/^fieldToSummarize$/, 'Field'],
	[/^functionCode$/, 'JavaScript Code'],
	[/^jsCode$/, 'JavaScript'],
	[/^json(?:Body|Output|Query)$/, 'JSON'],
	[/^(?:leftValue|rightValue|value[12])$/, 'Conditions'],
	[/^(?:mode|mappingMode)$/, 'Mapping Column Mode'],
	[/^pythonCode$/, 'Python'],
	[/^url$/, 'URL'],
];

/** The label of a field, guessed from its name. */
export const labelOf = (name: string): string =>
	LABELS.find(([names]) => names.test(name))?.[1] ??
	name
		.replace(/([a-z\d])([A-Z])|_+/g, '$1 $2')
		.replace(/(?:^|\s)[a-z]/g, (letter) => letter.toUpperCase())
		.trim();

/** Maps all texts of a value, at any depth; a text has the name of its field and the label that people see. */
export function mapTexts(
	value: unknown,
	change: (text: string, key: string, label: string) => unknown,
	key = '',
	label = '',
): unknown {
	if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change, key, label));
	if (!isRecord(value)) return typeof value === 'string' ? change(value, key, label) : value;
	const title = isExpression(value.name) ? '' : textOf(value.name);
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => {
			const isOfRow = title !== '' && /^value$|Value$/.test(name);
			// Summarize names its output after this field.
			const field = name === 'field' && 'aggregation' in value ? 'fieldToSummarize' : name;
			return [name, mapTexts(entry, change, field, isOfRow ? title : labelOf(name))];
		}),
	);
}
