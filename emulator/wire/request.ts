import type { FastifyRequest } from 'fastify';

import { MOST_PARAMETERS, tooMany } from './limits';
import { readMultipart } from './multipart';
import type { RawParams } from './params';
import { badRequest } from '../world/refusal';
import type { Store } from '../world/store';

const hasBody = ({ headers }: FastifyRequest) =>
	headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Adds parameters. Throws 400 if there are too many. */
function add(raw: RawParams, values: object): void {
	if (Object.keys(values).length > MOST_PARAMETERS) throw tooMany();
	Object.assign(raw.values, values);
}

/**
 * Reads the parameters of a call into `raw` in any of the four ways: query, form, JSON, multipart
 * (reference 2.2). Throws 400 for an unreadable body, 413 for too large a file; `raw` then holds what
 * was read before.
 */
export async function readParams(
	request: FastifyRequest,
	raw: RawParams,
	store: Store,
): Promise<void> {
	add(raw, request.query as object);
	const type = (request.headers['content-type'] ?? '').toLowerCase();
	if (type.startsWith('multipart/form-data')) {
		if (hasBody(request)) await readMultipart(request.raw, raw, store);
		return;
	}
	const { body } = request;
	if (body === undefined || body === null) return;
	if (typeof body !== 'object' || Array.isArray(body)) {
		throw badRequest('the body must be a JSON object');
	}
	raw.textual = type.includes('urlencoded');
	add(raw, body);
}
