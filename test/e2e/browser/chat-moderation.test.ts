import { setTimeout as pause } from 'node:timers/promises';

import { useEmulator, type Json } from '../../support/emulator';
import { useChatPages, type ChatPage } from '../support/chatPage';

const emulator = useEmulator();
const pages = useChatPages();
const { chats, users } = emulator.defaults;
const group = chats.demoGroup;

let chat: ChatPage;

beforeEach(async () => {
	chat = await pages.open(emulator.url);
});

/** A successful call of the bot; returns its result. */
async function bot(method: string, params: object): Promise<Json> {
	const { body } = await emulator.api(method, { chat_id: group, ...params });
	if (!body.ok) throw new Error(body.description);
	return body.result;
}

/** The updates of a kind, once there are this many. */
async function updates(kind: string, count: number): Promise<Json[]> {
	for (;;) {
		const { body } = await emulator.api('getUpdates');
		const found = body.result.filter((one: Json) => kind in one);
		if (found.length >= count) return found.map((one: Json) => one[kind]);
		await pause(20);
	}
}

const field = () => chat.page.getByRole('textbox', { name: 'Message' });
const button = (name: string) => chat.page.getByRole('button', { name, exact: true });
const people = async () => await chat.page.locator('.members summary').click();

test('a muted person stays selected, and keeps what they have half written', async () => {
	const select = chat.page.getByLabel('You are');
	expect(await select.inputValue()).toBe(String(users.mia));
	await field().fill('Half a sent');
	await bot('restrictChatMember', {
		user_id: users.mia,
		permissions: { can_send_messages: false },
	});
	await chat.sees(/You muted/);
	expect(await select.inputValue()).toBe(String(users.mia));
	await chat.become('Noah');
	await chat.enter('Quiet Group');
	expect(await field().inputValue()).toBe('');
	await chat.enter('Demo Group');
	expect(await field().inputValue()).toBe('Half a sent');
});

test('several people join at once, one of them new, and leave at once', async () => {
	await people();
	await button('New person').click();
	for (const name of ['Zoe', 'Ada']) await chat.page.getByLabel(`Choose ${name}`).check();
	const together = chat.page.getByRole('group', { name: 'All who are ticked' });
	await together.getByRole('button', { name: 'Join', exact: true }).click();
	await chat.sees('Zoe joined');
	await chat.sees('Ada joined');
	expect(await updates('message', 2)).toHaveLength(2);
	await together.getByRole('button', { name: 'Leave' }).click();
	await chat.sees('Zoe left');
	await chat.sees('Ada left');
});

test('an administrator mutes, bans and frees a person, and a member has no buttons for that', async () => {
	await people();
	await button('New person').waitFor();
	expect(await button('Mute').count()).toBe(0);
	await chat.become('Olga');
	await chat.page.getByLabel('Choose Noah').check();
	await button('Mute').click();
	const held = chat.page.getByRole('list', { name: 'Muted and banned members' });
	await held.getByText(/Noah/).first().waitFor();
	await button('Ban').click();
	await button('Free').click();
	await held.waitFor({ state: 'detached' });
	expect((await bot('getChatMember', { user_id: users.noah })).status).toBe('left');
});

test('one click frees a muted person, and many muted people take one line', async () => {
	const mute = async (user_id: number) =>
		await bot('restrictChatMember', { user_id, permissions: { can_send_messages: false } });
	await mute(users.mia);
	const held = chat.page.getByRole('list', { name: 'Muted and banned members' });
	await button('Free Mia').click();
	await held.waitFor({ state: 'detached' });
	expect((await bot('getChatMember', { user_id: users.mia })).status).toBe('member');
	await people();
	await button('12 join at once').click();
	await chat.page.getByText('16 people, 1 bot').waitFor();
	const { members } = await emulator.state();
	const raiders = (members as Json[]).filter(({ chat_id: id, user_id: one }) => {
		return id === group && one !== users.mia && !Object.values(users).includes(one);
	});
	for (const { user_id: id } of raiders.filter(({ status }) => status === 'member')) await mute(id);
	await chat.sees(/^\d+ people are muted or banned$/);
	expect(await held.isVisible()).toBe(false);
	await chat.page.keyboard.press('Escape');
	await chat.page.getByText(/people are muted or banned$/).click();
	await button('Free all').click();
	await held.waitFor({ state: 'detached' });
});

test('a kick is shown as a kick', async () => {
	await bot('banChatMember', { user_id: users.noah });
	await chat.sees('Noah was banned for good');
	await bot('unbanChatMember', { user_id: users.noah });
	await chat.sees('Noah was kicked, and may come back');
	await chat.misses('Noah was banned for good');
});

test('a private chat begins with Start, and shows the token of the bot to copy', async () => {
	await emulator.control('post', 'seed', {
		chats: [{ id: users.noah, type: 'private', first_name: 'Noah' }],
		members: [
			{ chat_id: users.noah, user_id: users.noah, status: 'member' },
			{ chat_id: users.noah, user_id: emulator.defaults.botId, status: 'member' },
		],
	});
	await chat.page.reload();
	await chat.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await chat.become('Noah');
	const list = chat.page.getByRole('navigation', { name: 'Chats' });
	await list.getByText('Demo Bot', { exact: true }).click();
	await button('Start').click();
	await chat.message('/start').waitFor();
	expect(await updates('message', 1)).toMatchObject([
		{ text: '/start', chat: { type: 'private' }, from: { id: users.noah } },
	]);
	expect(await button('Start').count()).toBe(0);
	await button('Copy bot token').click();
	await chat.sees('Copied. Paste it into Bot Token of the credential.');
	const read = async () => await (globalThis as Json).navigator.clipboard.readText();
	expect(await chat.page.evaluate(read)).toBe(emulator.token);
});

