import { setTimeout as pause } from 'node:timers/promises';

import { startOddServer, type OddServer } from './odd';
import { updateOf } from './webhookTests';

/**
 * A server with many updates, from many chats in turn, which returns the first 100 unconfirmed ones, like
 * real servers. It creates them on request, so that there can be any number.
 *
 * @param hold waits for these milliseconds on the trigger's clock
 */
export async function startUpdateServer(
	updates: number,
	chats: number,
	hold: (ms: number) => Promise<unknown> = async (ms) => await pause(ms, undefined, { ref: false }),
): Promise<OddServer & { confirmed(): number }> {
	let first = 1;
	const list = ({ offset, limit }: { offset?: number; limit?: number }) => {
		first = Math.max(first, offset ?? 0);
		const shown = Math.min(limit ?? 100, updates + 1 - first);
		return Array.from({ length: Math.max(0, shown) }, (_none, index) =>
			updateOf(first + index, -1000 - ((first + index) % chats), `${first + index}`),
		);
	};
	const server = await startOddServer((request, response) => {
		let text = '';
		request.on('data', (chunk) => (text += chunk));
		request.on('end', () => {
			const isPoll = request.url!.endsWith('/getUpdates');
			const result = isPoll ? list(JSON.parse(text || '{}')) : {};
			const answer = () => response.end(JSON.stringify({ ok: true, result }));
			const hasNone = isPoll && (result as unknown[]).length === 0 && first > updates;
			const seconds = hasNone ? Number(/"timeout":(\d+)/.exec(text)?.[1] ?? 0) : 0;
			if (seconds > 0) void hold(seconds * 1000).then(answer);
			else answer();
		});
	});
	return { ...server, confirmed: () => first - 1 };
}

/**
 * A server with these updates, which it returns like real servers.
 *
 * @param file content of each of its files, whose paths have no extension
 */
export async function startListServer(
	updates: Array<{ update_id: number }>,
	file: Buffer = Buffer.alloc(0),
): Promise<OddServer & { confirmed(): number }> {
	let next = 0;
	const server = await startOddServer((request, response) => {
		let text = '';
		request.on('data', (chunk) => (text += chunk));
		request.on('end', () => {
			const isPoll = request.url!.endsWith('/getUpdates');
			if (isPoll) next = Math.max(next, JSON.parse(text).offset ?? 0);
			if (request.url!.startsWith('/file/')) return void response.end(file);
			const open = updates.filter(({ update_id: id }) => id >= next).slice(0, 100);
			const result = isPoll ? open : { file_id: 'x', file_path: 'files/7' };
			response.end(JSON.stringify({ ok: true, result }));
		});
	});
	return { ...server, confirmed: () => next - 1 };
}
