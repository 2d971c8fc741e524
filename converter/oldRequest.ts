import { isRecord, recordOf, type Parameters } from './workflow';

const CONTENT_TYPES = ['json', 'form-urlencoded'];
/** Methods with a body in the form, and methods without one. */
const WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE'];
const WITHOUT_BODY = ['GET', 'HEAD', 'OPTIONS'];

/** The rows of an old list in the form of versions 3 and later. */
const rowsOf = (given: unknown) =>
	given === undefined ? {} : isRecord(given) ? { parameters: given.parameter ?? [] } : given;

/** A JSON part of an old request. An empty one is not sent. */
const isGiven = (json: unknown) => json !== undefined && json !== '' && json !== '{}';

function answerOf({ options, responseFormat = 'json', dataPropertyName = 'data' }: Parameters) {
	const { fullResponse, ignoreResponseCode: neverError, ...more } = recordOf(options);
	const isWhole = fullResponse === undefined || fullResponse === false;
	const ignores = neverError === true && { neverError };
	if (responseFormat === 'json' && isWhole) return { ...more, response: { response: ignores } };
	const response = { responseFormat, outputPropertyName: dataPropertyName, ...ignores };
	return {
		...more,
		response: { response: isWhole ? response : { ...response, fullResponse: true } },
	};
}

/** The parameters of an HTTP Request node of version 1 or 2, in the form of versions 3 and later. */
export function asLaterRequest(old: Parameters): Parameters {
	const { url, requestMethod: method = 'GET', jsonParameters: isJson = false } = old;
	const { bodyContentType: contentType = 'json' } = recordOf(old.options);
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
