import { createReadStream } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Call, CallLog } from './calls';
import { refusalOf, type Fault, type Faults } from './faults';
import { findMethod } from './methods';
import { checkParams, type RawParams } from './params';
import type { Rates } from './rates';
import { Refusal } from './refusal';
import { readParams } from './request';
import type { Store } from './store';
import type { Updates } from './updates';

export interface Services {
	store: Store;
	updates: Updates;
	faults: Faults;
	rates: Rates;
	calls: CallLog;
}

const failure = ({ code, description, parameters }: Refusal) => ({
	ok: false,
	error_code: code,
	description,
	...(parameters && { parameters }),
	trace_id: randomUUID(),
});

const asRefusal = (error: unknown) =>
	error instanceof Refusal ? error : new Refusal(500, `Internal Server Error: ${String(error)}`);

/** The token of a path segment, and whether it came as `bot<token>` (service facts). */
function tokenOf(segment: string): { token: string; form: Call['path_form'] } {
	return segment.startsWith('bot')
		? { token: segment.slice(3), form: 'bot' }
		: { token: segment, form: 'plain' };
}

function gone(request: FastifyRequest): AbortSignal {
	const controller = new AbortController();
	request.raw.socket.once('close', () => controller.abort());
	return controller.signal;
}

/** Carries one call out. Throws a Refusal where the API says no. */
async function carryOut(
	services: Services,
	request: FastifyRequest,
	token: string,
	methodName: string,
	raw: RawParams,
): Promise<unknown> {
	const { store, updates, rates } = services;
	const bot = store.botByToken(token);
	if (!bot) throw new Refusal(401, 'Unauthorized');
	const found = findMethod(methodName);
	if (!found) throw new Refusal(404, 'Not Found: method not found');
	const { method } = found;
	const params = checkParams(raw, method.params, method.ignored ?? []);
	if (method.isSend) rates.count(bot.id, params.chat_id);
	const context = { store, updates, bot, params, files: raw.files, signal: gone(request) };
	return await method.run(context);
}

async function answer(
	services: Services,
	request: FastifyRequest,
	fault: Fault | undefined,
	[token, method]: [string, string],
	entry: Omit<Call, 'id'>,
): Promise<unknown> {
	try {
		const raw = await readParams(request, services.store);
		entry.params = raw.values;
		entry.files = Object.fromEntries(
			Object.entries(raw.files).map(([name, { filename, mime_type, size }]) => [
				name,
				{ filename, mime_type, size },
			]),
		);
		if (fault?.kind === 'error') throw refusalOf(fault);
		if (fault?.kind === 'cut') return undefined;
		return { ok: true, result: await carryOut(services, request, token, method, raw) };
	} catch (error) {
		const refusal = asRefusal(error);
		entry.status = refusal.code;
		return failure(refusal);
	}
}

/** Answers as the fault wants it, or not at all. */
function respond(reply: FastifyReply, body: unknown, status: number, fault?: Fault): void {
	if (fault?.kind === 'cut' || fault?.kind === 'cut_after') {
		reply.hijack();
		reply.raw.socket?.destroy();
	} else if (fault?.kind === 'hang') {
		reply.hijack();
	} else if (fault?.kind === 'malformed') {
		void reply.code(200).type('application/json').send('{"ok":true,"result":{"mess');
	} else {
		void reply.code(status).send(body);
	}
}

async function handle(services: Services, request: FastifyRequest, reply: FastifyReply) {
	const { segment, method } = request.params as { segment: string; method: string };
	const { token, form } = tokenOf(segment);
	const name = findMethod(method)?.name ?? method;
	const fault = services.faults.take(name);
	const entry: Omit<Call, 'id'> = {
		method: name,
		path_form: form,
		http_method: request.method,
		content_type: request.headers['content-type']?.split(';')[0],
		params: {},
		files: {},
		status: 200,
		...(fault && { fault: fault.kind }),
		started_at: Date.now(),
		duration_ms: 0,
	};
	const wait = services.store.settings.latencyMs + (fault?.delayMs ?? 0);
	if (wait > 0) await pause(wait);
	const body = await answer(services, request, fault, [token, method], entry);
	entry.duration_ms = Date.now() - entry.started_at;
	entry.response = body;
	const call = services.calls.add(entry);
	services.store.changed('call', { call });
	respond(reply, body, entry.status ?? 200, fault);
	return reply;
}

async function download(services: Services, request: FastifyRequest, reply: FastifyReply) {
	const { segment, '*': filePath } = request.params as { segment: string; '*': string };
	const bot = services.store.botByToken(tokenOf(segment).token);
	const file = services.store.state.files.find(({ file_path }) => file_path === filePath);
	if (!bot || !file?.disk_path) {
		const refusal = bot ? new Refusal(404, 'Not Found') : new Refusal(401, 'Unauthorized');
		return await reply.code(refusal.code).send(failure(refusal));
	}
	void reply.header('content-length', file.file_size).type(file.mime_type);
	return await reply.send(createReadStream(file.disk_path));
}

/** The API's routes: `/<token>/<method>`, `/bot<token>/<method>` and the download of files. */
export function addApiRoutes(app: FastifyInstance, services: Services): void {
	app.route({
		method: ['GET', 'POST'],
		url: '/:segment/:method',
		handler: async (request, reply) => await handle(services, request, reply),
	});
	app.get('/file/:segment/*', async (request, reply) => await download(services, request, reply));
}
