import type { TestEmulator } from '../support/emulator';
import type { Answer } from './answers';

export interface Part {
	/** Text is sent as its bytes. */
	content: string | Buffer;
	filename?: string;
	type?: string;
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
		form.append(name, new Blob([content], { type }), filename);
	}
	const url = `${emulator.url}/bot${emulator.token}/${method}`;
	const response = await fetch(url, { method: 'POST', body: form });
	return { status: response.status, body: await response.json() };
}
