import http from 'node:http';

/** Parsed JSON of any shape. */
export type Json = ReturnType<typeof JSON.parse>;

/** Anything but JSON stays text. */
function parsed(text: string): Json {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/**
 * One request to a test server, with an optional JSON body. Axios takes three times as long, and the tests
 * make tens of thousands of requests.
 */
export async function ask(
	method: string,
	url: string,
	body?: object,
): Promise<{ status: number; body: Json }> {
	return await new Promise((resolve, reject) => {
		const headers = body && { 'content-type': 'application/json' };
		const request = http.request(url, { method, headers }, (response) => {
			const pieces: Buffer[] = [];
			response.on('data', (piece: Buffer) => pieces.push(piece));
			response.on('error', reject);
			response.on('end', () =>
				resolve({
					status: response.statusCode ?? 0,
					body: parsed(Buffer.concat(pieces).toString()),
				}),
			);
		});
		request.on('error', reject);
		request.end(body && JSON.stringify(body));
	});
}
