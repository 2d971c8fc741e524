import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { LOOPBACK } from '../../../scripts/lib/ports';

/** A model that writes down what is said, by the protocol of OpenAI. */
export class SpeechModel {
	/** What it hears; without it, the model fails. */
	hears?: string;

	/** What it was sent, as text. */
	readonly sent: string[] = [];

	private readonly server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', (): void => {
			this.sent.push(`${request.url} ${Buffer.concat(chunks).toString('latin1')}`);
			response.statusCode = this.hears === undefined ? 400 : 200;
			response.setHeader('content-type', 'application/json');
			const failure = { error: { message: 'The model is ill' } };
			response.end(JSON.stringify(this.hears === undefined ? failure : { text: this.hears }));
		});
	});

	async listen(): Promise<string> {
		// Where an n8n elsewhere reaches this machine, as it does the emulator.
		const host = process.env.BOT_MESSAGING_EMULATOR_HOST ?? LOOPBACK;
		await new Promise<void>((resolve) => this.server.listen(0, host, resolve));
		return `http://${host}:${(this.server.address() as AddressInfo).port}/v1`;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
