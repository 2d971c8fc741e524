import { useEmulator, type Json } from '../../support/emulator';
import { useChatPages, styleOf, type Look, type ChatPage } from '../support/chatPage';

const emulator = useEmulator({ webhookRetryBaseMs: 300 });
const pages = useChatPages();
const { chats } = emulator.defaults;
const group = chats.demoGroup;

const PHONE = { width: 390, height: 844 };

let chat: ChatPage;

const open = async (look?: Look) => {
	chat = await pages.open(emulator.url, look);
};

const send = async (text: string, chatId: number = group) =>
	await emulator.api('sendMessage', { chat_id: chatId, text });

const traffic = (name: 'API calls' | 'Updates') =>
	chat.page.getByRole('list', { name }).getByRole('listitem');

const updatesTab = () => chat.page.getByRole('tab', { name: /^Updates/ });

/** The name of the element with the focus. */
async function focused(): Promise<string> {
	return await chat.page.evaluate(() => {
		const { document } = globalThis as Json;
		const one = document.activeElement;
		return one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText;
	});
}

describe('the side panel', () => {
	beforeEach(async () => await open());

	test('shows a call as it arrives, with its parameters and its answer', async () => {
		await send('Hello from the API');
		const call = traffic('API calls').filter({ hasText: 'sendMessage' });
		await call.getByText('200').waitFor();
		await call.getByText(/^\d+ ms/).waitFor();
		await call.getByText('sendMessage').click();
		const [params, answer] = await call.locator('pre').allTextContents();
		expect(JSON.parse(params)).toEqual({ chat_id: group, text: 'Hello from the API' });
		expect(JSON.parse(answer)).toMatchObject({ ok: true, result: { message_id: 6 } });
	});

	test('shows why a call was refused', async () => {
		await send('Is anybody there?', -9);
		const call = traffic('API calls').first();
		await call.getByText('404').waitFor();
		await call.getByText('Not Found: chat not found').waitFor();
	});

	test('leaves out getUpdates, can show a single method, and can be cleared', async () => {
		await emulator.api('getUpdates');
		await emulator.api('getMe');
		await traffic('API calls').filter({ hasText: 'getMe' }).waitFor();
		expect(await traffic('API calls').count()).toBe(1);
		const show = chat.page.getByLabel('Show');
		await show.selectOption('All');
		expect(await traffic('API calls').count()).toBe(2);
		await show.selectOption('getUpdates');
		expect(await traffic('API calls').locator('.method').allTextContents()).toEqual(['getUpdates']);
		await chat.page.getByRole('button', { name: 'Clear' }).click();
		await chat.sees('No calls yet');
	});

	test('copies a call for the shell, without the token', async () => {
		await chat.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await send("It's here");
		await traffic('API calls').getByText('sendMessage').click();
		await chat.page.getByRole('button', { name: 'Copy as curl' }).click();
		await chat.sees(/^Copied/);
		const copied = await chat.page.evaluate(
			async () => await (globalThis as Json).navigator.clipboard.readText(),
		);
		expect(copied).toBe(
			[
				`curl "${emulator.url}/bot$BOT_TOKEN/sendMessage"`,
				"-H 'content-type: application/json'",
				`-d '{"chat_id":${group},"text":"It'\\''s here"}'`,
			].join(' \\\n  '),
		);
	});

	test('shows a text without invisible formatting characters', async () => {
		const text = '<b>Be</b> kind &amp; brief';
		await emulator.api('sendMessage', { chat_id: group, text, parse_mode: 'HTML' });
		await traffic('API calls').getByText('text: Be kind & brief').waitFor();
		await chat.page.getByRole('navigation').getByText('Demo Bot: Be kind & brief').waitFor();
	});

	test('shows an update as it waits, is fetched and arrives', async () => {
		await chat.write('Hello, bot');
		await updatesTab().getByLabel('1 on the way').waitFor();
		await updatesTab().click();
		const update = traffic('Updates').filter({ hasText: 'Hello, bot' });
		await update.getByText('waiting').waitFor();
		const { body } = await emulator.api('getUpdates');
		await update.getByText('fetched').waitFor();
		await emulator.api('getUpdates', { offset: body.result[0].update_id + 1 });
		await update.getByText('delivered').waitFor();
		await updatesTab().getByLabel('1 on the way').waitFor({ state: 'detached' });
	});

	test('shows a push that does not arrive and is repeated', async () => {
		await updatesTab().click();
		// Nothing listens there.
		await emulator.api('setWebhook', { url: 'http://127.0.0.1:9/hook' });
		await chat.write('Hello, bot');
		const update = traffic('Updates').first();
		await update.getByText('retrying').waitFor();
		await update.getByText(/^[2-9] tries$/).waitFor();
		await update.getByText('retrying').click();
		await update.getByText('http://127.0.0.1:9/hook').first().waitFor();
		await emulator.api('deleteWebhook', { drop_pending_updates: true });
		await update.getByText('dropped').waitFor();
	});
});

