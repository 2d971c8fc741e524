import { useEmulator, type Json } from '../../support/emulator';
import { useChatPages, type ChatPage } from '../support/chatPage';

const emulator = useEmulator();
const pages = useChatPages();
const { users, chats } = emulator.defaults;

let chat: ChatPage;

beforeEach(async () => {
	chat = await pages.open(emulator.url);
});

const field = () => chat.page.getByRole('textbox', { name: 'Message' });
const sendAs = () => chat.page.getByRole('combobox', { name: 'Send as' });

async function send(label: string, words = ''): Promise<void> {
	await sendAs().selectOption({ label });
	await field().fill(words);
	await field().press('Enter');
}

/** The bot's newest message, once there are this many. */
async function lastOf(count: number): Promise<Json> {
	for (;;) {
		const { body } = await emulator.api('getUpdates', { timeout: 1 });
		const messages = body.result.flatMap(({ message }: Json) => message ?? []);
		if (messages.length >= count) return messages.at(-1);
	}
}

test.each([
	['Sticker', '', 'sticker', '👋'],
	['GIF', 'Look', 'animation', 'GIF'],
	['Voice message', '', 'voice', 'Voice message'],
	['Video message', '', 'video_note', 'Video message'],
	['Poll', 'Lunch at one?', 'poll', 'Poll: Lunch at one?'],
	['Contact', 'Nguyễn Văn An', 'contact', 'Nguyễn Văn An · +15550100'],
	['Location', '', 'location', '48.8584, 2.2945'],
	['Message via a bot', 'A cat', 'via_bot', 'via @gif_bot'],
	['Button with a link', 'Cheap!', 'reply_markup', 'Open'],
	['My channel’s message', 'News', 'sender_chat', 'Mia’s Channel'],
])('a person sends %s, and everyone sees it', async (label, words, key, shown) => {
	await send(label, words);
	await chat.message(shown).last().waitFor();
	expect(await lastOf(1)).toHaveProperty(key);
	expect(await sendAs().inputValue()).toBe('');
	await chat.become('Noah');
	await chat.message(shown).last().waitFor();
});

test('words that have no place in a sticker stay in the field', async () => {
	await send('Sticker', 'Half a sent');
	await chat.message('👋').waitFor();
	expect(await field().inputValue()).toBe('Half a sent');
	await field().press('Enter');
	await chat.message('Half a sent').waitFor();
	expect(await lastOf(2)).toMatchObject({ text: 'Half a sent' });
});

test('a refused message says why', async () => {
	const permissions = { can_send_messages: true };
	await emulator.api('setChatPermissions', { chat_id: chats.demoGroup, permissions });
	await send('Poll', 'May I?');
	await chat.sees('you may not send this in this chat');
});

test('a reply to a sticker quotes it', async () => {
	await send('Sticker');
	const sticker = chat.message('👋');
	await sticker.hover();
	await sticker.getByRole('button', { name: /^Reply/ }).click();
	await chat.page.getByText('Reply to Mia: Sticker').waitFor();
	await send('Poll', 'Again?');
	await chat.message('Again?').getByText('Sticker').waitFor();
});

test('the choice of the kind comes one Tab after the field, and has a name', async () => {
	await field().focus();
	await chat.page.keyboard.press('Tab');
	expect(await sendAs().evaluate((one: Json) => one === one.ownerDocument.activeElement)).toBe(
		true,
	);
});

test('twelve strangers join at once', async () => {
	await chat.page.locator('.members summary').click();
	await chat.page.getByRole('button', { name: '12 join at once' }).click();
	await chat.page.getByText('16 people, 1 bot').waitFor();
	const { members } = await emulator.state();
	const inside = members.filter(
		({ chat_id, status }) => chat_id === chats.demoGroup && status === 'member',
	);
	expect(inside.length).toBeGreaterThanOrEqual(12);
	expect(inside.map(({ user_id }) => user_id)).toContain(users.mia);
});

test.each([360, 390])('on a phone of %s pixels there is room to write', async (width) => {
	const phone = await pages.open(emulator.url, { width, height: 740 });
	await phone.page.getByRole('combobox', { name: 'Send as' }).waitFor();
	const row = phone.page.locator('.composer-row');
	const sizes = await row.evaluate((one: Json) => [one.scrollWidth, one.clientWidth]);
	expect(sizes[0]).toBeLessThanOrEqual(sizes[1]);
	const box = await phone.page.getByRole('textbox', { name: 'Message' }).boundingBox();
	expect(box!.width).toBeGreaterThanOrEqual(200);
});
