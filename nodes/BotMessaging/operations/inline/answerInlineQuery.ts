import { UserError } from '../../api/errors';
import type { Operation, Property, Values } from '../../engine/define';
import { inWords, isBlank } from '../../engine/reading';
import { integer, json, optionalText, text } from '../../fields/encode';
import { oneOf } from '../../fields/oneOf';

const MOST_RESULTS = 50;
const RESULTS_JSON = 'Results (JSON)';

function atMost(results: unknown[]): unknown[] {
	if (results.length <= MOST_RESULTS) return results;
	throw new UserError(
		`There are ${results.length} results, but ${MOST_RESULTS} at most are possible`,
		'Put a Limit node before this one, or choose the results that fit the query best.',
	);
}

const articles: Property = {
	displayName: 'Articles',
	name: 'articles',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Article', sortable: true },
	default: {},
	placeholder: 'Add Article',
	description:
		'What the person can choose from, in order: up to 50. None shows that nothing was found.',
	options: [
		{
			displayName: 'Article',
			name: 'article',
			values: [
				{
					displayName: 'Description',
					name: 'description',
					type: 'string',
					default: '',
					placeholder: 'e.g. Open from 9 to 5',
					description: 'A line below the title',
				},
				{
					displayName: 'ID',
					name: 'id',
					type: 'string',
					default: '',
					placeholder: 'e.g. hours',
					description:
						'Tells which result was chosen. An empty one becomes the number of the article.',
				},
				{
					displayName: 'Text',
					name: 'text',
					type: 'string',
					typeOptions: { rows: 2 },
					default: '',
					required: true,
					placeholder: 'e.g. We are open from 9 to 5.',
					description: 'What is sent to the chat when the person chooses it, without formatting',
				},
				{
					displayName: 'Title',
					name: 'title',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. Opening hours',
					description: 'What the person sees in the list',
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

/** Service methods, "Callback and inline". */
export const answerInlineQuery: Operation = {
	resource: 'inline',
	value: 'answerInlineQuery',
	method: 'answerInlineQuery',
	effect: 'repeatable',
	ordered: false,
	name: 'Answer',
	action: 'Answer an inline query',
	description: 'Show results to a person who has typed the bot’s name and a query in any chat',
	hints: [
		{
			description: 'query',
			hint: 'An inline query can be answered only shortly after it. Put this step right after the trigger, and check Inline Query ID.',
		},
		{ code: 400, hint: 'Check Inline Query ID, and that every result has what its type needs.' },
	],
	fields: [
		{
			displayName: 'Inline Query ID',
			name: 'inlineQueryId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 4382bfdwdsb323b2d9',
			description: 'Which query to answer. The triggers give it in the update, under inline_query.',
			wire: { encode: text },
		},
		...oneOf(
			{
				displayName: 'Specify Results',
				name: 'specifyResults',
				default: 'articles',
				description: 'How the results are written',
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
							description: 'A list of results of any type that the server knows, such as games',
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
			description: 'How long the server may give the same answer again without asking',
			wire: { encode: integer },
		},
	],
	output: (result, { inline_query_id: inlineQueryId }) => [
		{ success: result === true, inlineQueryId: inlineQueryId as string },
	],
};
