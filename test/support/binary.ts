import { Readable } from 'node:stream';

import { Container } from '@n8n/di';
import type { IBinaryData } from 'n8n-workflow';

import { core } from './engine';

/** n8n's own in-memory form of a file. */
export const inMemory = (
	content: string | Buffer,
	fileName: string | undefined,
	mimeType: string,
): IBinaryData => ({ data: Buffer.from(content).toString('base64'), fileName, mimeType });

/**
 * Keeps a file where n8n keeps binary data by default: in its folder, with a reference in the
 * item. From the first call on, the process reads binary data from there.
 */
export async function inFolder(
	content: string | Buffer | Readable,
	fileName: string | undefined,
	mimeType: string,
): Promise<IBinaryData> {
	const service = Container.get(core.BinaryDataService);
	await service.init();
	const stream = content instanceof Readable ? content : Readable.from([Buffer.from(content)]);
	const location = core.FileLocation.ofExecution('w1', '1');
	return await service.store(location, stream, { data: '', fileName, mimeType });
}
