import type { ServerResponse } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { startOddServer, type OddServer } from './odd';

export interface Asked {
	method: string;
	params: IDataObject;
	/** Answers it, as done, with a result or with a refusal. */
	answer(given?: Refusal | { result: unknown }): void;
}

interface Refusal {
	status: number;
	description?: string;
	retryAfter?: number;
}

/** A server whose answers the test gives itself, one request at a time. */
export async function startByHand(take: (asked: Asked) => void): Promise<OddServer> {
	return await startOddServer((request, response) => {
		let text = '';
		request.on('data', (chunk: Buffer) => (text += chunk.toString()));
		request.on('end', () => {
			take({
				method: String(request.url).split('/').at(-1)!,
				params: JSON.parse(text) as IDataObject,
				answer: (given) => answer(response, given),
			});
		});
	});
}

function answer(
	response: ServerResponse,
	given: Parameters<Asked['answer']>[0] = { result: { message_id: 1 } },
): void {
	if ('result' in given) {
		response.end(JSON.stringify({ ok: true, ...given }));
		return;
	}
	const { status, description = 'MESSAGE_TOO_MUCH', retryAfter } = given;
	response.statusCode = status;
	const parameters = { retry_after: retryAfter };
	response.end(JSON.stringify({ ok: false, error_code: status, description, parameters }));
}

export interface Crowd {
	url: string;
	/** All requests, in the order of their arrival. */
	asked: IDataObject[];
	/** The highest number of simultaneous requests. */
	most: number;
	/** Called before the first answer. */
	beforeAnyAnswer: () => void;
	close(): Promise<void>;
}

/** Long enough for a surplus request to arrive, if it was sent. */
const LATE_MS = 50;

/** Holds all requests until the limit, or the rest of `total`, has arrived. */
export async function startCrowd(limit: number, total: number): Promise<Crowd> {
	let open: Asked[] = [];
	let answered = 0;
	const release = () => {
		if (answered === 0) crowd.beforeAnyAnswer();
		answered += open.length;
		for (const { answer: go } of open) go();
		open = [];
	};
	const server = await startByHand((request) => {
		open.push(request);
		crowd.asked.push(request.params);
		crowd.most = Math.max(crowd.most, open.length);
		if (open.length === Math.min(limit, total - answered)) setTimeout(release, LATE_MS);
	});
	const crowd: Crowd = {
		url: server.url,
		asked: [],
		most: 0,
		beforeAnyAnswer: () => {},
		close: server.close,
	};
	return crowd;
}
