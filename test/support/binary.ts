import path from 'node:path';
import { Readable } from 'node:stream';

import { Container } from '@n8n/di';
import type { IBinaryData } from 'n8n-workflow';

import { core } from './engine';

/** A file in n8n's in-memory form. */
export const inMemory = (
	content: string | Buffer,
	fileName: string | undefined,
	mimeType: string,
): IBinaryData => ({ data: Buffer.from(content).toString('base64'), fileName, mimeType });

async function storage() {
	const service = Container.get(core.BinaryDataService);
	await service.init();
	return { service, location: core.FileLocation.ofExecution('w1', '1') };
}

/**
 * Stores a file as n8n does by default: in its folder, with a reference in the item. After the first
 * call, the process reads binary data from there.
 */
export async function inFolder(
	content: string,
	fileName: string | undefined,
	mimeType: string,
): Promise<IBinaryData> {
	const { service, location } = await storage();
	const bytes = Readable.from([Buffer.from(content)]);
	return await service.store(location, bytes, { data: '', fileName, mimeType });
}

/** The same for a file on disk, which is not read into memory. */
export async function binaryOfFile(file: string, mimeType: string): Promise<IBinaryData> {
	const { service, location } = await storage();
	const fileName = path.basename(file);
	return await service.copyBinaryFile(location, { data: '', fileName, mimeType }, file);
}
