import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { until } from '../../scripts/lib/until';
import { PATIENCE_MS } from './patience';

/** A server in front of the emulator that holds requests until the test lets them through. */
export interface Gate {
	url: string;
	/** The bodies of the requests held now, oldest first, as text. */
	readonly held: string[];
	/** How many requests have arrived. */
	readonly came: number;
	/** The highest number of simultaneous requests. */
	readonly most: number;
	/** Resolves when it holds this many requests. */
	holding(count: number): Promise<void>;
	/** Releases this many requests, oldest first; without a number, all current and future ones. */
	open(count?: number): void;
	/** Lets those through of which it is true, of those that it holds now. */
	letThrough(isMeant: (body: string) => boolean): void;
	close(): Promise<void>;
}

interface Held {
	body: string;
	release: () => void;
}

type Holds = (body: string) => boolean;

/**
 * Returns a function that puts a gate in front of the emulator until the end of the test. `holds` decides
 * by its body whether a request is held; by default all are.
 */
export function useGate(emulator: { url: string }) {
	const gates: Gate[] = [];
	afterEach(async () => {
		await Promise.all(gates.splice(0).map(async (gate) => await gate.close()));
	});
	return async (holds: Holds = () => true) => {
		const gate = await startGate(emulator.url, holds);
		gates.push(gate);
		return { gate, credential: { baseUrl: gate.url } };
	};
}

async function startGate(target: string, holds: Holds): Promise<Gate> {
	const held: Held[] = [];
	let isOpen = false;
	let came = 0;
	let present = 0;
	let most = 0;

	const pass = async (request: IncomingMessage, body: Buffer) => {
		const { method, url, headers } = request;
		const { 'content-type': type = 'application/json' } = headers;
		return await fetch(`${target}${url}`, {
			method,
			headers: { 'content-type': type },
			...(method === 'POST' && { body: new Uint8Array(body) }),
		});
	};
	const server = createServer((request, response) => {
		// A handler cannot wait; an error in it ends the test run.
		void (async () => {
			most = Math.max(most, ++present);
			came++;
			response.once('close', () => present--);
			const body = await buffer(request);
			const text = body.toString();
			if (!isOpen && holds(text)) {
				await new Promise<void>((release) => held.push({ body: text, release }));
			}
			const answer = await pass(request, body);
			response.writeHead(answer.status, { 'content-type': 'application/json' });
			response.end(await answer.text());
		})();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		get held() {
			return held.map(({ body }) => body);
		},
		get came() {
			return came;
		},
		get most() {
			return most;
		},
		holding: async (count) =>
			await until(`${count} requests wait`, async () => held.length >= count, PATIENCE_MS, {
				pauseMs: 5,
			}),
		open: (count) => {
			isOpen ||= count === undefined;
			for (const { release } of held.splice(0, count ?? held.length)) release();
		},
		letThrough: (isMeant) => {
			const meant = held.filter(({ body }) => isMeant(body));
			held.splice(0, held.length, ...held.filter((request) => !meant.includes(request)));
			for (const { release } of meant) release();
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
