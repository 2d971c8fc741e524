import type { Origin } from './origins';
import type { Shape } from './telegram';

/** How a text that was not rewritten reads the answer of a converted node. */
export type Reading = 'whole' | 'apart' | 'plain' | 'top';

/** n8n's labels for fields that are named differently. */
const LABELS: Record<string, string> = {
	currentKey: 'Current Key Name',
	fieldToAggregate: 'Input Field Name',
	fieldToSplitOut: 'Fields To Split Out',
	fieldToSummarize: 'Field',
	functionCode: 'JavaScript Code',
	jsCode: 'JavaScript',
	jsonBody: 'JSON',
	jsonOutput: 'JSON',
	jsonQuery: 'JSON',
	leftValue: 'Conditions',
	mode: 'Mapping Column Mode',
	mappingMode: 'Mapping Column Mode',
	pythonCode: 'Python',
	rightValue: 'Conditions',
	url: 'URL',
	value1: 'Conditions',
	value2: 'Conditions',
};

/** The label of a field, guessed from its name. */
export const labelOf = (name: string): string =>
	LABELS[name] ??
	name
		.replace(/([a-z\d])([A-Z])|_+/g, '$1 $2')
		.replace(/(?:^|\s)[a-z]/g, (letter) => letter.toUpperCase())
		.trim();

const listed = (names: string[]) => names.map((name) => `“${name}”`).join(' or ');

/** What to change in a text that reads an answer, by the shape of the answer. */
const CHANGE: Record<Shape | 'gone' | 'mixed', string> = {
	atTheTop: 'Take “result” out: result.message_id is message_id now.',
	success: 'Write success for result.',
	deleted: 'Write deleted for result.',
	answer: 'Take “data” out: data.approved is approved now.',
	form: 'Write answers for data.',
	items: 'What was the list “result” is one item for each of it now: read the items.',
	same: '',
	passes: '',
	gone: '',
	mixed: '',
};

/** What to change in code that uses a whole answer. */
const WHOLE: Record<Shape | 'gone' | 'mixed', string> = {
	...CHANGE,
	atTheTop: 'Where it is read, put message_id in place of result.message_id.',
	success: 'Where it is read, put success in place of result.',
	deleted: 'Where it is read, put deleted in place of result.',
	answer: 'Where it is read, put approved in place of data.approved.',
	form: 'Where it is read, put answers in place of data.',
	items: 'It gets one item for each part of the list that was in result: read the items.',
};

/** One note for a field that reads an answer in a way that was not converted. */
export function doubtText(reading: Reading, field: string, origin: Origin): string {
	const { shape, sources, unknown, mergedBy } = origin;
	const from = listed(sources);
	if (reading === 'top') {
		return `“${field}” reads a field behind “${mergedBy}”, which the answer of ${from} has under the same name now. If you want the other one, give it another name before “${mergedBy}”.`;
	}
	if (shape === 'mixed' && unknown.length > 0) {
		return `“${field}” reads what ${listed(unknown)} gives. If that is the answer of ${from}, take out “result” or “data” before the name of the field.`;
	}
	if (shape === 'mixed') {
		return `“${field}” reads the answer of ${from}, and they differ now. Put a node Edit Fields behind each of them that gives both the same fields, and read those.`;
	}
	if (shape === 'gone') {
		return `“${field}” reads the answer of ${from}, which was switched off. Put another value there.`;
	}
	if (reading === 'apart' && !origin.isAlone && shape === 'atTheTop') {
		return `“${field}” reads the answer of ${from}, or what comes in beside it. That answer has no result and no ok now: ask for message_id in their place.`;
	}
	if (reading === 'whole') return `“${field}” takes the whole answer of ${from}. ${WHOLE[shape]}`;
	if (reading === 'plain')
		return `“${field}” names a field of the answer of ${from}. ${CHANGE[shape]}`;
	return `“${field}” reads the answer of ${from} in code that was not converted. ${CHANGE[shape]}`;
}
