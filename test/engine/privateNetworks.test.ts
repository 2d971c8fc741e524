import { createServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import type { RequestListener } from 'node:http';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { items, useBot } from '../support/bot';
import { hostileUrls, PUBLIC } from '../support/hostile';
import { useInternet } from '../support/internet';
import { byId } from '../support/locators';
import { startOddServer, type OddServer } from '../support/odd';

const { emulator, run } = useBot();
const internet = useInternet();

const PICTURE = 'picture';
/** The emulator's types for these; other messages here start with a picture. */
const TYPES: Record<string, string> = {
	sendAudio: 'audio/mpeg',
	sendVideo: 'video/mp4',
	sendVoice: 'audio/ogg',
};
const HOST = 'files.example.com';
const PUBLIC_ADDRESS = '93.184.216.34';

let server: OddServer;
let port: string;
let answer: RequestListener;
/** The header Host of each request. */
let hosts: Array<string | undefined>;

const picture: RequestListener = (_request, response) =>
	void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(PICTURE);

beforeEach(async () => {
	answer = picture;
	hosts = [];
	server = await startOddServer((request, response) => {
		hosts.push(request.headers.host);
		answer(request, response);
	});
	port = new URL(server.url).port;
});

afterEach(async () => await server.close());

/** Sends the photos at these addresses, one for each item. */
async function send(urls: string[], added: IDataObject = {}) {
	const { json } = await run(
		'sendPhoto',
		{
			chatId: byId('-1001'),
			source: 'url',
			fileUrl: '={{ $json.url }}',
			additionalFields: added,
		},
		{
			items: items(...urls.map((url) => ({ url }))),
			node: { onError: 'continueRegularOutput' },
		},
	);
	return json;
}

const errorOf = async (url: string, added?: IDataObject) => (await send([url], added))[0].error;

const PRIVATE = /is in a private network, and the node does not download files from there$/;

test('a private address is fetched in no spelling', async () => {
	const urls = hostileUrls(port);
	const json = await send(urls);
	const wrong = urls.filter((_, index) => {
		const { error, mayHaveArrived } = json[index];
		return !PRIVATE.test(String(error)) || mayHaveArrived !== false;
	});
	expect(wrong).toEqual([]);
	expect(server.asked).toEqual([]);
	expect(internet.connected).toEqual([]);
	expect(internet.resolved).toEqual([]);
	expect(await emulator.calls()).toEqual([]);
	process.stdout.write(`${urls.length} hostile spellings, none fetched\n`);
	expect(new Set(urls).size).toBeGreaterThanOrEqual(200);
});

test('addresses with a zone are refused, and so are other schemes', async () => {
	const urls = [
		`http://[fe80::1%eth0]:${port}/a.jpg`,
		`http://[fe80::1%25eth0]:${port}/a.jpg`,
		`http://[::1%lo]:${port}/a.jpg`,
		'file:///etc/passwd',
		`ftp://127.0.0.1:${port}/a.jpg`,
		`gopher://127.0.0.1:${port}/a.jpg`,
		'data:image/png;base64,AAAA',
		'//127.0.0.1/a.jpg',
	];
	const json = await send(urls);
	expect(json.map(({ error }) => error)).toEqual(urls.map(() => 'URL is not the URL of a file'));
	expect(server.asked).toEqual([]);
});

test('the addresses next to the private networks are fetched', async () => {
	const json = await send(PUBLIC.map((address) => `http://${address}:${port}/a.jpg`));
	expect(json.filter(({ error }) => error !== undefined)).toEqual([]);
	expect(server.asked).toHaveLength(PUBLIC.length);
});

test('private addresses are fetched with Allow Private Addresses, by name as well', async () => {
	internet.name('nas.lan', ['127.0.0.1']);
	const json = await send([`${server.url}/a.jpg`, `http://nas.lan:${port}/b.jpg`], {
		allowPrivateAddresses: true,
	});
	expect(json.map(({ error }) => error)).toEqual([undefined, undefined]);
	expect(server.asked).toEqual(['/a.jpg', '/b.jpg']);
});

const file = () => ({ source: 'url', fileUrl: `${server.url}/a.jpg` });

test.each<[operation: string, parameters: () => IDataObject]>([
	['sendPhoto', file],
	['sendVideo', file],
	['sendAudio', file],
	['sendVoice', file],
	['sendDocument', file],
	[
		'sendMediaGroup',
		() => ({ mediaSource: 'list', media: { entry: [{ type: 'photo', ...file() }] } }),
	],
])('%s understands the switch in every spelling', async (operation, parameters) => {
	answer = (_request, response) =>
		void response.writeHead(200, { 'content-type': TYPES[operation] ?? 'image/jpeg' }).end(PICTURE);
	const spellings = [true, 'true', 1, '1', [true], false, 'false', 0, '0', [false]];
	const { json } = await run(
		operation,
		{
			chatId: byId('-1001'),
			...parameters(),
			additionalFields: { allowPrivateAddresses: '={{ $json.value }}' },
		},
		{
			items: items(...spellings.map((value) => ({ value }))),
			node: { onError: 'continueRegularOutput' },
		},
	);
	expect(json.map(({ error }) => error !== undefined)).toEqual([
		...Array<boolean>(5).fill(false),
		...Array<boolean>(5).fill(true),
	]);
	expect(server.asked).toHaveLength(5);
});

test.each([
	'127.0.0.1',
	'10.0.0.1',
	'::1',
	'::ffff:10.0.0.1',
	'fe80::1%eth0',
	`${PUBLIC_ADDRESS} 10.0.0.1`,
])('a name that resolves to %s is not fetched', async (addresses) => {
	internet.name(HOST, addresses.split(' '));
	expect(await errorOf(`http://${HOST}:${port}/a.jpg`)).toMatch(PRIVATE);
	expect(server.asked).toEqual([]);
	expect(internet.connected).toEqual([]);
});

test('a name is resolved once, and a later answer of DNS changes nothing', async () => {
	internet.name(HOST, [PUBLIC_ADDRESS], ['127.0.0.1']);
	expect(await errorOf(`http://${HOST}:${port}/a.jpg`)).toBeUndefined();
	expect(internet.resolved).toEqual([HOST]);
	expect(internet.connected).toEqual([PUBLIC_ADDRESS]);
	expect(hosts).toEqual([`${HOST}:${port}`]);
});

test('https asks for the certificate by the name', async () => {
	const names: string[] = [];
	const secure = createServer({
		SNICallback: (name, done) => {
			names.push(name);
			done(new Error('no certificate'));
		},
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => secure.once('listening', resolve));
	secure.on('tlsClientError', () => {});
	internet.name(HOST, [PUBLIC_ADDRESS]);
	const { port: securePort } = secure.address() as AddressInfo;
	try {
		expect(await errorOf(`https://${HOST}:${securePort}/a.jpg`)).toMatch(/^URL: /);
	} finally {
		secure.close();
	}
	expect(new Set(names)).toEqual(new Set([HOST]));
	expect(new Set(internet.connected)).toEqual(new Set([PUBLIC_ADDRESS]));
});

test('a name with several addresses is fetched from one that answers', async () => {
	internet.name(HOST, ['2606:2800:220:1::1', '93.184.216.35', PUBLIC_ADDRESS]);
	internet.kill('93.184.216.35');
	expect(await errorOf(`http://${HOST}:${port}/a.jpg`)).toBeUndefined();
	expect(internet.connected).toEqual(['93.184.216.35', PUBLIC_ADDRESS]);
});

test('a name without an address cannot be reached', async () => {
	expect(await errorOf('http://no.example.com/a.jpg')).toBe(
		'URL: no.example.com cannot be reached',
	);
});

describe('a redirect', () => {
	const redirects = (location: string): RequestListener => {
		return (request, response) =>
			request.url === '/a.jpg'
				? void response.writeHead(302, { location }).end()
				: picture(request, response);
	};

	test.each([
		['by address', () => `http://127.0.0.1:${port}/secret.jpg`],
		['in another spelling', () => `http://0x7f.1:${port}/secret.jpg`],
		['by a local name', () => `//localhost:${port}/secret.jpg`],
		['by a name', () => `http://inner.example.com:${port}/secret.jpg`],
	])('into a private network is not followed, %s', async (_how, location) => {
		internet.name('inner.example.com', ['127.0.0.1']);
		answer = redirects(location());
		expect(await errorOf(`http://${PUBLIC_ADDRESS}:${port}/a.jpg`)).toMatch(PRIVATE);
		expect(server.asked).toEqual(['/a.jpg']);
	});

	test.each(['file:///etc/passwd', 'ftp://example.com/a.jpg', 'gopher://example.com/'])(
		'to %s is not followed',
		async (location) => {
			answer = redirects(location);
			expect(await errorOf(`http://${PUBLIC_ADDRESS}:${port}/a.jpg`)).toBe(
				'URL: it redirects to an address that is not http or https',
			);
		},
	);

	test('to another public name is followed', async () => {
		internet.name('cdn.example.com', ['1.1.1.1']);
		answer = redirects(`http://cdn.example.com:${port}/there.jpg`);
		expect(await errorOf(`http://${PUBLIC_ADDRESS}:${port}/a.jpg`)).toBeUndefined();
		expect(internet.connected).toEqual([PUBLIC_ADDRESS, '1.1.1.1']);
	});
});

describe('behind a proxy', () => {
	const env = { ...process.env };

	afterEach(() => {
		process.env = { ...env };
	});

	test('the proxy gets the name for http, the address for https, and no private address', async () => {
		const tunnels: Array<string | undefined> = [];
		const proxy = await startOddServer(picture);
		proxy.onConnect((target) => tunnels.push(target));
		process.env.HTTP_PROXY = process.env.HTTPS_PROXY = proxy.url;
		process.env.NO_PROXY = '127.0.0.1';
		internet.name(HOST, [PUBLIC_ADDRESS]);
		internet.name('inner.example.com', ['10.0.0.1']);
		try {
			expect(await errorOf(`http://${HOST}/a.jpg`)).toBeUndefined();
			expect(await errorOf(`https://${HOST}/b.jpg`)).toMatch(/^URL: /);
			expect(await errorOf('http://inner.example.com/c.jpg')).toMatch(PRIVATE);
			expect(proxy.asked).toEqual([`http://${HOST}/a.jpg`]);
			expect(new Set(tunnels)).toEqual(new Set([`${PUBLIC_ADDRESS}:443`]));
		} finally {
			await proxy.close();
		}
	});
});

describe('in an n8n that offers no resolver', () => {
	beforeEach(() => {
		const { execute } = BotMessaging.prototype;
		jest.spyOn(BotMessaging.prototype, 'execute').mockImplementation(async function (
			this: IExecuteFunctions,
		) {
			Object.assign(this.helpers, { getSecureEgressFilter: undefined });
			return await execute.call(this);
		});
		internet.name(HOST, ['127.0.0.1']);
	});

	test('a name is not fetched, and the hint names the version', async () => {
		const url = `http://${HOST}:${port}/a.jpg`;
		expect(await errorOf(url)).toBe(
			`URL: this n8n cannot tell whether ${HOST}:${port} is in a private network`,
		);
		expect(server.asked).toEqual([]);
		expect(await errorOf(url, { allowPrivateAddresses: true })).toBeUndefined();
		expect(server.asked).toEqual(['/a.jpg']);
	});

	test('a public address is fetched', async () => {
		expect(await errorOf(`http://${PUBLIC_ADDRESS}:${port}/a.jpg`)).toBeUndefined();
	});
});
