import { until } from '../../scripts/lib/until';
import { useEmulator, type Json } from '../support/emulator';
import { PATIENCE_MS } from '../support/patience';
import { accepted } from './answers';

const emulator = useEmulator();
const { botId, users, chats, messages } = emulator.defaults;

const send = async (text: string) =>
	accepted(await emulator.api('sendMessage', { chat_id: chats.demoGroup, text }));

const refusedByControl = async (
	method: 'post' | 'put' | 'patch',
	path: string,
	body: object,
): Promise<void> => {
	await expect(emulator.control(method, path, body)).rejects.toThrow('400');
};

describe('reset', () => {
	test('restores the initial world', async () => {
		const before = await emulator.state();
		await send('Hi');
		await emulator.act('leave', { user_id: users.mia, chat_id: chats.demoGroup });
		await emulator.control('post', 'reset', {});
		const after = await emulator.state();
		// Dates follow the clock, and update ids continue.
		const undated = ({ messages: all, bots, ...state }: typeof after) => ({
			...state,
			bots: bots.map((bot) => ({ ...bot, next_update_id: 0 })),
			messages: all.map((message) => ({ ...message, date: 0 })),
		});
		expect(undated(after)).toEqual(undated(before));
		expect(await emulator.calls()).toEqual([]);
	});

	test('can leave an empty world, in which every token is unknown', async () => {
		await emulator.control('post', 'reset', { seed: 'empty' });
		expect(await emulator.state()).toMatchObject({ bots: [], users: [], chats: [], messages: [] });
		expect((await emulator.api('getMe')).status).toBe(401);
	});

	test('needs no body', async () => {
		await send('Hi');
		await emulator.control('post', 'reset');
		expect(await emulator.calls()).toEqual([]);
	});

	test('refuses an unknown world', async () => {
		await refusedByControl('post', 'reset', { seed: 'other' });
	});

	test('applies settings before it creates the world', async () => {
		const before = await emulator.control('get', 'settings');
		const settings = { latencyMs: 1, dialect: { groupIds: 'positive' } };
		await emulator.control('post', 'reset', { settings });
		expect(await emulator.control('get', 'settings')).toEqual({
			...before,
			...settings,
			dialect: { ...before.dialect, ...settings.dialect },
		});
		const groups = (await emulator.state()).chats.filter(({ type }) => type !== 'private');
		expect(groups.every(({ id }) => id > 0)).toBe(true);
		await refusedByControl('post', 'reset', { settings: { latencyMs: '1' } });
	});

	test('removes calls that began before it', async () => {
		await emulator.fault({ kind: 'delay', delayMs: 300, method: 'getMe' });
		const slow = emulator.api('getMe');
		await until(
			'the call has begun',
			async () => (await emulator.control('get', 'faults')).length === 0,
			PATIENCE_MS,
			{ pauseMs: 5 },
		);
		await emulator.control('post', 'reset');
		await slow;
		await emulator.api('getChat', { chat_id: chats.demoGroup });
		expect((await emulator.calls()).map(({ method }: Json) => method)).toEqual(['getChat']);
	});
});

describe('seed', () => {
	test('adds to the world: a bot, people, a chat with history, a game', async () => {
		await emulator.control('post', 'seed', {
			bots: [{ id: 77, token: '77:other' }],
			users: [
				{ id: 77, is_bot: true, first_name: 'Other' },
				{ id: 78, is_bot: false, first_name: 'Ada' },
			],
			chats: [{ id: -77, type: 'group', title: 'New' }],
			members: [
				{ chat_id: -77, user_id: 77, status: 'member' },
				{ chat_id: -77, user_id: 78, status: 'creator' },
			],
			messages: [{ message_id: 41, chat_id: -77, from_id: 78, game: { short_name: 'chess' } }],
			games: [
				{
					short_name: 'chess',
					title: 'Chess',
					scores: [{ user_id: 78, score: 9 }],
					inline_message_ids: [],
				},
			],
		});
		const call = async (method: string, query: string) =>
			(await (await fetch(`${emulator.url}/bot77:other/${method}?${query}`)).json()) as Json;
		const sent = await call('sendMessage', 'chat_id=-77&text=Hi');
		expect(sent.result.message_id).toBe(42);
		const scores = await call('getGameHighScores', 'user_id=78&chat_id=-77&message_id=41');
		expect(scores.result).toMatchObject([{ position: 1, user: { first_name: 'Ada' }, score: 9 }]);
		expect((await emulator.state()).chats).toHaveLength(7);
	});

	test('replaces an entry with the same ID', async () => {
		const who = { chat_id: chats.demoGroup, user_id: users.mia };
		await emulator.control('post', 'seed', {
			members: [{ ...who, status: 'kicked' }],
			messages: [{ chat_id: chats.demoGroup, message_id: 2, from_id: botId, text: 'Mine' }],
		});
		expect(accepted(await emulator.api('getChatMember', who)).status).toBe('kicked');
		const edit = { chat_id: chats.demoGroup, message_id: 2, text: 'Changed' };
		accepted(await emulator.api('editMessageText', edit));
		expect((await emulator.state()).messages).toHaveLength(6);
	});

	test.each([
		['a list it does not know', { persons: [] }],
		['what is no list', { users: { id: 1 } }],
	])('refuses %s', async (_kind, body) => {
		await refusedByControl('post', 'seed', body);
	});
});

