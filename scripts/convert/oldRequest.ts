import { isRecord, type Parameters } from './workflow';

const CONTENT_TYPES = ['json', 'form-urlencoded'];
/** Methods for which the form has a body, and those for which it has none. */
const WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE'];
const WITHOUT_BODY = ['GET', 'HEAD', 'OPTIONS'];

/** The rows of an old list, as versions 3 and later have them. */
const rowsOf = (given: unknown) =>
	given === undefined ? {} : isRecord(given) ? { parameters: given.parameter ?? [] } : given;

/** A part of an old request that is JSON. An empty one is sent as nothing. */
const isGiven = (json: unknown) => json !== undefined && json !== '' && json !== '{}';

function answerOf({ options, responseFormat = 'json', dataPropertyName = 'data' }: Parameters) {
	const {
		fullResponse,
		ignoreResponseCode: neverError,
		...more
	} = isRecord(options) ? options : {};
	const isWhole = fullResponse === undefined || fullResponse === false;
	const ignores = neverError === true && { neverError };
	if (responseFormat === 'json' && isWhole) return { ...more, response: { response: ignores } };
	const response = { responseFormat, outputPropertyName: dataPropertyName, ...ignores };
	return {
		...more,
		response: { response: isWhole ? response : { ...response, fullResponse: true } },
	};
}

/** The parameters of versions 1 and 2 of the HTTP Request node, as versions 3 and later have them. */
export function asLaterRequest(old: Parameters): Parameters {
	const { url, requestMethod: method = 'GET', jsonParameters: isJson = false } = old;
	const { bodyContentType: contentType = 'json' } = isRecord(old.options) ? old.options : {};
	const options = answerOf(old);
	if (typeof isJson !== 'boolean') return { url, options, sendBody: isJson };
	const query = isJson
		? { sendQuery: isGiven(old.queryParametersJson), specifyQuery: 'json' }
		: { sendQuery: true, queryParameters: rowsOf(old.queryParametersUi) };
	if (WITHOUT_BODY.includes(String(method))) return { url, options, ...query };
	const isFile = old.sendBinaryData !== undefined && old.sendBinaryData !== false;
	const isKnown =
		WITH_BODY.includes(String(method)) && CONTENT_TYPES.includes(String(contentType)) && !isFile;
	const body = isJson
		? {
				sendBody: isGiven(old.bodyParametersJson),
				specifyBody: 'json',
				jsonBody: old.bodyParametersJson,
			}
		: { sendBody: true, bodyParameters: rowsOf(old.bodyParametersUi) };
	return { url, options, ...query, ...body, contentType: isKnown ? contentType : 'unknown' };
}
