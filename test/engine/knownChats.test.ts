import { forgetBots, botAt } from '../support/bot';
import type { RunResult } from '../support/engine';
import { usePolling } from '../support/pollingTests';
import { WebhookTrigger } from '../support/webhookTrigger';

const { emulator, start, create, say, soon, pending, token } = usePolling();
const { chats, users } = emulator.defaults;
const { run } = botAt(emulator);

const get = async (parameters: object = { returnAll: true }) =>
	await run('getManyChats', parameters as never, {
		mode: 'trigger',
		credential: { botToken: token() },
	});
const ids = async (parameters?: object) => (await get(parameters)).json.map(({ chatId }) => chatId);

/** The notices above the output. */
const said = ({ data }: RunResult['run']) =>
	data.resultData.runData['Bot Messaging'][0].hints?.map(({ message }) => message);

const settled = async () => await soon('all is dealt with', async () => (await pending()) === 0);

const botId = () => Number(token().split(':')[0]);

const KNOWN = { username: null, isLost: false };
const GROUP = {
	chatId: -1001,
	type: 'group',
	title: 'Demo Group',
	username: 'demo_group',
	isLost: false,
};

describe('the chats that a bot knows', () => {
	test('come with kind and title, the latest first, and include those that filters leave out', async () => {
		await start({ filters: { commands: '/ban' } });
		for (const chat of [chats.demoGroup, chats.privateMia, chats.moderators]) await say('hi', chat);
		await say('again');
		await settled();
		const { json } = await get();
		expect(json).toEqual([
			GROUP,
			{ chatId: chats.moderators, type: 'group', title: 'Moderators', ...KNOWN },
			{ chatId: chats.privateMia, type: 'private', title: 'Mia', ...KNOWN, username: 'mia' },
		]);
	});

	test.each<[parameters: object, found: number[]]>([
		[{ limit: 2 }, [chats.moderators, chats.privateMia]],
		[{ limit: 1, additionalFields: { chatKinds: ['private'] } }, [chats.privateMia]],
		[{ returnAll: true, additionalFields: { chatKinds: ['group'] } }, [-1003, -1001]],
		[{ returnAll: true, additionalFields: { chatKinds: ['channel'] } }, []],
		[{ returnAll: true, additionalFields: { chatKinds: [] } }, [-1003, 1003, -1001]],
	])('with %j', async (parameters, found) => {
		await start();
		for (const chat of [chats.demoGroup, chats.privateMia, chats.moderators]) await say('hi', chat);
		await settled();
		expect(await ids(parameters)).toEqual(found);
	});

	test('are an empty list at first, which is not an error while a trigger is published', async () => {
		await start();
		const { json, error } = await get();
		expect(error).toBeUndefined();
		expect(json).toEqual([]);
	});

	test('can be written to by a second node', async () => {
		await start();
		for (const chat of [chats.demoGroup, chats.privateMia]) await say('hi', chat);
		await settled();
		const { outputs } = await get();
		const { json } = await run(
			'sendMessage',
			{ chatId: { __rl: true, mode: 'id', value: '={{ $json.chatId }}' }, text: 'News' },
			{ items: outputs[0], credential: { botToken: token() } },
		);
		expect(json.map(({ chatId, text }) => [chatId, text])).toEqual([
			[chats.privateMia, 'News'],
			[chats.demoGroup, 'News'],
		]);
	});
});

