import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to n8n for a waiting execution. */
export interface Delivered {
	path: string;
	signature: string | null;
	payload: Record<string, unknown>;
	proof: string;
}

type Answer = { status: number; body: unknown };

/** Answers of n8n and of this package, by situation. */
export const ANSWERS = {
	taken: { status: 200, body: { botMessagingOutcome: 'taken', say: 'Thank you' } },
	refused: { status: 200, body: { botMessagingOutcome: 'refused', say: 'Not yours' } },
	told: { status: 200, body: { botMessagingOutcome: 'told', say: 'Not you' } },
	wrong: { status: 200, body: { botMessagingOutcome: 'told', say: 'A number!', next: true } },
	wordless: { status: 200, body: { botMessagingOutcome: 'told' } },
	closed: { status: 200, body: { botMessagingOutcome: 'closed' } },
	over: { status: 200, body: '<html><h1>No action required</h1></html>' },
	finished: { status: 409, body: { code: 0, message: 'The execution "1" has finished.' } },
	running: { status: 409, body: { code: 0, message: 'The execution "1" is running already.' } },
	unknown: { status: 404, body: { code: 404, message: 'The execution "1" does not exist.' } },
	unsigned: { status: 401, body: '<title>Invalid Form Link</title>' },
	proxy: { status: 502, body: '<html>Bad Gateway</html>' },
	login: { status: 200, body: '<html>Please log in</html>' },
} satisfies Record<string, Answer>;

/** An HTTP server that acts as an n8n with waiting executions. */
export class WaitingServer {
	delivered: Delivered[] = [];

	/** Its next answers in order; the last one is repeated. */
	answers: Answer[] = [ANSWERS.taken];

	/** Its answer to some payloads, if it differs from the others. */
	answerTo: (payload: Delivered['payload']) => Answer | undefined = () => undefined;

	/** Called for each request, before its answer. */
	beforeAnswer: (path: string) => Promise<void> = async () => {};

	address = '';

	private readonly server: Server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', async () => {
			const { pathname, searchParams } = new URL(request.url!, 'http://n8n');
			const { payload, proof } = JSON.parse(Buffer.concat(chunks).toString());
			const signature = searchParams.get('signature');
			const answering = JSON.parse(payload) as Delivered['payload'];
			this.delivered.push({ path: pathname, signature, payload: answering, proof });
			const next = () => (this.answers.length > 1 ? this.answers.shift()! : this.answers[0]);
			const { status, body } = this.answerTo(answering) ?? next();
			await this.beforeAnswer(pathname);
			response.statusCode = status;
			response.end(typeof body === 'string' ? body : JSON.stringify(body));
		});
	});

	/** Starts to listen; resolves with the address. */
	async listen(): Promise<string> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		this.address = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
		return this.address;
	}

	/** Breaks all connections: what was requested has no response. */
	disconnect(): void {
		this.server.closeAllConnections();
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

/** A server for each test of a file, without the state of earlier tests. */
export function useWaitingServer(): WaitingServer {
	const server = new WaitingServer();
	beforeEach(async () => {
		server.delivered = [];
		server.answers = [ANSWERS.taken];
		server.answerTo = () => undefined;
		server.beforeAnswer = async () => {};
		await server.listen();
	});
	afterEach(async () => await server.close());
	return server;
}