test('a person asks to join, and is let in', async () => {
	await people();
	await chat.page.getByLabel('Choose Zoe').check();
	await button('Ask to be let in').click();
	const waiting = chat.page.getByRole('list', { name: 'Join requests' });
	await waiting.getByText('Zoe asks to be let in').waitFor();
	expect(await updates('chat_join_request', 1)).toMatchObject([{ from: { id: users.zoe } }]);
	await bot('approveChatJoinRequest', { user_id: users.zoe });
	await chat.sees('Zoe joined');
	await waiting.waitFor({ state: 'detached' });
});

test('an invite link in a message or in the list lets a person in', async () => {
	const { invite_link } = await bot('createChatInviteLink', { name: 'Friends', member_limit: 5 });
	await bot('sendMessage', { text: `Come in: ${invite_link}` });
	await chat.become('Zoe');
	await chat.enter('Demo Group');
	await button(invite_link).click();
	await chat.sees('Zoe joined');
	await people();
	await chat.sees('for 5, 1 came');
	await button('Friends').click();
	await chat.sees('Refused: you are in this chat already');
});

test('a flood takes one click, and ends if it is refused', async () => {
	await field().fill('Buy now');
	await button('Flood').click();
	expect(await updates('message', 10)).toHaveLength(10);
	await chat.message('Buy now').nth(9).waitFor();
	await bot('restrictChatMember', {
		user_id: users.mia,
		permissions: { can_send_messages: false },
	});
	await button('Flood').click();
	await chat.sees(/Not sent: you are muted/);
	expect(await updates('message', 10)).toHaveLength(10);
});

describe('a keyboard of the bot', () => {
	const keyboard = () => chat.page.getByRole('group', { name: 'Keyboard of the bot' });
	const ask = async (reply_markup: object) =>
		await bot('sendMessage', { text: 'What is it?', reply_markup });

	test('sends the words on its keys, and stays until it is removed', async () => {
		await ask({ keyboard: [['Spam', { text: 'Abuse' }]], input_field_placeholder: 'Choose' });
		await keyboard().getByRole('button', { name: 'Abuse' }).click();
		expect(await updates('message', 1)).toMatchObject([{ text: 'Abuse', from: { id: users.mia } }]);
		expect(await field().getAttribute('placeholder')).toBe('Choose');
		expect(await keyboard().isVisible()).toBe(true);
		await ask({ remove_keyboard: true });
		await keyboard().waitFor({ state: 'detached' });
	});

	test('for one use disappears after it', async () => {
		await ask({ keyboard: [['Spam']], one_time_keyboard: true });
		await keyboard().getByRole('button', { name: 'Spam' }).click();
		await keyboard().waitFor({ state: 'detached' });
	});

	test('that is selective is shown only to the person it answers', async () => {
		await bot('sendMessage', {
			text: 'And you?',
			reply_to_message_id: emulator.defaults.messages.byNoah,
			reply_markup: { keyboard: [['Yes']], selective: true },
		});
		await chat.message('And you?').waitFor();
		expect(await keyboard().count()).toBe(0);
		await chat.become('Noah');
		await keyboard().waitFor();
	});

	test('can be a wish for a reply', async () => {
		await ask({ force_reply: true });
		await chat.sees('Reply to Demo Bot: What is it?');
		await chat.write('A report');
		expect(await updates('message', 1)).toMatchObject([
			{ text: 'A report', reply_to_message: { message_id: 6 } },
		]);
		await chat.misses('Reply to Demo Bot: What is it?');
	});
});

test('the commands of a bot are shown to the people it offers them to', async () => {
	const command = (name: string) => ({ command: name, description: `Does ${name}` });
	await bot('setMyCommands', { chat_id: undefined, commands: [command('report')] });
	const scope = { type: 'all_chat_administrators' };
	await bot('setMyCommands', { chat_id: undefined, commands: [command('warn')], scope });
	await button('Commands').click();
	const menu = chat.page.getByRole('list', { name: 'Commands of the bot' });
	expect(await menu.allInnerTexts()).toEqual(['/report Does report']);
	await menu.getByRole('button').click();
	expect(await field().inputValue()).toBe('/report ');
	await chat.become('Milan');
	await field().fill('/w');
	expect(await menu.allInnerTexts()).toEqual(['/warn Does warn']);
});

test('a pinned message is above the others, without its markup', async () => {
	const { message_id } = await bot('sendMessage', { text: '*Rules*', parse_mode: 'Markdown' });
	await bot('pinChatMessage', { message_id });
	await chat.page.getByRole('button', { name: 'Pinned Rules' }).click();
	await bot('unpinChatMessage', {});
	await chat.page.locator('.pinned').waitFor({ state: 'detached' });
});

test('a document is sent under its own name', async () => {
	const picker = chat.page.waitForEvent('filechooser');
	await button('Add files').click();
	const buffer = Buffer.from('a,b');
	await (await picker).setFiles([{ name: 'list.csv', mimeType: 'text/csv', buffer }]);
	await chat.write('The list');
	await chat.message('list.csv · 3 B').waitFor();
	expect(await updates('message', 1)).toMatchObject([
		{ caption: 'The list', document: { file_name: 'list.csv' } },
	]);
});
