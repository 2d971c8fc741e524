import {
	createServer,
	type IncomingMessage,
	type OutgoingHttpHeaders,
	type Server,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as n8n gives it to a webhook node. */
export interface Push {
	method: string;
	path: string;
	headers: OutgoingHttpHeaders;
	body: unknown;
	/** The unparsed body. */
	rawBody: Buffer;
	/** Answers as the response object of n8n's web framework does. */
	response: ServerResponse;
}

function asOfN8n(response: ServerResponse): ServerResponse {
	return Object.assign(response, {
		status(code: number) {
			response.statusCode = code;
			return response;
		},
		json(body: object) {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(body));
			return response;
		},
	});
}

/** JSON is parsed, a form becomes an object, all else stays text. */
function bodyOf(request: IncomingMessage, text: string): unknown {
	const type = request.headers['content-type'] ?? '';
	if (type.includes('json')) return JSON.parse(text || '{}');
	return type.includes('form') ? Object.fromEntries(new URLSearchParams(text)) : text;
}

/** A real HTTP server that acts as n8n. */
export class PushServer {
	/** Number of pushes so far. */
	pushes = 0;

	/** Whether workflows run until the test ends them with `answerAll`. */
	holdsAnswers = false;

	/** How many executions n8n fails to start. */
	failures = 0;

	/** Called with every request before it is handled. */
	onRequest?: (request: IncomingMessage) => void;

	/** Errors that n8n shows as failed executions. */
	readonly failed: Error[] = [];

	private readonly open = new Set<ServerResponse>();

	private readonly server: Server;

	/** @param handle deals with a push; resolves with whether n8n has started an execution */
	constructor(handle: (push: Push, starts: () => boolean) => Promise<boolean>) {
		// A handler cannot wait; an error in it ends the test run.
		this.server = createServer((request, response) => void this.serve(handle, request, response));
	}

	/** Resolves with the server's address. */
	async listen(): Promise<string> {
		this.server.listen(0, '127.0.0.1');
		await new Promise((resolve) => this.server.once('listening', resolve));
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	close(): void {
		this.server.closeAllConnections();
		this.server.close();
	}

	/** Ends the running workflows. */
	answerAll(status = 200): void {
		for (const response of this.open) {
			response.statusCode = status;
			response.end('{"message":"Workflow was started"}');
		}
		this.open.clear();
	}

	/** Aborts all pushes, as if the senders gave up. */
	cutAll(): void {
		this.server.closeAllConnections();
	}

	private async serve(
		handle: (push: Push, starts: () => boolean) => Promise<boolean>,
		request: IncomingMessage,
		response: ServerResponse,
	): Promise<void> {
		this.pushes++;
		this.onRequest?.(request);
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const rawBody = Buffer.concat(chunks);
		const body = bodyOf(request, rawBody.toString());
		const { method = '', url: path = '', headers } = request;
		const push = { method, path, headers, body, rawBody };
		const starts = () => this.failures === 0 || this.failures-- === 0;
		const handled = handle({ ...push, response: asOfN8n(response) }, starts);
		const hasStarted = await handled.catch((error: Error) => {
			this.failed.push(error);
			return false;
		});
		if (response.writableEnded) return;
		this.open.add(response);
		if (!hasStarted) this.answerAll(500);
		else if (!this.holdsAnswers) this.answerAll();
	}
}
