import { METHODS } from '../../reference';
import type { CallContext, Methods } from './method';
import { badRequest } from '../world/refusal';

const { most: MOST_RESULTS } = METHODS.answerInlineQuery.params.results;

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** Whether a result has the fields that its type needs (reference 5.6). */
function isWhole(result: Record<string, unknown>): boolean {
	if (!isText(result.id)) return false;
	if (result.type === 'game') return isText(result.game_short_name);
	const { message_text: text } = Object(result.input_message_content) as { message_text?: unknown };
	return isText(result.title) && isText(text);
}

function answerInlineQuery({ store, bot, params }: CallContext): true {
	const query = store.state.inline_queries.find(
		({ id, bot_id }) => id === params.inline_query_id && bot_id === bot.id,
	);
	if (!query)
		throw badRequest('query is too old and response timeout expired or query ID is invalid');
	const results = params.results as Array<Record<string, unknown>>;
	if (results.length > MOST_RESULTS) throw badRequest('RESULTS_TOO_MUCH');
	// Results of other types are dropped, not refused.
	const kept = results.filter(({ type }) => type === 'article' || type === 'game');
	if (!kept.every(isWhole)) throw badRequest("can't parse inline query result");
	query.answer = { results: kept, cache_time: (params.cache_time as number | undefined) ?? 300 };
	store.changed('inline_answer', { query });
	return true;
}

/** Reference 5.6. */
export const inlineMethods = {
	answerInlineQuery: {
		run: answerInlineQuery,
	},
} satisfies Methods;
