import '../support/ssrfOn';

import type { IDataObject } from 'n8n-workflow';

import { useBot } from '../support/bot';
import { useInternet } from '../support/internet';
import { byId } from '../support/locators';
import { startOddServer, type OddServer } from '../support/odd';

const { emulator, run } = useBot();
const internet = useInternet();

const HOST = 'files.example.com';

let server: OddServer;
let port: string;

beforeEach(async () => {
	server = await startOddServer((_request, response) => {
		const location = `http://10.0.0.9:${port}/b.jpg`;
		if (server.asked.length === 1) return void response.writeHead(302, { location }).end();
		response.writeHead(200, { 'content-type': 'image/jpeg' }).end('picture');
	});
	port = new URL(server.url).port;
});

afterEach(async () => await server.close());

const photo = async (fileUrl: string, additionalFields: IDataObject = {}) =>
	await run(
		'sendPhoto',
		{ chatId: byId('-1001'), source: 'url', fileUrl, additionalFields },
		{ node: { onError: 'continueRegularOutput' } },
	);

describe.each([false, true])('with Allow Private Addresses %s', (allowPrivateAddresses) => {
	test.each([
		['an address', () => `10.0.0.9:${port}`],
		['a name', () => `${HOST}:${port}`],
	])('the error names n8n’s own protection for %s', async (_what, hostOf) => {
		internet.name(HOST, ['10.0.0.9']);
		const { json } = await photo(`http://${hostOf()}/a.jpg`, { allowPrivateAddresses });
		expect(json).toMatchObject([
			{
				error: `URL: n8n’s own protection (SSRF) does not let the node reach ${hostOf()}`,
				mayHaveArrived: false,
			},
		]);
		expect(server.asked).toEqual([]);
		expect(internet.connected).toEqual([]);
		expect(await emulator.calls()).toEqual([]);
	});
});

test('the error names n8n’s own protection for a redirect too', async () => {
	const { json } = await photo(`http://93.184.216.34:${port}/a.jpg`);
	expect(String(json[0].error)).toMatch(/^URL: n8n’s own protection \(SSRF\)/);
	expect(server.asked).toEqual(['/a.jpg']);
});

test('an address that n8n allows still needs Allow Private Addresses', async () => {
	const { json } = await photo(`${server.url}/a.jpg`);
	expect(String(json[0].error)).toContain('is in a private network');
});

test('the error for an API server that n8n forbids says that nothing was sent', async () => {
	const sent = async (settings: object) =>
		await run(
			'sendMessage',
			{ chatId: byId('-1001'), text: 'Hello' },
			{ credential: { baseUrl: `http://10.0.0.9:${port}` }, ...settings },
		);
	const { error } = await sent({});
	expect(error?.message).toBe(
		'n8n’s own protection (SSRF) does not let the node reach this address',
	);
	expect(error?.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
	expect(error?.description).toContain('Nothing was sent.');
	expect(error?.description).not.toContain('may have been');
	const { json } = await sent({ node: { onError: 'continueRegularOutput' } });
	expect(json).toMatchObject([{ errorCode: 'blocked', mayHaveArrived: false }]);
	expect(server.asked).toEqual([]);
});
