import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { inspect } from 'node:util';

import type { RunResult } from './engine';
import { startOddServer, type OddServer } from './odd';

const encoded = (text: string) =>
	[...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Ways in which a server may write a token, by name. */
export const FORMS: Record<string, (token: string) => string> = {
	plain: (token) => token,
	'with bot': (token) => `bot${token}`,
	'without its number': (token) => token.slice(token.indexOf(':') + 1),
	'in upper case': (token) => token.toUpperCase(),
	'percent-encoded': encoded,
	'percent-encoded in upper case': (token) => encoded(token).toUpperCase(),
	'percent-encoded twice': (token) => encodeURIComponent(encoded(token)),
	'with an encoded colon': (token) => `bot${encodeURIComponent(token)}`,
};

/** All of these in one text. */
export const allForms = (token: string) =>
	Object.values(FORMS)
		.map((form) => form(token))
		.join(' ');

const decoded = (text: string): string => {
	const once = text.replace(/%([0-7][0-9a-f])/gi, (_all, hex: string) =>
		String.fromCharCode(parseInt(hex, 16)),
	);
	return once === text ? text : decoded(once);
};

/** Whether a text contains the secret part of a token in any form. */
export const holds = (text: string, token: string): boolean =>
	decoded(text)
		.toLowerCase()
		.includes(token.slice(token.indexOf(':') + 1).toLowerCase());

/** Everything that can be read from these values, however closely one looks. */
export const readable = (...values: unknown[]): string =>
	values
		.flatMap((value) => [
			JSON.stringify(value) ?? '',
			inspect(value, { depth: 10, showHidden: true, maxStringLength: null }),
		])
		.join('\n');

/** The same of a run: saved data, shown error, causes. */
export const readableOf = ({ run: saved, outputs, error }: RunResult): string =>
	readable(saved, outputs, error, error?.stack, error?.cause);

/** The places of all texts in JSON; entries of a list count as one place. */
export function* places(value: unknown, at = ''): Generator<string> {
	if (typeof value === 'string') yield at;
	if (typeof value !== 'object' || value === null) return;
	for (const [key, child] of Object.entries(value)) {
		yield* places(child, Array.isArray(value) ? `${at}[]` : [at, key].filter(Boolean).join('.'));
	}
}

/** JSON with text added at one of these places. */
export function planted(
	value: unknown,
	added: string,
	isWanted: (place: string) => boolean,
	at = '',
): unknown {
	if (typeof value === 'string') return isWanted(at) ? `${value}${added}` : value;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((one) => planted(one, added, isWanted, `${at}[]`));
	return Object.fromEntries(
		Object.entries(value).map(([key, child]) => [
			key,
			planted(child, added, isWanted, [at, key].filter(Boolean).join('.')),
		]),
	);
}

/** Comes before each added text; no text of the emulator contains it. */
const SEAM = '-planted-';

/** A server that forwards requests, and plants the request's token in the answers. */
export interface PlantingServer extends OddServer {
	/** Whether to plant: the method in lower case, and the place in the result. */
	isWanted(method: string, place: string): boolean;
	/** What was planted, as `method place`. */
	readonly planted: Set<string>;
	/** What was answered, as `method place`, planted or not. */
	readonly seen: Set<string>;
}

export async function startPlantingServer(target: string): Promise<PlantingServer> {
	const answer = (request: IncomingMessage, response: ServerResponse) => {
		const path = request.url ?? '';
		// Files are requested by a path with the planted text.
		const asked = path.startsWith('/file/') ? path.split(SEAM, 1)[0] : path;
		const { method, headers } = request;
		const options = { method, headers: { ...headers, host: new URL(target).host } };
		const passed = forward(new URL(asked, target), options, (answered) => {
			const chunks: Buffer[] = [];
			answered.on('data', (chunk: Buffer) => chunks.push(chunk));
			answered.on('end', () => {
				const body = Buffer.concat(chunks);
				const isFile = path.startsWith('/file/');
				response.writeHead(answered.statusCode ?? 500, {
					'content-type': answered.headers['content-type'] ?? 'application/json',
				});
				response.end(isFile ? body : plantIn(path, body.toString()));
			});
		});
		passed.on('error', () => response.destroy());
		request.pipe(passed);
	};
	const plantIn = (path: string, text: string): string => {
		const [, token = '', name = ''] = /^\/bot(.*)\/(\w+)/.exec(path) ?? [];
		const read = JSON.parse(text) as object;
		for (const place of places(read)) server.seen.add(`${name} ${place}`);
		const isHere = (place: string) => {
			const isWanted = server.isWanted(name, place);
			if (isWanted) server.planted.add(`${name} ${place}`);
			return isWanted;
		};
		return JSON.stringify(planted(read, `${SEAM}${allForms(token)}`, isHere));
	};
	const server: PlantingServer = Object.assign(await startOddServer(answer), {
		isWanted: () => true,
		planted: new Set<string>(),
		seen: new Set<string>(),
	});
	return server;
}
