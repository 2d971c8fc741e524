import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';

import FormData from 'form-data';

import type { TestEmulator } from '../support/emulator';
import type { Answer } from './answers';

export interface Part {
	/** Text is sent as its bytes. */
	content: string | Buffer;
	filename?: string;
	type?: string;
}

/** Posts a form that form-data writes and streams: the nodes' client and fetch write theirs differently. */
export async function post(url: string, form: FormData): Promise<Answer> {
	const response = await new Promise<IncomingMessage>((resolve, reject) => {
		form.submit(url, (error, answer) => (error ? reject(error) : resolve(answer)));
	});
	return { status: response.statusCode ?? 0, body: await json(response) };
}

/** A call of the API as multipart/form-data: plain fields as text, parts as files. */
export async function upload(
	emulator: TestEmulator,
	method: string,
	fields: Record<string, string>,
	parts: Record<string, Part>,
): Promise<Answer> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	for (const [name, { content, filename = 'file.bin', type }] of Object.entries(parts)) {
		const contentType = type ?? 'application/octet-stream';
		form.append(name, Buffer.from(content), { filename, contentType });
	}
	return await post(`${emulator.url}/bot${emulator.token}/${method}`, form);
}