describe('the list of known chats', () => {
	test('loses a group that the bot was removed from, whatever starts the workflow', async () => {
		await start();
		await emulator.control('post', 'seed', {
			members: [{ chat_id: chats.quietGroup, user_id: users.mia, status: 'member' }],
		});
		for (const chat of [chats.demoGroup, chats.quietGroup]) await say('hi', chat);
		await settled();
		expect(await ids()).toEqual([chats.quietGroup, chats.demoGroup]);
		const act = { user_id: users.olga, chat_id: chats.quietGroup, member_id: botId() };
		expect(await emulator.act('ban', act)).toMatchObject({ ok: true });
		await settled();
		expect(await ids()).toEqual([chats.demoGroup]);
	});

	test('has the chats in which the bot wrote, and says which it has lost', async () => {
		await start();
		for (const chat of [chats.demoGroup, chats.privateMia]) await say('hi', chat);
		await settled();
		const send = async (chat: number) => {
			const chatId = { __rl: true, mode: 'id', value: String(chat) };
			const parameters = { chatId, text: 'News' };
			await run('sendMessage', parameters, { credential: { botToken: token() } });
		};
		await send(chats.quietGroup);
		expect(await ids()).toEqual([chats.quietGroup, chats.privateMia, chats.demoGroup]);
		const description = 'Forbidden: bot was blocked by the user';
		await emulator.fault({ kind: 'error', method: 'sendMessage', status: 403, description });
		await send(chats.privateMia);
		expect(await ids()).toEqual([chats.quietGroup, chats.demoGroup]);
		const all = { returnAll: true, additionalFields: { withLost: true } };
		const { json, run: saved } = await get(all);
		expect(json.map(({ chatId, isLost }) => [chatId, isLost])).toEqual([
			[chats.privateMia, true],
			[chats.quietGroup, false],
			[chats.demoGroup, false],
		]);
		expect(said(saved)).toEqual(['1 private chat, 2 groups.']);
		const one = await get({ limit: 1, additionalFields: { chatKinds: ['group'] } });
		expect(said(one.run)).toEqual([
			'1 group. Left out: 1 that the bot has lost, 1 by Kinds or Limit.',
		]);
	});

	test('loses a person who blocked the bot', async () => {
		await start();
		for (const chat of [chats.demoGroup, chats.privateMia]) await say('hi', chat);
		await settled();
		await emulator.act('leave', { user_id: users.mia, chat_id: chats.privateMia });
		await settled();
		expect(await ids()).toEqual([chats.demoGroup]);
	});

	test('loses the former number of a group that moved', async () => {
		await start();
		await say('hi');
		await settled();
		await emulator.act('migrate', { user_id: users.olga, chat_id: chats.demoGroup });
		await settled();
		const { json } = await get();
		expect(json).toMatchObject([{ type: 'supergroup', title: 'Demo Group' }]);
		expect(json[0].chatId).not.toBe(chats.demoGroup);
	});
});

describe('after a restart of n8n', () => {
	/** The chats that a polling trigger still knows after a restart of n8n. */
	async function restarted(others: object = {}) {
		const before = await start();
		for (const chat of [chats.privateMia, chats.demoGroup]) await say('hi', chat);
		await soon('both have come', () => before.started.length === 2);
		await settled();
		await before.stop();
		forgetBots();
		return create({}, others, before.saved ?? {});
	}

	test('the polling trigger knows them again', async () => {
		const trigger = await restarted();
		expect((await get()).error?.message).toContain('has received no messages');
		await trigger.start('init');
		expect(await ids()).toEqual([chats.demoGroup, chats.privateMia]);
	});

	test('later messages count as newer, and a chat that the bot leaves is removed', async () => {
		const trigger = await restarted();
		await trigger.start('init');
		await say('hi', chats.moderators);
		await emulator.act('leave', { user_id: users.mia, chat_id: chats.privateMia });
		await settled();
		expect(await ids()).toEqual([chats.moderators, chats.demoGroup]);
	});

	test('the chats of another bot are not added', async () => {
		const trigger = await restarted();
		const id = botId() + 1_000_000;
		await emulator.control('post', 'seed', {
			bots: [{ id, token: `${id}:other` }],
			users: [{ id, is_bot: true, first_name: 'Other' }],
		});
		trigger.paste({ botToken: `${id}:other` });
		await trigger.start('init');
		const { json } = await run('getManyChats', {}, { credential: { botToken: `${id}:other` } });
		expect(json).toEqual([]);
	});

	test('the webhook trigger knows them again, also in a process that has not registered it', async () => {
		const credential = { baseUrl: emulator.url, botToken: token() };
		const trigger = await new WebhookTrigger(credential, {}, `kept ${token()}`).listen();
		await trigger.open();
		await say('hi', chats.privateMia);
		await soon('it has come', () => trigger.started.length === 1);
		forgetBots();
		await say('hi', chats.demoGroup);
		await soon('it has come', () => trigger.started.length === 2);
		expect(trigger.memory.chats).toMatchObject({
			list: [{ id: String(chats.demoGroup) }, { id: String(chats.privateMia) }],
		});
		forgetBots();
		await trigger.open('trigger', 'init');
		expect(await ids()).toEqual([chats.demoGroup, chats.privateMia]);
		await trigger.step('delete');
		trigger.server.close();
	});
});