test('puts a new person into no chat, and the person can join one', async () => {
	const { user_id } = await emulator.act('person', { first_name: 'Ada' });
	expect((await emulator.state()).users).toContainEqual({
		id: user_id,
		is_bot: false,
		first_name: 'Ada',
	});
	await emulator.act('join', { user_id, chat_id: chats.demoGroup });
	expect(accepted(await emulator.api('getUpdates'))).toMatchObject([
		{ message: { new_chat_members: [{ first_name: 'Ada' }] } },
	]);
});

describe('snapshot', () => {
	test('restores the world as it was', async () => {
		await send('before');
		await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text: 'Hi' });
		const snapshot = await emulator.control('get', 'snapshot');
		await send('after');
		await emulator.control('put', 'snapshot', snapshot);
		const texts = (await emulator.state()).messages.map(({ text }) => text);
		expect(texts).toContain('before');
		expect(texts).not.toContain('after');
		expect((await send('again')).message_id).toBe(8);
		expect(accepted(await emulator.api('getUpdates'))).toHaveLength(1);
	});

	test('refuses an incomplete world', async () => {
		await refusedByControl('put', 'snapshot', { users: [] });
	});
});

describe('state', () => {
	test('shows what the bot did, including deleted messages, and hides its token', async () => {
		const { message_id } = await send('Gone');
		const params = { chat_id: chats.demoGroup, message_ids: [message_id] };
		accepted(await emulator.api('deleteMessages', params));
		const state = await emulator.state();
		expect(state.messages).toContainEqual(
			expect.objectContaining({ message_id, from_id: botId, text: 'Gone', deleted: true }),
		);
		expect(JSON.stringify(state)).not.toContain(emulator.token);
	});

	test('shows an expired restriction as over', async () => {
		const who = { chat_id: chats.demoGroup, user_id: users.mia };
		const until_date = Math.floor(Date.now() / 1000) + 60;
		accepted(await emulator.api('restrictChatMember', { ...who, permissions: {}, until_date }));
		const status = async () =>
			(await emulator.state()).members.find(
				({ chat_id, user_id }) => chat_id === who.chat_id && user_id === who.user_id,
			)?.status;
		expect(await status()).toBe('restricted');
		await emulator.control('post', 'clock', { advance_seconds: 61 });
		expect(await status()).toBe('member');
	});
});

describe('settings', () => {
	test('can be read and changed one by one', async () => {
		const before = await emulator.control('get', 'settings');
		await emulator.settings({ latencyMs: 1 });
		expect(await emulator.control('get', 'settings')).toEqual({ ...before, latencyMs: 1 });
	});

	test.each([
		['an unknown one', { lag: 1 }],
		['another type', { latencyMs: '1' }],
		['less than nothing', { sendRatePerSecond: -1 }],
		['another style', { rateLimitStyle: 'polite' }],
	])('refuse %s', async (_kind, patch) => {
		await refusedByControl('patch', 'settings', patch);
	});
});

describe('acts', () => {
	test.each([
		['an unknown field', 'message', { user_id: 1003, chat_id: -1001, txt: 'Hi' }],
		['nobody', 'message', { chat_id: -1001, text: 'Hi' }],
		['nothing to say', 'message', { user_id: 1003, chat_id: -1001 }],
	])('refuse %s', async (_kind, act, body) => {
		await refusedByControl('post', `act/${act}`, body);
	});

	test('are 404 in a chat that does not exist', async () => {
		const act = emulator.act('message', { user_id: users.mia, chat_id: 77, text: 'Hi' });
		await expect(act).rejects.toThrow('404');
	});

	test('are refused for a person who is not in the chat', async () => {
		const zoe = { user_id: users.zoe, chat_id: chats.demoGroup };
		const refused = { ok: false, refused: 'you are not in this chat' };
		expect(await emulator.act('message', { ...zoe, text: 'Hi' })).toEqual(refused);
		const reaction = { ...zoe, message_id: messages.byMia, emoji: '👍' };
		expect(await emulator.act('react', reaction)).toEqual(refused);
	});
});
