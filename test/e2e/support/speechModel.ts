import { createServer } from 'node:http';

import { close, listen } from './modelServer';

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

	readonly listen = async () => await listen(this.server);

	readonly close = async () => await close(this.server);
}
