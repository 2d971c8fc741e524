import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { bytesOf } from './bytes';
import type { Call, CallLog } from './calls';
import { refusalOf, type Fault, type Faults } from './faults';
import { arrive, inDialect } from '../dialects/layer';
import { findMethod } from '../methods';
import { isOffered, paramsIn } from '../methods/presets';
import { checkParams, loose, STRICT, type RawParams } from './params';
import type { Rates } from './rates';
import { asRefusal, failure, Refusal } from '../world/refusal';
import { readParams } from './request';
import type { Store } from '../world/store';
import type { Updates } from '../world/updates';

export interface Services {
	store: Store;
	updates: Updates;
	faults: Faults;
	rates: Rates;
	calls: CallLog;
}

/** The token of a path segment, and whether it came as `bot<token>` (reference 2.1). */
function tokenOf(segment: string): { token: string; pathForm: Call['path_form'] } {
	return segment.startsWith('bot')
		? { token: segment.slice(3), pathForm: 'bot' }
		: { token: segment, pathForm: 'plain' };
}

const ENDED = new Error('The connection has ended');

/** Aborted when the connection ends, before or after the answer. */
function signalOf(reply: FastifyReply): AbortSignal {
	const controller = new AbortController();
	// Without a reason, each abort would create an error with a stack.
	reply.raw.once('close', () => controller.abort(ENDED));
	return controller.signal;
}

/** A request in progress: its content, and what happened to it. */
interface Ongoing {
	request: FastifyRequest;
	signal: AbortSignal;
	token: string;
	pathForm: Call['path_form'];
	methodName: string;
	raw: RawParams;
	/** Names of ignored parameters. */
	ignored: string[];
	fault?: Fault;
	/** Unix milliseconds. */
	startedAt: number;
}

/** Carries out one call. Throws a Refusal if the API refuses it. */
async function carryOut(services: Services, ongoing: Ongoing): Promise<unknown> {
	const { store, updates, rates } = services;
	const { raw, ignored, signal, request, pathForm, methodName } = ongoing;
	const bot = store.botByToken(ongoing.token);
	if (!bot) throw new Refusal(401, 'Unauthorized');
	const found = findMethod(methodName);
	if (!found || !isOffered(found.name, store.settings)) {
		throw new Refusal(404, 'Not Found: method not found');
	}
	const { name, method, shape } = found;
	arrive(store, { request, pathForm, written: methodName, name, raw });
	const reading = store.settings.unknownParameters === 'ignore' ? loose(ignored) : STRICT;
	const params = checkParams(raw, paramsIn(store.settings, name), shape.ignored ?? [], reading);
	const context = { store, updates, bot, params, files: raw.files, reading, signal };
	return await inDialect(name, context, () => {
		if (method.isSend) rates.count(bot.id, params.chat_id);
		return method.run(context);
	});
}

/** Removes the files of a request that no message uses. */
function removeUnused({ files }: RawParams, store: Store): void {
	for (const { disk_path } of Object.values(files)) {
		const isUsed = store.state.files.some((file) => file.disk_path === disk_path);
		if (!isUsed) rmSync(disk_path, { force: true });
	}
}

async function answer(
	services: Services,
	ongoing: Ongoing,
): Promise<{ status: number; body?: object }> {
	const { request, raw, fault } = ongoing;
	try {
		await readParams(request, raw, services.store);
		if (fault?.kind === 'error') throw refusalOf(fault);
		if (fault?.kind === 'cut') return { status: 200 };
		return { status: 200, body: { ok: true, result: await carryOut(services, ongoing) } };
	} catch (error) {
		const refusal = asRefusal(error);
		const { httpStatus, traceId } = services.store.settings.dialect;
		const { trace_id, ...body } = failure(refusal);
		return {
			status: httpStatus === 'always 200' ? 200 : refusal.code,
			body: traceId === 'there' ? { ...body, trace_id } : body,
		};
	} finally {
		removeUnused(raw, services.store);
	}
}

const UNANSWERED = new Set<Fault['kind']>(['cut', 'cut_after', 'hang']);

/** Answers as the fault requires, or not at all. */
function respond(reply: FastifyReply, body: unknown, status: number, fault?: Fault): void {
	if (fault && UNANSWERED.has(fault.kind)) {
		reply.hijack();
		if (fault.kind !== 'hang') reply.raw.socket?.destroy();
	} else if (fault?.kind === 'malformed') {
		reply.code(200).type('application/json').send('{"ok":true,"result":{"mess');
	} else {
		reply.code(status).send(body);
	}
}

/** What the log keeps of a call, apart from its outcome. */
function summaryOf({ request, pathForm, methodName, raw, ignored, fault, startedAt }: Ongoing) {
	const files = Object.entries(raw.files).map(([name, { filename, mime_type, size }]) => [
		name,
		{ filename, mime_type, size },
	]);
	return {
		method: findMethod(methodName)?.name ?? methodName,
		path_form: pathForm,
		http_method: request.method,
		content_type: request.headers['content-type']?.split(';')[0],
		params: raw.values,
		files: Object.fromEntries(files) as Call['files'],
		...(ignored.length > 0 && { ignored }),
		...(fault && { fault: fault.kind }),
		started_at: startedAt,
		duration_ms: Date.now() - startedAt,
	};
}

async function handle(services: Services, request: FastifyRequest, reply: FastifyReply) {
	const { store, faults, calls } = services;
	const { segment, method } = request.params as { segment: string; method: string };
	const { resets } = calls;
	const fault = faults.take(method);
	const ongoing: Ongoing = {
		request,
		signal: signalOf(reply),
		...tokenOf(segment),
		methodName: method,
		raw: { values: {}, files: {}, textual: true },
		ignored: [],
		fault,
		startedAt: Date.now(),
	};
	const wait = store.settings.latencyMs + (fault?.delayMs ?? 0);
	if (wait > 0) await pause(wait, undefined, { ref: false });
	const { status, body } = await answer(services, ongoing);
	const told = !(fault && UNANSWERED.has(fault.kind));
	if (resets === calls.resets) {
		const secrets = store.state.bots.map(({ token }) => token);
		const summary = { ...summaryOf(ongoing), ...(told && { status }), response: body };
		store.changed('call', { call: calls.add(summary, secrets) });
	}
	respond(reply, body, status, fault);
	return await reply;
}

async function download({ store }: Services, request: FastifyRequest, reply: FastifyReply) {
	const { segment, '*': filePath } = request.params as { segment: string; '*': string };
	if (!store.botByToken(tokenOf(segment).token)) throw new Refusal(401, 'Unauthorized');
	const file = store.state.files.find(({ file_path }) => file_path === filePath);
	const { size, read } = bytesOf(store, file, reply);
	reply.header('content-length', size);
	return await reply.send(read());
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
