import type { IDataObject, INode } from 'n8n-workflow';

import { items, useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const GROUP = '-1001';
const NOAH = 1004;
const MIA = 1003;

const kickOf = (user: string | number): IDataObject => ({
	chatId: byId(GROUP),
	userId: byId(String(user)),
	until: 'kick',
});

const KICK = kickOf(NOAH);

/** Every moderating request, in order. */
const moderation = async () =>
	(await emulator.calls())
		.filter(({ method }) => /banChatMember/i.test(method))
		.map(({ method, params }) => `${method} ${params.user_id as number}`);

const statusOf = async (user: number) =>
	(await emulator.state()).members.find(
		({ chat_id, user_id }) => chat_id === Number(GROUP) && user_id === user,
	)?.status;

const refuseUnban = async (times = 1) =>
	await emulator.fault({
		kind: 'error',
		method: 'unbanChatMember',
		status: 403,
		description: 'Forbidden: not enough rights',
		times,
	});

const STILL_BANNED = /not enough rights.* is still banned/;

test('Kick bans and lifts the ban, in this order', async () => {
	const { json, error } = await run('banChatMember', KICK);
	expect(error).toBeUndefined();
	expect(await moderation()).toEqual([`banChatMember ${NOAH}`, `unbanChatMember ${NOAH}`]);
	const [, unban] = (await emulator.calls()).filter(({ method }) => /ban/i.test(method));
	expect(unban.params).toEqual({ chat_id: -1001, user_id: NOAH, only_if_banned: true });
	expect(await statusOf(NOAH)).toBe('left');
	expect(json).toEqual([
		{ success: true, chatId: -1001, userId: NOAH, untilDate: expect.any(Number) },
	]);
	expect(Number(json[0].untilDate)).toBeGreaterThan(1_700_000_000);
});

describe('the ban of a kick ends by itself after a minute', () => {
	const ends = async () =>
		(await emulator.calls())
			.filter(({ method }) => method === 'banChatMember')
			.map(({ params }) => Number(params.until_date));

	test('so nobody stays banned if it cannot be lifted', async () => {
		await refuseUnban();
		const before = Math.floor(Date.now() / 1000);
		await run('banChatMember', KICK);
		const [end] = await ends();
		expect(end - before).toBeGreaterThanOrEqual(60);
		expect(end - before).toBeLessThan(366 * 86_400);
	});

	test('counted from the attempt that the server takes', async () => {
		const now = Date.now();
		let calls = 0;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + 1000 * calls++);
		await emulator.fault({ kind: 'error', method: 'banChatMember', status: 500 });
		const { error } = await run('banChatMember', KICK);
		clock.mockRestore();
		expect(error).toBeUndefined();
		const [first, second] = await ends();
		expect(second).toBeGreaterThan(first);
	});
});

test('a person who was kicked can join again', async () => {
	await run('banChatMember', KICK);
	await emulator.act('join', { chat_id: -1001, user_id: NOAH });
	expect(await statusOf(NOAH)).toBe('member');
});

test('a person who is banned stays banned', async () => {
	await emulator.api('banChatMember', { chat_id: -1001, user_id: NOAH });
	const { error } = await run('banChatMember', KICK);
	expect(error?.message).toBe('The person is banned already, and stays banned');
	expect(await statusOf(NOAH)).toBe('kicked');
	expect(await moderation()).toEqual([`banChatMember ${NOAH}`]);
});

test('nobody is removed while the server does not say whether they are banned', async () => {
	await emulator.fault({ kind: 'error', method: 'getChatMember', status: 400, description: 'no' });
	const { error } = await run('banChatMember', KICK);
	expect(error).toBeDefined();
	expect(await moderation()).toEqual([]);
});

test('a refused ban is not followed by another request', async () => {
	const { error } = await run('banChatMember', kickOf(1001));
	expect(error?.message).toContain("can't remove chat owner");
	expect(error?.message).not.toContain('banned:');
	expect(await moderation()).toEqual(['banChatMember 1001']);
});

test('if the ban cannot be lifted, the error says that the person is still banned', async () => {
	await refuseUnban();
	const { error } = await run('banChatMember', KICK);
	expect(error?.message).toMatch(STILL_BANNED);
	expect(await statusOf(NOAH)).toBe('kicked');
});

test('if errors become items, the item says it too', async () => {
	await refuseUnban();
	const { json } = await run('banChatMember', KICK, { node: { onError: 'continueRegularOutput' } });
	expect(json).toMatchObject([
		{ error: expect.stringMatching(STILL_BANNED), errorReason: 'noRight', chatId: -1001 },
	]);
});

describe('a retry', () => {
	const RETRY_ON_FAIL: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

	test('by n8n only lifts the ban', async () => {
		await refuseUnban();
		const { json } = await run('banChatMember', KICK, { node: RETRY_ON_FAIL });
		expect(json).toMatchObject([{ success: true, userId: NOAH }]);
		expect(await moderation()).toEqual([
			`banChatMember ${NOAH}`,
			`unbanChatMember ${NOAH}`,
			`unbanChatMember ${NOAH}`,
		]);
	});

	test('by a person does not remove a person again who was let in meanwhile', async () => {
		await refuseUnban();
		const first = await run('banChatMember', KICK);
		await emulator.api('unbanChatMember', { chat_id: -1001, user_id: NOAH });
		await emulator.act('join', { chat_id: -1001, user_id: NOAH });
		const { json } = await run('banChatMember', KICK, { retryOf: first.run });
		expect(json).toMatchObject([{ success: true, userId: NOAH }]);
		expect(await statusOf(NOAH)).toBe('member');
	});

	test('kicks nobody twice if another item failed', async () => {
		const both = items({ user: MIA }, { user: 424242 });
		const parameters = kickOf('={{ $json.user }}');
		const first = await run('banChatMember', parameters, { items: both });
		expect(first.error).toBeDefined();
		await run('banChatMember', parameters, { items: both, retryOf: first.run });
		const ofMia = (await moderation()).filter((line) => line.endsWith(String(MIA)));
		expect(ofMia).toEqual([`banChatMember ${MIA}`, `unbanChatMember ${MIA}`]);
	});

	test('does not lift a permanent ban if How Long was changed to Kick', async () => {
		const both = items({ user: MIA }, { user: 424242 });
		const permanent = { ...kickOf('={{ $json.user }}'), until: 'permanent' };
		const first = await run('banChatMember', permanent, { items: both });
		await run('banChatMember', kickOf('={{ $json.user }}'), { items: both, retryOf: first.run });
		expect(await statusOf(MIA)).toBe('kicked');
	});

	test('with another person says who is still banned', async () => {
		await refuseUnban();
		const first = await run('banChatMember', KICK);
		const { run: second } = await run('banChatMember', kickOf(MIA), { retryOf: first.run });
		expect(JSON.stringify(second.data.resultData.runData)).toContain(
			'not finished in chat -1001. The person was removed and is still banned',
		);
		expect(await statusOf(MIA)).toBe('left');
	});
});
