import { gzipSync } from 'node:zlib';

import { METHODS, type MethodShape } from '../../../reference';
import { DEFAULTS } from '../../support/emulator';
import { bytesOf, type RawRequest } from '../wire';
import { Random } from './random';
import { act, parameters } from './values';

/** A request, and what this side does after its bytes. */
export interface FuzzRequest {
	bytes: Buffer;
	then: 'wait' | 'end' | 'cut';
	/** A description for reports of failures. */
	name: string;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const TYPES = [JSON_TYPE, FORM_TYPE, 'multipart/form-data; boundary=X', 'text/plain', 'x/y', ';'];

type Values = Record<string, unknown>;
type Target = Required<Pick<RawRequest, 'method' | 'path'>>;

const asText = (value: unknown) =>
	typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Works for every string, unlike encodeURIComponent. */
const escape = (text: string) => encodeURIComponent(Buffer.from(text).toString());

const asForm = (values: Values) =>
	Object.entries(values)
		.map(([name, value]) => `${escape(name)}=${escape(asText(value))}`)
		.join('&');

function part(random: Random, name: string, value: Buffer | string, isFile: boolean): Buffer {
	const file = isFile ? `; filename="${random.text()}.mp4"` : '';
	const type = isFile ? `Content-Type: ${random.pick(['video/mp4', 'x', 'audio/ogg'])}\r\n` : '';
	const head = `--X\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type}\r\n`;
	return Buffer.concat([Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]);
}

function asMultipart(random: Random, values: Values): Buffer {
	const parts = Object.entries(values).map(([name, value]) => {
		const isFile = random.isHit(0.2);
		return part(random, name, isFile ? random.bytes(300) : asText(value), isFile);
	});
	if (random.isHit(0.3)) parts.push(part(random, 'video', random.bytes(3000), true));
	return Buffer.concat([...parts, Buffer.from('--X--\r\n')]);
}

/** The values in one of the API's ways. */
function written(random: Random, { method, path }: Target, values: Values): RawRequest {
	const separator = path.includes('?') ? '&' : '?';
	return random.pick<() => RawRequest>([
		() => ({ method, path, type: JSON_TYPE, body: JSON.stringify(values) }),
		() => ({ method, path, type: FORM_TYPE, body: asForm(values) }),
		() => ({ method, path, type: TYPES[2], body: asMultipart(random, values) }),
		() => ({ method, path: `${path}${separator}${asForm(values).slice(0, 4000)}` }),
		() => ({
			method,
			path,
			type: JSON_TYPE,
			body: gzipSync(JSON.stringify(values)),
			headers: ['Content-Encoding: gzip'],
		}),
		() => ({ method, path, type: random.pick(TYPES), body: random.bytes(500) }),
	])();
}

/** Too large or too many. */
function excessive(random: Random, { method, path }: Target): RawRequest {
	const count = random.pick([101, 1001, 20_000]);
	const depth = random.pick([101, 5000, 100_000]);
	const nested = '['.repeat(depth) + ']'.repeat(depth);
	return random.pick<RawRequest>([
		{ method, path, type: FORM_TYPE, body: 'k=1&'.repeat(count) },
		{ method, path, type: FORM_TYPE, body: `reply_markup=${nested}&chat_id=-1001&text=x` },
		{ method, path, type: JSON_TYPE, body: `{"reply_markup":{"keyboard":${nested}}}` },
		{ method, path, type: JSON_TYPE, body: '{"a":'.repeat(depth) },
		{ method, path, type: JSON_TYPE, body: JSON.stringify({ text: 'x'.repeat(30 * count) }) },
		{ method, path, type: TYPES[2], body: part(random, 'a', '1', false).toString().repeat(count) },
		{ method, path, type: TYPES[2], body: part(random, 'a', '1', true).toString().repeat(count) },
	]);
}

const pathOf = (name: string) => `/bot${DEFAULTS.token}/${name}`;

function apiRequest(random: Random): RawRequest {
	const [name, { params }] = random.pick(Object.entries<MethodShape>(METHODS));
	const target = { method: random.isHit(0.15) ? 'GET' : 'POST', path: pathOf(name) };
	if (random.isHit(0.05))
		return written(random, { ...target, path: `/${escape(random.text())}/x` }, {});
	if (random.isHit(0.02)) return excessive(random, target);
	return written(random, target, parameters(random, params));
}

const LISTS = 'bots users chats members messages files invite_links join_requests games'.split(' ');
const ACTS = ['message', 'edit', 'press', 'react', 'join', 'join_request', 'leave'];
const READS = ['state', 'snapshot', 'calls?limit=5', 'outbox', 'deliveries', 'settings', 'methods'];

/** Settings and faults take effect, so the valid ones only add a short delay. */
const settings = (random: Random) => ({
	[random.pick(['latencyMs', 'retryAfterSeconds', 'webhookRetryBaseMs', 'x'])]: random.isHit(0.5)
		? random.integer(5)
		: random.odd(),
});
const fault = (random: Random) => ({
	kind: random.isHit(0.7) ? 'delay' : random.text(),
	[random.pick(['delayMs', 'times', 'skip'])]: random.isHit(0.5)
		? 1 + random.integer(5)
		: random.odd(),
});

function controlRequest(random: Random, snapshot: Values): RawRequest {
	const to = (method: string, path: string, values: unknown): RawRequest => {
		const target = { method, path: `/_emulator/${path}` };
		if (random.isHit(0.02)) return excessive(random, target);
		if (random.isHit(0.2)) return written(random, target, Object(values) as Values);
		return { ...target, type: JSON_TYPE, body: JSON.stringify(values) ?? '' };
	};
	const list = random.pick(LISTS);
	return random.pick<() => RawRequest>([
		() => to('POST', `act/${random.pick(ACTS)}`, act(random)),
		() => to('POST', `act/${random.pick(ACTS)}`, act(random)),
		() => to('POST', 'act/photo', { ...act(random), width: 1, height: 1 }),
		() => to('POST', 'seed', { [list]: random.damaged(snapshot[list]) }),
		() => to('POST', 'seed', random.value()),
		() => to('PUT', 'snapshot', random.damaged(snapshot)),
		() => to('POST', 'reset', random.pick([{}, { seed: 'default' }, random.value()])),
		() => to('PATCH', 'settings', settings(random)),
		() => to('POST', 'faults', random.pick([fault(random), [fault(random)], random.odd()])),
		() => to('POST', 'clock', { advance_seconds: random.pick([0, 1, -1, 60, random.value()]) }),
		() => to('GET', `${random.pick(READS)}`, undefined),
		() => to('GET', `calls?${asForm({ method: random.text(), limit: random.value() })}`, undefined),
		() => to('GET', `files/${escape(random.text())}`, undefined),
		() => to('DELETE', random.pick(['calls', 'faults']), undefined),
	])();
}

/** The request with this number, always the same for a seed and a snapshot. */
export function requestAt(seed: number, number: number, snapshot: Values): FuzzRequest {
	const random = new Random(seed * 1_000_003 + number);
	const request = random.isHit(0.6) ? apiRequest(random) : controlRequest(random, snapshot);
	const { length } = Buffer.from(request.body ?? '');
	const name = `${request.method} ${request.path.slice(0, 200)} (${request.type})`;
	const whole = { bytes: bytesOf(request), then: 'wait', name } as const;
	if (length < 2 || random.isHit(0.85)) return whole;
	const shorter = bytesOf({ ...request, length: random.integer(length) });
	const longer = bytesOf({ ...request, length: length + 1 + random.integer(1000) });
	return random.pick<() => FuzzRequest>([
		() => ({ ...whole, bytes: shorter }),
		() => ({ ...whole, bytes: longer, then: 'end' }),
		() => ({ ...whole, bytes: longer, then: 'cut' }),
		() => ({ ...whole, then: 'cut' }),
		() => ({ ...whole, bytes: whole.bytes.subarray(0, -1 - random.integer(length)), then: 'end' }),
		// Only a few, because each one has to wait for a timeout.
		() => ({ ...whole, ...(random.isHit(0.2) && { bytes: longer }) }),
	])();
}
