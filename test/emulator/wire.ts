import { connect } from 'node:net';

/** The answer on a connection; without a status if the connection ended first. */
export interface Reply {
	status?: number;
	body: string;
}

export interface RawRequest {
	method?: string;
	path: string;
	host?: string;
	type?: string;
	body?: string | Buffer;
	/** The length that the header claims; by default, the real one. */
	length?: number;
	/** More header lines. */
	headers?: string[];
}

/** The bytes of a request. */
export function bytesOf({ method = 'POST', path, type, body = '', ...more }: RawRequest): Buffer {
	const { host = 'localhost', length = Buffer.byteLength(body), headers = [] } = more;
	const lines = [
		`${method} ${path} HTTP/1.1`,
		`Host: ${host}`,
		...(type === undefined ? [] : [`Content-Type: ${type}`]),
		`Content-Length: ${length}`,
		...headers,
	];
	return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

/** The answer in the received bytes, once it is complete. */
function answerIn(received: string): Reply | undefined {
	const [head, ...rest] = received.split('\r\n\r\n');
	const body = rest.join('\r\n\r\n');
	const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(head) ?? [];
	const [, length] = /content-length: (\d+)/i.exec(head) ?? [];
	const isWhole = length === undefined ? body.endsWith('0\r\n') : body.length >= Number(length);
	return status && rest.length > 0 && isWhole ? { status: Number(status), body } : undefined;
}

/**
 * Sends bytes unchanged and waits for the answer. `then` is what follows the bytes: nothing, the end of this
 * side, or the end of the connection.
 */
export async function exchange(
	url: string,
	bytes: Buffer,
	then: 'wait' | 'end' | 'cut' = 'wait',
): Promise<Reply> {
	const { hostname, port } = new URL(url);
	return await new Promise<Reply>((resolve) => {
		let received = '';
		const socket = connect(Number(port), hostname);
		socket.setEncoding('latin1');
		socket.on('data', (text: string) => {
			received += text;
			const answer = answerIn(received);
			if (!answer) return;
			resolve(answer);
			socket.destroy();
		});
		socket.on('error', () => socket.destroy());
		socket.on('close', () => resolve(answerIn(received) ?? { body: received }));
		socket.write(bytes, () => {
			if (then === 'cut') socket.destroy();
			if (then === 'end') socket.end();
		});
	});
}
