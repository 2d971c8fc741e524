import axios from 'axios';

import { botAt } from '../support/bot';
import { usePolling } from '../support/pollingTests';

/** A process without triggers, like a worker of n8n in queue mode: no test of this file publishes one. */
const { emulator, api, say, held, token, pending } = usePolling();
const { run } = botAt(emulator);

const runFor = async (operation: string, mode: 'manual' | 'trigger') =>
	await run(operation, {}, { mode, credential: { botToken: token() } });

const check = async () => (await runFor('checkSetup', 'trigger')).json;

const notKnown = (problem: RegExp) => ({
	cause: 'notKnown',
	isBlocking: false,
	problem: expect.stringMatching(problem),
	whatToDo: expect.stringContaining('In queue mode this execution runs in a worker'),
});

describe('Check Setup says what it cannot know without triggers', () => {
	test('about a webhook of this package', async () => {
		await api('setWebhook', { url: 'https://n8n.example.com/webhook/1/bot-updates' });
		expect(await check()).toEqual([notKnown(/n8n\.example\.com.*is not known here/)]);
	});

	test('but reports the webhook of another program as usual', async () => {
		await api('setWebhook', { url: 'https://other.example.com/in' });
		expect(await check()).toMatchObject([{ cause: 'webhookElsewhere', isBlocking: true }]);
	});

	test('about a program that polls', async () => {
		const url = `${emulator.url}/bot${token()}/getUpdates`;
		const foreign = axios.post(url, { timeout: 20 });
		await held();
		expect(await check()).toEqual([notKnown(/^A program fetches the updates of this bot/)]);
		await say('enough');
		await foreign;
	});

	test('but reports as usual that no program polls', async () => {
		await say('hello');
		expect(await check()).toMatchObject([{ cause: 'noTrigger', isBlocking: true }]);
	});
});

describe('Chat > Get Many', () => {
	test('leaves the updates that wait on the server if it runs for all chats', async () => {
		await say('hello');
		const { json, error } = await runFor('getManyChats', 'trigger');
		expect(json).toEqual([]);
		expect(error?.message).toContain('known only in the process of n8n that runs its triggers');
		expect(error?.description).toMatch(/In queue mode.*data table/);
		expect(await emulator.calls('getUpdates')).toEqual([]);
	});

	test('shows the chats of waiting updates to a person who tries it, says so, and leaves them there', async () => {
		await say('hello');
		const { json, run: execution } = await runFor('getManyChats', 'manual');
		expect(json).toMatchObject([{ chatId: -1001, title: 'Demo Group' }]);
		const [task] = execution.data.resultData.runData['Bot Messaging'];
		expect(task.hints).toMatchObject([
			{ message: expect.stringContaining('No trigger of this bot') },
			{ message: '1 group.' },
		]);
		expect(await pending()).toBe(1);
	});

	test('says what to do if no chat is known', async () => {
		const { error } = await runFor('getManyChats', 'manual');
		expect(error?.message).toContain('has received no messages');
		expect(error?.description).toMatch(/Publish a workflow.*Bot > Check Setup/);
	});
});
