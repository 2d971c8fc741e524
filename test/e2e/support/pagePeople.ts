import type { Response } from 'playwright-core';

import { DEFAULTS, type TestEmulator } from '../../support/emulator';
import { useChatPages, type ChatPage } from './chatPage';
import type { Name, People, Seen } from './people';

const LONG_PATIENCE_MS = 120_000;

const { users } = DEFAULTS;

/** How people answer questions, over the API or on the page. */
export interface Hands extends Pick<People, 'press' | 'write'> {
	/** Waits until the person is shown this in answer to a press. */
	isTold?(name: Name, words: string): Promise<void>;
}

/** People in the Demo Group who act on the chat page, each in a separate browser window. */
export interface PagePeople extends Hands {
	page(name: Name): Promise<ChatPage>;
}

const bubble = ({ page }: ChatPage, id: number) => page.locator(`[data-message-id="${id}"]`);

/** Acts on the page, and returns the emulator's answer. */
async function acting({ page }: ChatPage, kind: string, act: () => Promise<void>) {
	const isAnswer = (response: Response) => response.url().endsWith(`/act/${kind}`);
	const [answer] = await Promise.all([page.waitForResponse(isAnswer), act()]);
	const result = (await answer.json()) as {
		ok: boolean;
		refused?: string;
		query_id: string;
		message: Seen;
	};
	if (!result.ok) throw new Error(result.refused);
	return result;
}

/** A browser for a test file; the pages are closed after each test. */
export function usePagePeople(emulator: TestEmulator): PagePeople {
	const pages = useChatPages();
	const opened = new Map<Name, Promise<ChatPage>>();
	afterEach(() => opened.clear());

	const open = async (name: Name) => {
		const chat = await pages.open(emulator.url);
		chat.page.setDefaultTimeout(LONG_PATIENCE_MS);
		const { users: all } = await emulator.state();
		await chat.become(all.find(({ id }) => id === users[name])!.first_name);
		await chat.enter('Demo Group');
		return chat;
	};
	const page = async (name: Name) => {
		const opening = opened.get(name) ?? open(name);
		opened.set(name, opening);
		return await opening;
	};
	return {
		page,
		press: async (name, { message_id: id }, words) => {
			const chat = await page(name);
			const button = bubble(chat, id).getByRole('button', { name: words, exact: true });
			return (await acting(chat, 'press', async () => await button.click())).query_id;
		},
		write: async (name, text, _chat, replyTo) => {
			const chat = await page(name);
			if (replyTo !== undefined) {
				const message = bubble(chat, replyTo);
				await message.hover();
				await message.getByRole('button', { name: /^Reply/ }).click();
			}
			return (await acting(chat, 'message', async () => await chat.write(text))).message.message_id;
		},
		isTold: async (name, words) => {
			const { page: seen } = await page(name);
			await seen.locator('.toast, dialog.alert').filter({ hasText: words }).first().waitFor();
			const close = seen.getByRole('dialog').getByRole('button', { name: 'OK' });
			if (await close.isVisible()) await close.click();
		},
	};
}
