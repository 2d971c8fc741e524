import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as n8n gets it for an execution that waits. */
export interface Delivered {
	path: string;
	signature: string | null;
	payload: Record<string, unknown>;
	proof: string;
}

type Answer = { status: number; body: unknown };

/** What n8n and what this package say, by what is the matter. */
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

/** An HTTP server in the place of an n8n with executions that wait. */
export class WaitingServer {
	delivered: Delivered[] = [];

	/** What it says next, one after the other; the last one from then on. */
	answers: Answer[] = [ANSWERS.taken];

	/** What it says to an answer, if that is not as it says to others. */
	answerTo: (payload: Delivered['payload']) => Answer | undefined = () => undefined;

	/** Called for each request; the answer waits for it. */
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

	/** Resolves with its address. */
	async listen(): Promise<string> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		this.address = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
		return this.address;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

/** A server for each test of a file, which begins without what the tests before it did. */
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
