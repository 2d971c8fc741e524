import './sourcesFirst';

import { binaryOfFile } from './binary';
import { runNode } from './engine';

/**
 * A program of its own, because a peak of memory belongs to a process: uploads a small video, then
 * the file of its third argument, and says what the second upload took.
 */
async function main([baseUrl, botToken, file]: string[]): Promise<void> {
	const upload = async (video: Awaited<ReturnType<typeof binaryOfFile>>) => {
		const { error } = await runNode({
			credential: { baseUrl, botToken },
			parameters: { resource: 'message', operation: 'sendVideo', chatId: '-1001' },
			items: [{ json: {}, binary: { data: video } }],
		});
		if (error) throw error;
	};
	const video = await binaryOfFile(file, 'video/mp4');
	await upload(await binaryOfFile(__filename, 'video/mp4'));
	const before = { rss: process.memoryUsage.rss(), peak: process.resourceUsage().maxRSS * 1024 };
	const begun = Date.now();
	await upload(video);
	const ms = Date.now() - begun;
	const peak = process.resourceUsage().maxRSS * 1024;
	process.stdout.write(JSON.stringify({ before, peak, ms }));
}

main(process.argv.slice(2)).then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(String(error));
		process.exit(1);
	},
);
