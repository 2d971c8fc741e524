import { NodeConnectionTypes, type IExecuteFunctions } from 'n8n-workflow';

import { isObject, settle } from '../../../api/basics';
import { UserError } from '../../../api/errors';
import { fetchForeign, ForeignError } from '../../../api/foreign';
import type { Values } from '../../../engine/define';
import { isBlank } from '../../../engine/reading';
import { json, optionalText, text } from '../../../fields/encode';
import { allowPrivateAddresses } from '../../../fields/media';
import { piecesIn, textOf } from './pieces';

/** Gives a text piece by piece, until it ends, throws, or the signal closes it. */
export type TextSource = (closed: AbortSignal) => AsyncIterable<string>;

/** The part of LangChain's chat models that we use. */
interface ChatModel {
	stream(
		messages: Array<{ role: string; content: string }>,
		options: { signal: AbortSignal },
	): Promise<AsyncIterable<unknown>>;
}

/** The answer of the chat model at the node's input. Throws UserError, or what n8n throws for the model. */
function ofModel(
	context: IExecuteFunctions,
	item: number,
	values: Values,
	system: string,
): TextSource {
	const messages = [
		...(system ? [{ role: 'system', content: system }] : []),
		{ role: 'user', content: text(values.prompt, 'Prompt') },
	];
	return async function* (closed) {
		const given = context.getInputConnectionData(NodeConnectionTypes.AiLanguageModel, item);
		const model = (await given) as ChatModel;
		for await (const chunk of await model.stream(messages, { signal: closed })) {
			yield textOf(typeof chunk === 'string' ? chunk : (chunk as { content: unknown }).content);
		}
	};
}

const BODY = 'Body (JSON)';

const IF_YOURS =
	'Nothing was sent. If it is your own server, and no stranger can choose the URL, add Allow Private Addresses under Additional Fields.';

function inWords(host: string, error: unknown): unknown {
	if (error instanceof UserError) return error;
	if (error instanceof ForeignError && ['private', 'unchecked'].includes(error.reason)) {
		return new UserError(`${host} may be in a private network`, IF_YOURS);
	}
	return new UserError(`No answer came from ${host}: ${(error as Error).message}`);
}

/** What an address sends. Throws UserError for what is no address. */
function ofAddress({ helpers }: IExecuteFunctions, values: Values): TextSource {
	const address = text(values.url, 'URL').trim();
	if (!URL.canParse(address) || !/^https?:/i.test(address)) {
		throw new UserError('URL is no address', 'Enter the complete URL, for example https://…');
	}
	const { host } = new URL(address);
	const { requestBody, additionalFields } = values;
	const body = isBlank(requestBody) ? {} : json(requestBody, BODY);
	if (!isObject(body)) {
		throw new UserError(`${BODY} is no object`, 'For example {"chatInput": "Hello"}.');
	}
	const isPrivateAllowed = (additionalFields as Values)[allowPrivateAddresses.name] === true;
	return async function* (closed) {
		const posted = Object.keys(body).length > 0 && { body: JSON.stringify(body) };
		const asking = fetchForeign(helpers, address, isPrivateAllowed, { closed, ...posted });
		const { value, error } = await settle(asking);
		if (!value) throw inWords(host, error);
		if (value.statusCode !== 200) {
			value.close();
			throw new UserError(`${host} answered with HTTP ${value.statusCode}`, 'Check URL and Body.');
		}
		yield* piecesIn(value.stream);
	};
}

/** Where the text of an item comes from. Throws UserError for wrong values of the form. */
export function sourceOf(context: IExecuteFunctions, item: number, values: Values): TextSource {
	const { systemMessage } = values.additionalFields as Values;
	const system = optionalText(systemMessage ?? '', 'System Message');
	if (values.answerSource === 'address') return ofAddress(context, values);
	return ofModel(context, item, values, system);
}
