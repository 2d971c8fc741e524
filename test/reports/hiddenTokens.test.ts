import { inspect } from 'node:util';

import { written } from '../support/logged';

import { useBot } from '../support/bot';
import { freeUrl, startOddServer } from '../support/odd';
import { byId } from '../support/locators';
import { WebhookTrigger } from '../support/webhookTrigger';

const { run } = useBot();
const SECRET = 'AATokenThatNobodyMaySee';
const TOKEN = `4839574812:${SECRET}`;

beforeEach(() => void (written.length = 0));

const readable = (...parts: unknown[]): string =>
	[...parts.map((part) => inspect(part, { depth: 12, maxStringLength: null })), ...written].join();

/** Server messages that repeat the address of the request. */
const REPEATS: Array<[string, number, (path: string) => string, (path: string) => object]> = [
	['a page', 404, (path) => `<html>Cannot GET ${path}</html>`, () => ({})],
	['JSON', 404, (path) => JSON.stringify({ error: 'Not Found', path }), () => ({})],
	['a redirect', 302, () => '', (path) => ({ location: `https://elsewhere.invalid${path}` })],
];

const repeating = async (index: number, isOnlyFiles = false) => {
	const [, status, body, headers] = REPEATS[index];
	return await startOddServer((request, response) => {
		request.resume().on('end', () => {
			const path = request.url!;
			if (isOnlyFiles && !path.startsWith('/file/')) {
				response.end('{"ok":true,"result":{"file_id":"x","file_path":"a/b.txt"}}');
				return;
			}
			response.writeHead(status, { ...headers(path) }).end(body(path));
		});
	});
};

describe.each(REPEATS.map(([what], index) => [what, index] as const))(
	'G16 smithers #812: %s that repeats the address with the token',
	(_what, index) => {
		test.each([
			['sendMessage', { chatId: byId('-1001'), text: 'Hi' }, false],
			['getFile', { fileId: 'x' }, false],
			['getFile', { fileId: 'x' }, true],
			['setWebhook', { url: 'https://example.com/hook' }, false],
		])(
			'%s %j does not show the token (only the file: %s)',
			async (operation, parameters, isOnlyFiles) => {
				const server = await repeating(index, isOnlyFiles);
				try {
					const credential = { baseUrl: server.url, botToken: TOKEN };
					const result = await run(operation, parameters, { credential });
					expect(result.error).toBeDefined();
					expect(server.asked.join()).toContain(SECRET);
					expect(readable(result)).not.toContain(SECRET);
				} finally {
					await server.close();
				}
			},
		);

		test('a webhook trigger that cannot be published does not show the token', async () => {
			const server = await repeating(index);
			const trigger = new WebhookTrigger({ baseUrl: server.url, botToken: TOKEN }, {});
			await trigger.listen();
			try {
				const error = await trigger.open().then(
					() => undefined,
					(thrown: unknown) => thrown,
				);
				expect(error).toBeDefined();
				expect(readable(error, trigger.logged, trigger.staticData)).not.toContain(SECRET);
			} finally {
				trigger.server.close();
				await server.close();
			}
		});
	},
);

test.each(['a host that is not found', 'a proxy that is not there'])(
	'G16 opensre #6048: %s does not show the token',
	async (what) => {
		const isProxy = what.startsWith('a proxy');
		const result = await run(
			'getFile',
			{ fileId: 'x', traffic: { retries: 0, longestWait: 0.02 } },
			{
				credential: {
					...{ baseUrl: 'http://bot.invalid', botToken: TOKEN },
					...(isProxy && { proxySecretUrl: `http://me:${SECRET}@${(await freeUrl()).slice(7)}` }),
				},
			},
		);
		expect(result.error).toBeDefined();
		expect(readable(result)).not.toContain(SECRET);
	},
);
