import type { MostOf } from '../../../../reference';
import { UserError } from '../../api/errors';
import { operation, type Property, type Values } from '../../engine/define';
import { inWords, isBlank } from '../../engine/reading';
import { integer, json, optionalText, text } from '../../fields/encode';
import { oneOf, rowList, rowTitle } from '../../fields/formField';

const MOST_RESULTS: MostOf<'answerInlineQuery', 'results'> = 50;
const RESULTS_JSON = 'Results (JSON)';

function atMost(results: unknown[]): unknown[] {
	if (results.length <= MOST_RESULTS) return results;
	throw new UserError(
		`There are ${results.length} results, but ${MOST_RESULTS} at most are possible`,
		'Add a Limit node before this one, or choose the results that fit the query best.',
	);
}

const articles: Property = {
	displayName: 'Articles',
	name: 'articles',
	type: 'fixedCollection',
	typeOptions: { ...rowList('Add Article', rowTitle('title')), hideOptionalFields: true },
	default: {},
	placeholder: 'Add Article',
	description:
		'The results to choose from, in order, up to 50. An empty list shows that nothing was found.',
	options: [
		{
			displayName: 'Article',
			name: 'article',
			values: [
				{
					displayName: 'Title',
					name: 'title',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. Opening hours',
					description: 'The title shown in the list',
				},
				{
					displayName: 'Text',
					name: 'text',
					type: 'string',
					typeOptions: { rows: 2 },
					default: '',
					required: true,
					placeholder: 'e.g. We are open from 9 to 5.',
					description:
						'The text to send to the chat when the article is chosen, without formatting',
				},
				{
					displayName: 'Description',
					name: 'description',
					type: 'string',
					default: '',
					placeholder: 'e.g. Open from 9 to 5',
					description: 'The line below the title',
				},
				{
					displayName: 'ID',
					name: 'id',
					type: 'string',
					default: '',
					placeholder: 'e.g. hours',
					description:
						'The ID of the result, reported when it is chosen. Leave empty to use the number of the article.',
				},
			],
		},
	],
};

function resultsOfArticles({ values }: { values: Values }): unknown[] {
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

function resultsOfJson({ values }: { values: Values }): unknown[] {
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
		{
			displayName: 'Inline Query ID',
			name: 'inlineQueryId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 4382bfdwdsb323b2d9',
			description:
				'The ID of the query to answer. The triggers output it in the update, under inline_query.',
			wire: { encode: text },
		},
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
				json: {
					name: 'As JSON',
					reads: [
						{
							displayName: RESULTS_JSON,
							name: 'results',
							type: 'json',
							default: '[]',
							description:
								'A JSON array of results of any type that the server supports, such as games',
						},
					],
					encode: resultsOfJson,
				},
			},
		),
	],
	additionalFields: [
		{
			displayName: 'Cache Time (Seconds)',
			name: 'cacheTime',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'How long the server may cache the answer',
			wire: { encode: integer },
		},
	],
	output: (result, { inline_query_id: inlineQueryId }) => [
		{ success: result === true, inlineQueryId: inlineQueryId },
	],
});
