import { setTimeout as pause } from 'node:timers/promises';

import { useEmulator, type Json } from '../../support/emulator';
import { useChatPages, PNG, styleOf, type ChatPage } from '../support/chatPage';

const emulator = useEmulator();
const pages = useChatPages();
const { chats, users } = emulator.defaults;
const group = chats.demoGroup;

let chat: ChatPage;

beforeEach(async () => {
	chat = await pages.open(emulator.url);
	await chat.become('Mia');
});

/** A successful call of the bot; returns its result. */
async function bot(method: string, params: object): Promise<Json> {
	const { body } = await emulator.api(method, params);
	if (!body.ok) throw new Error(body.description);
	return body.result;
}

/** The newest update of a kind, as soon as there is one. */
async function update(kind: string): Promise<Json> {
	for (;;) {
		const found = (await bot('getUpdates', {})).findLast((one: Json) => kind in one);
		if (found) return found[kind];
		await pause(20);
	}
}

const KEYBOARD = {
	inline_keyboard: [
		[
			{ text: 'I agree', callback_data: 'yes' },
			{ text: 'Why?', callback_data: 'why' },
		],
	],
};

describe('what Mia writes', () => {
	test('is in the chat and reaches the bot', async () => {
		await chat.write('Hello, bot');
		await chat.message('Hello, bot').waitFor();
		expect(await update('message')).toMatchObject({
			text: 'Hello, bot',
			from: { first_name: 'Mia' },
			chat: { id: group },
		});
	});

	test('can answer a message', async () => {
		const hello = chat.message('Good morning, I am the demo bot.');
		await hello.hover();
		await hello.getByRole('button', { name: /^Reply/ }).click();
		await chat.write('Good morning!');
		await chat.message('Good morning!').locator('.quote', { hasText: 'Demo Bot' }).waitFor();
		expect(await update('message')).toMatchObject({ reply_to_message: { message_id: 4 } });
	});

	test('can be a picture', async () => {
		await chat.sendPhotos(['cat.png'], 'My cat');
		await chat.message('My cat').waitFor();
		expect(await chat.pictures(1)).toEqual([8]);
		const { photo } = await update('message');
		expect(photo).toMatchObject([{ width: 8, height: 6, file_size: PNG.length }]);
	});

	test('can be an album', async () => {
		await chat.sendPhotos(['a.png', 'b.png', 'c.png'], 'Three');
		expect(await chat.pictures(3)).toEqual([8, 8, 8]);
		expect(await chat.page.locator('.album').count()).toBe(1);
		expect(await chat.message('Three').count()).toBe(1);
	});

	test('can be an album that answers a message with each of its pictures', async () => {
		const hello = chat.message('Good morning, I am the demo bot.');
		await hello.hover();
		await hello.getByRole('button', { name: /^Reply/ }).click();
		await chat.sendPhotos(['a.png', 'b.png'], 'Two');
		await chat.pictures(2);
		const updates: Json[] = await bot('getUpdates', {});
		const pictures = updates.flatMap(({ message }) => (message?.photo ? [message] : []));
		expect(pictures.map((one) => one.reply_to_message?.message_id)).toEqual([4, 4]);
		expect(pictures.map(({ caption }) => caption)).toEqual(['Two', undefined]);
	});
});

