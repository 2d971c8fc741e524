import axe, { type AxeResults } from 'axe-core';

import { useEmulator, type Json } from '../../support/emulator';
import { useChatPages, type ChatPage, type Look } from '../support/chatPage';

const emulator = useEmulator();
const pages = useChatPages();
const group = emulator.defaults.chats.demoGroup;

const WIDE: Look = { width: 1280, height: 800 };
const PHONE: Look = { width: 390, height: 844 };
const DARK: Look = { ...WIDE, colorScheme: 'dark' };

/** axe's findings, with their elements. */
async function findings({ page }: ChatPage): Promise<string[]> {
	await page.evaluate(axe.source);
	const { violations } = await page.evaluate<AxeResults>(
		async () => await (globalThis as Json).axe.run(),
	);
	return violations.flatMap(({ id, help, nodes }) =>
		nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`),
	);
}

/** Fills a chat with an example of everything that the page can show. */
async function fill(): Promise<void> {
	const { users } = emulator.defaults;
	const keys = [{ text: 'Pick me', callback_data: 'picked' }];
	await emulator.api('sendMessage', {
		chat_id: group,
		text: '<b>Bold</b>, <code>code</code>, <tg-spoiler>hidden</tg-spoiler>, <a href="https://example.com">a link</a>',
		parse_mode: 'HTML',
		reply_markup: { inline_keyboard: [keys] },
	});
	await emulator.api('sendDice', { chat_id: group });
	await emulator.act('message', {
		user_id: users.mia,
		chat_id: group,
		photo: true,
		caption: 'Look',
	});
	await emulator.act('message', { user_id: users.noah, chat_id: group, text: 'Nice' });
}

describe.each([
	['wide', WIDE],
	['dark', DARK],
	['on a phone', PHONE],
] as const)('the chat page, %s, breaks no rule of axe', (_name, look) => {
	test('as it opens, with a chat', async () => {
		await fill();
		const chat = await pages.open(emulator.url, look);
		await chat.message('Nice').waitFor();
		expect(await findings(chat)).toEqual([]);
	});

	test('with the people of the chat', async () => {
		await fill();
		const chat = await pages.open(emulator.url, look);
		await chat.message('Nice').waitFor();
		await chat.page.locator('.members summary').click();
		await chat.page.getByRole('button', { name: 'New person' }).waitFor();
		expect(await findings(chat)).toEqual([]);
	});
});
