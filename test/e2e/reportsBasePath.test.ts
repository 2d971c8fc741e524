import { createServer, request as forward } from 'node:http';

import { linkPackage } from '../../sandbox/lib/n8n';
import { freePort } from '../../scripts/lib/ports';
import { useEmulator } from '../support/emulator';
import { useOwnN8n } from './support/n8n';
import { Questions } from './support/questions';
import { useTriggers } from './support/triggers';

const PATH = '/n8n';

const settings: Record<string, string> = { N8N_PATH: `${PATH}/` };

/** A reverse proxy that shows the editor of n8n below a path, and its webhooks at the root. */
const proxy = createServer((request, response) => {
	const { method, headers, url = '' } = request;
	const path = url.startsWith(`${PATH}/`) ? url.slice(PATH.length) : url;
	const target = forward(`${n8n.url}${path}`, { method, headers }, (answer) => {
		response.writeHead(answer.statusCode!, answer.headers);
		answer.pipe(response);
	});
	request.pipe(target);
});

beforeAll(async () => {
	const port = await freePort();
	await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
	// n8n refuses its own signed addresses if a proxy removes a path.
	settings.WEBHOOK_URL = `http://127.0.0.1:${port}/`;
});
afterAll(() => {
	proxy.closeAllConnections();
	proxy.close();
});

const emulator = useEmulator({ webhookRetryBaseMs: 100 });
const n8n = useOwnN8n(linkPackage, settings);
const triggers = useTriggers(n8n, emulator);
const questions = new Questions(() => n8n.rest, emulator);

describe('E5 n8n #18610: n8n below a path, with its webhooks at the root, takes an answer', () => {
	const listen = async () => {
		const parameters = { updates: ['message', 'callback_query'] };
		await triggers.publish({ type: 'botMessagingTrigger', parameters });
		expect((await triggers.webhook()).url).toMatch(new RegExp(`^${settings.WEBHOOK_URL}webhook/`));
	};

	test('by a button', async () => {
		await listen();
		const { execution, question } = await questions.ask();
		expect(await questions.press('olga', question, 'Approve')).toBe('Approve');
		expect((await questions.whenAnswered(execution)).json).toMatchObject({ approved: true });
	});

	test('by a typed reply', async () => {
		await listen();
		const { execution, question } = await questions.ask({ responseType: 'freeText' });
		await questions.reply('olga', question, 'It may');
		expect((await questions.whenAnswered(execution)).json).toMatchObject({ text: 'It may' });
	});

	test('by a link', async () => {
		const { execution, question } = await questions.ask({ responseType: 'links' });
		await questions.waits(execution);
		const [[{ url }]] = question.reply_markup!.inline_keyboard as unknown as Array<
			Array<{ url: string }>
		>;
		expect(url.startsWith(settings.WEBHOOK_URL)).toBe(true);
		expect(await (await fetch(url)).text()).toContain('Approve');
		expect((await fetch(url, { method: 'POST' })).status).toBe(200);
		expect((await questions.whenAnswered(execution)).json).toMatchObject({ approved: true });
	});
});
