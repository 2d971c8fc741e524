import type { MostOf } from '../../../../reference';
import { UserError } from '../../api/errors';
import { operation, type ItemContext, type Values } from '../../engine/define';
import { inWords, isBlank } from '../../engine/reading';
import { checkMost, integer, json, optionalText, text } from '../../fields/encode';
import {
	oneOf,
	rowList,
	rowTitle,
	property,
	sent,
	number,
	formOnly,
	listOfRows,
} from '../../fields/formField';
import { doneTo } from '../done';

const MOST_RESULTS: MostOf<'answerInlineQuery', 'results'> = 50;
const RESULTS_JSON = 'Results (JSON)';

function atMost(results: unknown[]): unknown[] {
	const advice = 'Add a Limit node before this one, or choose the results that fit the query best.';
	checkMost('The answer', results.length, MOST_RESULTS, advice, 'results');
	return results;
}

const articles = formOnly('articles', 'The results to choose from, in order, up to 50', {
	...listOfRows('article', rowTitle('title'), [
		property('title', 'The title shown in the list', {
			required: true,
			placeholder: 'e.g. Opening hours',
		}),
		property(
			'text',
			'The text to send to the chat when the article is chosen, without formatting',
			{
				typeOptions: { rows: 2 },
				required: true,
				placeholder: 'e.g. We are open from 9 to 5.',
			},
		),
		property('description', 'The line below the title', {
			placeholder: 'e.g. Open from 9 to 5',
		}),
		property(
			'id',
			'The ID of the result, reported when it is chosen. Leave empty to use the number of the article.',
			{ displayName: 'ID', placeholder: 'e.g. hours' },
		),
	]),
	typeOptions: { ...rowList('Add Article', rowTitle('title')), hideOptionalFields: true },
});

function resultsOfArticles({ values }: ItemContext): unknown[] {
	const { article = [] } = (values.articles ?? {}) as { article?: Values[] };
	return atMost(article).map((row, index) => {
		const { id, title, description, text: words } = row as Values;
		const label = `Article ${index + 1}`;
		return {
			type: 'article',
			id: isBlank(id) ? String(index + 1) : optionalText(id, `${label}: ID`),
			title: text(title, `${label}: Title`),
			...(!isBlank(description) && {
				description: optionalText(description, `${label}: Description`),
			}),
			input_message_content: { message_text: text(words, `${label}: Text`) },
		};
	});
}

const jsonResults = formOnly(
	'results',
	'A JSON array of results of any type that the server supports, such as games',
	{ displayName: RESULTS_JSON, type: 'json', default: '[]' },
);

function resultsOfJson({ values }: ItemContext): unknown[] {
	const results = json(values.results, RESULTS_JSON);
	const isObject = (result: unknown) => typeof result === 'object' && result !== null;
	if (Array.isArray(results) && results.every(isObject)) return atMost(results);
	throw new UserError(
		`${RESULTS_JSON} must be a list of objects, but is ${inWords(results)}`,
		'Put brackets around the results, for example [{"type": "game", "id": "1", "game_short_name": "my_game"}].',
	);
}

/** Reference 5.6. */
export const answerInlineQuery = operation('inline', 'answerInlineQuery', {
	effect: 'repeatable',
	ordered: false,
	name: 'Answer',
	action: 'Answer an inline query',
	description: 'Show results when a person types the bot’s name and a query in a chat',
	fields: [
		sent(
			'inlineQueryId',
			'The ID of the query to answer. The triggers output it as update.inline_query.id.',
			text,
			{ displayName: 'Inline Query ID', required: true, placeholder: 'e.g. 4382bfdwdsb323b2d9' },
		),
		...oneOf(
			{
				displayName: 'Specify Results',
				name: 'specifyResults',
				default: 'articles',
				description: 'How to define the results',
				key: 'results',
			},
			{
				articles: { name: 'As Articles', reads: [articles], encode: resultsOfArticles },
				json: { name: 'As JSON', reads: [jsonResults], encode: resultsOfJson },
			},
		),
	],
	additionalFields: [
		sent('cacheTime', 'How long the server may cache the answer', integer, {
			displayName: 'Cache Time (Seconds)',
			...number(0, { minValue: 0 }),
		}),
	],
	output: doneTo('inline_query_id'),
});
