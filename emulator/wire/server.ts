import { parse as parseQuery } from 'node:querystring';
import { finished } from 'node:stream/promises';

import fastify, { type FastifyInstance } from 'fastify';

import { refuseStrangers } from './callers';
import { checkDepth } from './json';
import { MOST_PARAMETERS, MOST_TEXT_BYTES } from './limits';
import { asRefusal, failure, notFound } from '../world/refusal';
import { watchBody } from './stalled';
import { buildLazyValidator } from './validator';

/** An overlong token is still a token: 401, not 404. */
const LONGEST_SEGMENT = 1000;

function readBodies(app: FastifyInstance): void {
	const parseJson = app.getDefaultJsonParser('error', 'error');
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
		// Clients send the header even for an empty body.
		if (body === '') return done(null, undefined);
		try {
			checkDepth(body as string);
		} catch (error) {
			return done(error as Error);
		}
		// It reports through `done`.
		void parseJson(request, body as string, done);
	});
	// One parameter above the limit is enough to refuse the request, so the rest is not read.
	app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		(_request, body, done) =>
			done(null, parseQuery(body as string, '&', '=', { maxKeys: MOST_PARAMETERS + 1 })),
	);
	// The routes that take files read the body: parts go to the disk as they arrive.
	app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
}

/**
 * An HTTP server without routes that reads every kind of body and words its errors like the API.
 *
 * @param hosts names of the server besides those of this machine
 */
export async function makeServer(hosts: string[]): Promise<FastifyInstance> {
	const app = fastify({
		forceCloseConnections: true,
		bodyLimit: MOST_TEXT_BYTES,
		routerOptions: { maxParamLength: LONGEST_SEGMENT },
		ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
		schemaController: { compilersFactory: { buildValidator: buildLazyValidator } },
	});
	// GET accepts the parameters in the same four ways as POST.
	app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
	readBodies(app);
	app.addHook('onRequest', async (request, reply) => watchBody(request, reply));
	refuseStrangers(app, hosts);
	app.setErrorHandler(async (error, { raw }, reply) => {
		const refusal = asRefusal(error);
		// A client that is still writing would find the connection closed instead of getting the answer.
		await finished(raw.resume()).catch(() => undefined);
		return await reply.code(refusal.code).send(failure(refusal));
	});
	app.setNotFoundHandler(async (_request, reply) => {
		return await reply.code(404).send(failure(notFound('there is nothing here')));
	});
	return await app;
}
