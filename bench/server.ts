import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Conversation } from './conversation';

/**
 * A plain server for the benchmarks. It answers every API call after a fixed latency, keeps only one
 * conversation, and counts. The emulator would add its own cost to the figures. Run it as a program of
 * its own; `process.argv[2]` is the latency in ms, `[3]` the messages that it takes in a second. It prints its port as JSON.
 */
const [latencyMs = 0, perSecond = Infinity] = process.argv.slice(2).map(Number);

let requests = 0;
let bytes = 0;
/** Accepted messages, and when the first and the last one was (ms). */
let sent = 0;
let firstAt = 0;
let lastAt = 0;
/** When those of the last second were (ms). */
const lately: number[] = [];
/** The body of the last setWebhook. */
let webhook = '{}';

const conversation = new Conversation();

/** Messages to this chat always exceed the rate. */
const REFUSED = /"chat_id": ?"?-429\b/;
/** The bot's answer, to which n8n's own node adds a line. */
const TEXT = /"text": ?"(Question \d+)/;
const REFUSAL = { ok: false, error_code: 400, description: 'MESSAGE_TOO_MUCH' };

function isTooFast(): boolean {
	while ((lately[0] ?? Infinity) <= Date.now() - 1000) lately.shift();
	return lately.length >= perSecond;
}

function result(method: string, text: string): unknown {
	if (method === 'getMe') return { id: 1, is_bot: true, first_name: 'Bench', username: 'bench' };
	if (method === 'getWebhookInfo') return { url: '', pending_update_count: 0 };
	if (method === 'deleteMessages') {
		const { message_ids: ids } = JSON.parse(text) as { message_ids: number[] };
		return { deleted_message_ids: ids, failed_message_ids: [] };
	}
	if (/^delete|Webhook$/.test(method)) return true;
	return {
		message_id: requests,
		chat: { id: -1001, type: 'group' },
		date: 1_700_000_000,
		text: 'x',
	};
}

const server = createServer((request, response) => {
	const path = request.url ?? '';
	if (path === '/webhook') {
		response.end(webhook);
		return;
	}
	if (path === '/write') {
		void conversation.write().then(
			(ms) => response.end(JSON.stringify({ ms })),
			() => response.destroy(),
		);
		return;
	}
	if (path.startsWith('/stats')) {
		response.end(JSON.stringify({ requests, bytes, sent, sendingMs: lastAt - firstAt }));
		if (path.endsWith('kept')) return;
		requests = 0;
		bytes = 0;
		sent = 0;
		firstAt = 0;
		lastAt = 0;
		return;
	}
	requests++;
	const method = path.split('/')[2] ?? '';
	const isWebhook = /^(set|delete)Webhook$/.test(method);
	const isPoll = method === 'getUpdates';
	const isMessage = method === 'sendMessage';
	const isRead = isWebhook || isPoll || isMessage || method === 'deleteMessages';
	let text = '';
	request.on('data', (chunk: Buffer) => {
		bytes += chunk.length;
		if (isRead) text += chunk.toString();
	});
	request.on('end', () => {
		if (isWebhook) {
			webhook = method === 'setWebhook' ? text : '{}';
			conversation.setWebhook(JSON.parse(webhook) as object);
		}
		if (isPoll) {
			conversation.poll(JSON.parse(text || '{}') as object, response);
			return;
		}
		if (isMessage) conversation.heard(TEXT.exec(text)?.[1] ?? '');
		const isRefused = isMessage && (REFUSED.test(text) || isTooFast());
		const body = JSON.stringify(isRefused ? REFUSAL : { ok: true, result: result(method, text) });
		if (isMessage && !isRefused) {
			sent++;
			lastAt = Date.now();
			lately.push(lastAt);
			firstAt ||= lastAt;
		}
		const answer = () => {
			if (isRefused) response.statusCode = 400;
			response.setHeader('content-type', 'application/json');
			response.end(body);
		};
		if (latencyMs > 0) setTimeout(answer, latencyMs);
		else answer();
	});
});

// Ends this process even if the benchmark is killed.
process.stdin.resume().once('end', () => process.exit());

server.listen(0, '127.0.0.1', () => {
	console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }));
});