describe('what the bot does', () => {
	test('appears at once: a message with its format, and its edit', async () => {
		const text = '<b>Rules</b>: be kind';
		const { message_id } = await bot('sendMessage', { chat_id: group, text, parse_mode: 'HTML' });
		await chat.message('Rules: be kind').locator('strong', { hasText: 'Rules' }).waitFor();
		await bot('editMessageText', { chat_id: group, message_id, text: 'Rules: none' });
		await chat.message('Rules: none').getByText('edited').waitFor();
		expect(await chat.message('be kind').count()).toBe(0);
	});

	test('Markdown is drawn as the service reads it', async () => {
		const text = '**Rules**: *be _very_* kind';
		await bot('sendMessage', { chat_id: group, text, parse_mode: 'MarkdownV2' });
		const message = chat.message('Rules: be very kind');
		await message.locator('strong', { hasText: 'Rules' }).waitFor();
		await message.locator('strong em', { hasText: 'very' }).waitFor();
	});

	test('a message that it deletes is struck out, then gone', async () => {
		await bot('deleteMessages', { chat_id: group, message_ids: [2] });
		const message = chat.message('Hello everybody!');
		await message.getByText('deleted').waitFor();
		expect(await styleOf(message.locator('.text'), 'text-decoration-line')).toBe('line-through');
		await message.waitFor({ state: 'detached' });
	});

	test('dice show their values', async () => {
		const { dice } = await bot('sendDice', { chat_id: group, emoji: '🎯' });
		await chat.page.getByRole('img', { name: `Dice 🎯: ${dice.value}` }).waitFor();
		await chat.message(String(dice.value)).last().waitFor();
	});

	test('an album is shown with its pictures', async () => {
		const form = new FormData();
		form.set('chat_id', String(group));
		const media = ['a', 'b'].map((name) => ({ type: 'photo', media: `attach://${name}` }));
		form.set('media', JSON.stringify([{ ...media[0], caption: 'Two' }, media[1]]));
		for (const name of ['a', 'b']) form.set(name, new Blob([PNG], { type: 'image/png' }), name);
		const address = `${emulator.url}/bot${emulator.token}/sendMediaGroup`;
		expect((await fetch(address, { method: 'POST', body: form })).ok).toBe(true);
		expect(await chat.pictures(2)).toEqual([8, 8]);
		expect(await chat.message('Two').locator('.album .piece').count()).toBe(2);
	});

	test.each([
		[false, 'status'],
		[true, 'dialog'],
	] as const)('a press with show_alert %s is answered in a %s', async (show_alert, role) => {
		await bot('sendMessage', { chat_id: group, text: 'Agreed?', reply_markup: KEYBOARD });
		await chat.press('I agree');
		const query = await update('callback_query');
		expect(query).toMatchObject({ data: 'yes', from: { id: users.mia } });
		await bot('answerCallbackQuery', { callback_query_id: query.id, text: 'Thanks', show_alert });
		const answer = chat.page.getByRole(role).filter({ hasText: 'Thanks' });
		await answer.waitFor();
		await chat.page.keyboard.press('Escape');
		if (show_alert) await answer.waitFor({ state: 'hidden' });
	});
});

describe('a person who is muted or banned', () => {
	const soon = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

	test('is told why a message was refused and for how long, and is free after that', async () => {
		const permissions = { can_send_messages: false };
		const until_date = soon(3600);
		await bot('restrictChatMember', {
			chat_id: group,
			user_id: users.mia,
			permissions,
			until_date,
		});
		const held = chat.page.getByRole('list', { name: 'Muted and banned members' });
		await held.getByText(/You muted (59 min \d\d s|1 h 00 min) left/).waitFor();
		await chat.write('May I?');
		await chat.sees(/Not sent: you are muted in this chat \((59 min \d\d s|1 h 00 min) left\)/);
		await chat.page.getByRole('button', { name: 'Dismiss' }).click();
		await chat.misses(/Not sent/);
		await emulator.control('post', 'clock', { advance_seconds: 3600 });
		await held.waitFor({ state: 'detached' });
		await chat.write('Now I may');
		await chat.message('Now I may').waitFor();
	});

	test('is shown as banned, and cannot return before the ban is over', async () => {
		await bot('banChatMember', { chat_id: group, user_id: users.mia, until_date: soon(86_400) });
		await chat.sees(/Mia was banned for (23 h|1 day)/);
		await chat.page.getByRole('button', { name: 'Join' }).click();
		await chat.page.getByRole('status').getByText('you are banned from this chat').waitFor();
		await emulator.control('post', 'clock', { advance_seconds: 86_400 });
		await chat.page.getByRole('button', { name: 'Join' }).click();
		await chat.sees('Mia joined');
	});
});

test('people join and leave', async () => {
	await chat.become('Zoe');
	await chat.enter('Demo Group');
	await chat.page.getByRole('button', { name: 'Join' }).click();
	await chat.sees('Zoe joined');
	expect(await update('message')).toMatchObject({ new_chat_members: [{ id: users.zoe }] });
	await chat.page.getByRole('button', { name: 'Leave' }).click();
	await chat.sees('Zoe left');
	await chat.write('Still here?');
	await chat.sees('Not sent: you are not in this chat');
});

test('a chat that is not open counts its new messages', async () => {
	await chat.become('Olga');
	await bot('sendMessage', { chat_id: chats.moderators, text: 'A report' });
	const row = chat.page.getByRole('button', { name: /^Moderators/ });
	await row.getByLabel('1 new').waitFor();
	await row.click();
	await chat.message('A report').waitFor();
	expect(await row.getByLabel('1 new').count()).toBe(0);
});

test('a chat is open before anybody can type anything else', async () => {
	const row = chat.page.getByRole('button', { name: /Quiet Group/ });
	const title = await row.evaluate(async (button: Json) => {
		button.click();
		await Promise.resolve();
		return button.ownerDocument.querySelector('h1').textContent;
	});
	expect(title).toContain('Quiet Group');
});
