import './sourcesFirst';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { binaryOfFile } from './binary';
import { runNode } from './engine';
import { byId } from './locators';
import { peakMemory } from './peakMemory';

/**
 * A separate program, because peak memory is measured per process. It uploads a small video, then the one
 * in its third argument, a file or an http address, and prints the cost of the second upload.
 */
async function main([baseUrl, botToken, source]: string[]): Promise<void> {
	const send = async (from: IDataObject, item: INodeExecutionData) => {
		const { error } = await runNode({
			credential: { baseUrl, botToken },
			parameters: { resource: 'message', operation: 'sendVideo', chatId: byId('-1001'), ...from },
			items: [item],
		});
		if (error) throw error;
	};
	const videoOf = async (file: string): Promise<INodeExecutionData> => ({
		json: {},
		binary: { data: await binaryOfFile(file, 'video/mp4') },
	});
	await send({}, await videoOf(__filename));
	const isUrl = source.startsWith('http:');
	// Outside the time: n8n's folder gets a copy of the file.
	const item = isUrl ? { json: {} } : await videoOf(source);
	const before = { rss: process.memoryUsage.rss(), peak: peakMemory(process.pid) };
	const begun = Date.now();
	const additionalFields = { allowPrivateAddresses: true };
	await send(isUrl ? { source: 'url', fileUrl: source, additionalFields } : {}, item);
	const ms = Date.now() - begun;
	const peak = peakMemory(process.pid);
	process.stdout.write(JSON.stringify({ before, peak, ms }));
}

main(process.argv.slice(2)).then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(String(error));
		process.exit(1);
	},
);
