import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';

import { asRefusal, failure, notFound } from './refusal';

/** A token that is far too long is still a token: 401, not 404. */
const LONGEST_SEGMENT = 1000;

const LARGEST_BODY_BYTES = 8 * 1024 ** 2;

/** An HTTP server without routes that reads every kind of body and fails in the API's own words. */
export async function makeServer(): Promise<FastifyInstance> {
	const app = fastify({
		forceCloseConnections: true,
		bodyLimit: LARGEST_BODY_BYTES,
		routerOptions: { maxParamLength: LONGEST_SEGMENT },
		ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
	});
	const parseJson = app.getDefaultJsonParser('error', 'error');
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
		// Clients send the header also where they have nothing to say.
		if (body === '') done(null, undefined);
		else parseJson(request, body as string, done);
	});
	// The parameters may come in any of the four ways with GET as with POST.
	app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
	await app.register(formbody);
	await app.register(multipart, { limits: { fileSize: Infinity, files: 20, fieldSize: 2 ** 20 } });
	app.setErrorHandler(async (error, _request, reply) => {
		const refusal = asRefusal(error);
		return await reply.code(refusal.code).send(failure(refusal));
	});
	app.setNotFoundHandler(async (_request, reply) => {
		return await reply.code(404).send(failure(notFound('there is nothing here')));
	});
	return app;
}