test('covers nothing and cuts no name at 1,000 pixels', async () => {
	await open({ width: 1000 });
	await emulator.act('join_request', { user_id: emulator.defaults.users.zoe, chat_id: group });
	await updatesTab().click();
	const kind = traffic('Updates').locator('.method', { hasText: 'chat_join_request' });
	const { height } = (await kind.boundingBox())!;
	expect(height).toBeLessThan(30);
	// A click would not get through if something covered the button.
	await chat.page.getByRole('button', { name: 'Send' }).click();
});

describe('on a phone', () => {
	beforeEach(async () => await open(PHONE));

	test('there is one column: the chat, or the list of chats', async () => {
		const list = chat.page.getByRole('navigation', { name: 'Chats' });
		await chat.page.getByRole('heading', { name: 'Demo Group' }).waitFor();
		expect(await list.isVisible()).toBe(false);
		await chat.page.getByRole('button', { name: 'All chats' }).click();
		await list.waitFor();
		expect(await chat.page.getByRole('textbox', { name: 'Message' }).isVisible()).toBe(false);
		await chat.enter('Quiet Group');
		await chat.message('Is anybody here?').waitFor();
	});

	test('nothing is wider than the screen', async () => {
		await send('A-very-long-word-without-any-break-'.repeat(20));
		await chat.message('A-very-long-word').waitFor();
		const width = await chat.page.evaluate(
			() => (globalThis as Json).document.documentElement.scrollWidth,
		);
		expect(width).toBe(PHONE.width);
	});

	test('the panel is a sheet that takes the keyboard focus and gives it back', async () => {
		const panel = chat.page.getByRole('complementary', { name: 'Bot traffic' });
		expect(await panel.count()).toBe(0);
		await chat.page.getByRole('button', { name: 'API calls and updates' }).click();
		const { x, y, width, height } = (await panel.boundingBox())!;
		expect([x, y + height, width]).toEqual([0, PHONE.height, PHONE.width]);
		expect(y).toBeGreaterThan(100);
		expect(await focused()).toBe('API calls');
		await chat.page.keyboard.press('Escape');
		await panel.waitFor({ state: 'detached' });
		expect(await focused()).toBe('API calls and updates');
	});
});

describe('the colours of the page', () => {
	/** From 0, black, to 255, white. */
	const brightness = async (selector: string, property: string) => {
		const colour = await styleOf(chat.page.locator(selector).first(), property);
		const [red, green, blue] = colour.match(/[\d.]+/g)!.map(Number);
		return (red + green + blue) / 3;
	};

	test.each(['light', 'dark'] as const)(
		'are %s if those of the system are',
		async (colorScheme) => {
			await open({ colorScheme });
			const ground = await brightness('.message:not(.mine) .bubble', 'background-color');
			const ink = await brightness('.message:not(.mine) .bubble', 'color');
			expect(ground > 200 ? 'light' : ground < 60 ? 'dark' : 'grey').toBe(colorScheme);
			expect(Math.abs(ground - ink)).toBeGreaterThan(150);
		},
	);
});
