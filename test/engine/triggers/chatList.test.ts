import axios from 'axios';

import { openChatList } from '../../support/chatList';
import { startOddServer } from '../../support/odd';
import { usePolling } from '../../support/pollingTests';

const { emulator, api, start, say, pending, polls, held, soon, token } = usePolling();
const { chats } = emulator.defaults;

const list = async (filter?: string, changes: object = {}) =>
	(await openChatList({ baseUrl: emulator.url, botToken: token(), ...changes }, filter)).results;

const DEMO_GROUP = { name: 'Demo Group (group, @demo_group)', value: '-1001' };

describe('updates that wait on the server', () => {
	test('show their chats, and keep waiting', async () => {
		await say('hello');
		expect(await list()).toEqual([DEMO_GROUP]);
		expect(await pending()).toBe(1);
		const [poll] = await polls();
		expect(poll.params).toEqual({ limit: 100, timeout: 0 });
	});

	test('are not asked for if another program holds a request for them', async () => {
		const url = `${emulator.url}/bot${token()}/getUpdates`;
		const foreign = axios.post(url, { timeout: 50 });
		await held();
		await expect(list()).rejects.toThrow(/^This bot has received no messages/);
		await say('hello');
		const { data } = await foreign;
		expect(data.result).toMatchObject([{ message: { text: 'hello' } }]);
		expect(await polls()).toHaveLength(1);
	});

	test('are left to another program if it gets them after all', async () => {
		await say('hello');
		await emulator.fault({ kind: 'error', method: 'getUpdates', status: 409 });
		await expect(list()).rejects.toThrow(
			/^Another program receives the updates of this bot.*By ID/,
		);
	});

	test('are not asked for if they go to a webhook', async () => {
		await say('hello');
		await api('setWebhook', { url: 'https://n8n.example.com/webhook/1' });
		await expect(list()).rejects.toThrow(/go to n8n\.example\.com\. This bot has received/);
		expect(await polls()).toEqual([]);
	});
});

describe('the triggers of this n8n', () => {
	test('report each chat, even one that their filters leave out, without another request', async () => {
		const trigger = await start({ filters: { commands: '/ban' } });
		await say('in the group');
		await say('in private', chats.privateMia);
		await soon('both are dealt with', async () => (await pending()) === 0);
		const before = (await emulator.calls('getWebhookInfo')).length;
		expect(await list()).toEqual([
			{
				name: expect.stringMatching(/^Mia.* \(private chat, .+\)$/),
				value: String(chats.privateMia),
			},
			DEMO_GROUP,
		]);
		expect(trigger.started).toEqual([]);
		expect((await emulator.calls('getWebhookInfo')).length).toBe(before);
	});

	test('know only the chats of their own bot', async () => {
		await start();
		await say('hello');
		await soon('it is dealt with', async () => (await pending()) === 0);
		await emulator.control('post', 'seed', { bots: [{ id: 6, token: '6:secret' }] });
		await expect(list('', { botToken: '6:secret' })).rejects.toThrow(/^This bot has received/);
	});

	test.each([
		['demo g', 1],
		['@DEMO_GROUP', 1],
		['-1001', 1],
		['𝗗emo g', 1],
		['somebody', 0],
	])('are searched for %j', async (filter, found) => {
		await start();
		await say('hello');
		await soon('it is dealt with', async () => (await pending()) === 0);
		expect(await list(filter)).toHaveLength(found);
	});
});

test('a title is found however its accents are encoded', async () => {
	const { id } = await api('getMe');
	const title = 'Nhóm Hà Nội'.normalize('NFD');
	await emulator.control('post', 'seed', {
		chats: [{ id: -1100, type: 'group', title }],
		members: [
			{ chat_id: -1100, user_id: emulator.defaults.users.mia, status: 'member' },
			{ chat_id: -1100, user_id: id, status: 'administrator' },
		],
	});
	await start();
	await say('hello', -1100);
	await soon('it is dealt with', async () => (await pending()) === 0);
	expect(await list('hà nội')).toHaveLength(1);
});

describe('a server that does not answer properly', () => {
	test('causes an error that says what to do', async () => {
		await expect(list('', { botToken: '1:wrong' })).rejects.toMatchObject({
			message: 'Unauthorized',
			description: expect.stringContaining('paste the complete bot token again'),
		});
	});

	test('is asked for nothing if it lacks getWebhookInfo', async () => {
		const server = await startOddServer((_request, response) => {
			response.writeHead(404).end('{"ok":false,"error_code":404,"description":"Not Found"}');
		});
		try {
			await expect(list('', { baseUrl: server.url })).rejects.toThrow(/^This bot has received/);
			expect(server.asked).toHaveLength(1);
		} finally {
			await server.close();
		}
	});
});
